# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Sourced by the scripts: where things are, and how to speak to the person.

wb_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
wb_cache=${XDG_CACHE_HOME:-$HOME/.cache}/wavebreak
# Each checkout builds in a folder of its own.
wb_checkout=$(printf '%s' "$wb_root" | sha256sum)
wb_build=${WAVEBREAK_BUILD:-$wb_cache/build/${wb_checkout:0:12}}
export wb_root wb_cache wb_build
# Sources are compiled a dozen at a time: each is small beside the headers that it reads.
# shellcheck disable=SC2034 # for those who source this
wb_unity=(-Dunity=on -Dunity_size=12)
# What a source includes the compiler tells as it compiles; without this ccache runs its preprocessor first.
export CCACHE_DEPEND=1

# Debian's own python3 has the modules that Mesa's build wants; a version manager's shim may hide it.
export PATH="/usr/bin:/bin:$PATH"

wb_say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
wb_die() {
    wb_say "$*"
    exit 1
}
