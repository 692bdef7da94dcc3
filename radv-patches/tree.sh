# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154
# Sourced by build: makes the source tree that is built, Mesa with files/ laid over and the series applied.

radv_patches=$wb_root/radv-patches

# Prints the meson options, one a line. $1: true to leave assertions out.
radv_options() {
    grep -v '^#' "$radv_patches/options"
    echo "-Db_ndebug=$1"
    # Mesa's Wayland code needs newer protocols than Debian 12 has.
    if pkg-config --atleast-version=1.38 wayland-protocols; then
        echo "-Dplatforms=x11,wayland"
    else
        echo "-Dplatforms=x11"
    fi
}

# Prints the names of the patches in order.
radv_series() { sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$radv_patches/series"; }

# Prints the repository's headers that the tree gets a copy of.
radv_headers() { grep -v '^#' "$radv_patches/headers"; }

# Prints a hash of everything that decides what is built. Arguments: the meson options.
radv_hash() {
    {
        echo "$mesa_sha256" "$@"
        c++ --version | head -n 1
        cd "$wb_root" || exit
        radv_series
        {
            radv_series | sed 's|^|radv-patches/patches/|'
            radv_headers
            find radv-patches/files json/wavebreak_radv_icd.json -type f
        } | LC_ALL=C sort | xargs -r -d '\n' sha256sum
    } | sha256sum | cut -c1-16
}

# Lays files/ and the headers over the tree $1 with the options of cp that follow.
radv_lay_files() {
    cp -r "${@:2}" -T "$radv_patches/files" "$1"
    mkdir -p "$1/include/wavebreak"
    local header
    for header in $(radv_headers); do
        cp "${@:2}" "$wb_root/$header" "$1/include/wavebreak/"
    done
}

# Brings the tree $1 to the state of the series; files that stay the same keep their time, so that a build goes on from
# where the last one was.
radv_lay_tree() {
    local pristine staged patch
    pristine=$("$radv_patches/fetch")
    staged=$(mktemp -d "$(dirname "$1")/staged.XXXXXX")
    # shellcheck disable=SC2064
    trap "rm -rf '$staged'" EXIT
    cp -a --reflink=auto -T "$pristine" "$staged"
    for patch in $(radv_series); do
        patch -d "$staged" -p1 --fuzz=0 --silent --no-backup-if-mismatch <"$radv_patches/patches/$patch" >&2 ||
            wb_die "$patch does not apply to Mesa $mesa_version after the patches before it"
    done
    radv_lay_files "$staged" --remove-destination
    mkdir -p "$1"
    rsync --recursive --links --perms --checksum --delete "$staged/" "$1/"
    rm -rf "$staged"
}

# Configures the build folder $2 of the source tree $1 with the remaining options, unless it already is.
radv_configure() {
    local src=$1 build=$2
    shift 2
    if [ -f "$build/build.ninja" ] && [ "$(cat "$build/wavebreak-options" 2>/dev/null)" = "$*" ]; then
        return
    fi
    rm -rf "$build"
    meson setup --wrap-mode=nofallback "$@" "$build" "$src" >"$build.log" 2>&1 || {
        tail -n 30 "$build.log" >&2
        wb_die "meson could not configure Mesa; the log is $build.log"
    }
    echo "$*" >"$build/wavebreak-options"
}

# Makes the tree of a developer of patches in $1.
radv_dev_tree() {
    local dev patch options
    mkdir -p "$1"
    dev=$(cd "$1" && pwd)
    mapfile -t options < <(radv_options false)
    if [ ! -d "$dev/src/.git" ]; then
        cp -a --reflink=auto -T "$("$radv_patches/fetch")" "$dev/src"
        radv_git() { git -C "$dev/src" -c user.name=wavebreak -c user.email=wavebreak -c core.autocrlf=false "$@"; }
        radv_git init -q
        radv_git add -Af
        radv_git commit -qm "Mesa $mesa_version"
        radv_git tag pristine
        for patch in $(radv_series); do
            radv_git apply --index "$radv_patches/patches/$patch" || wb_die "$patch does not apply"
            # What stands above the first hunk is the patch's description.
            radv_git commit -qm "${patch%.patch}" -m "$(sed '/^\(diff\|---\) /,$d' "$radv_patches/patches/$patch")"
        done
    fi
    # Links, not copies: what is edited there is this repository's file.
    radv_lay_files "$dev/src" --symbolic-link --remove-destination
    git -C "$dev/src" status --porcelain | sed -n 's/^?? //p' >>"$dev/src/.git/info/exclude"
    radv_configure "$dev/src" "$dev/build" "${options[@]}"
    cat >&2 <<END
$dev/src: one commit per patch after the tag 'pristine'; files/ are links into $radv_patches/files.
Rebuild:  PATH=/usr/bin:\$PATH CCACHE_NOHASHDIR=1 ninja -C $dev/build ${targets[*]}
Run with: script/env --radv $dev/build --gpu noop -- PROGRAM
Keep:     commit with the patch's name as subject, its purpose as body; then radv-patches/export $dev
END
}
