# SPDX-License-Identifier: MIT
"""ffmpeg's Vulkan filters on the simulated GPU, with frames of three planes, against models of their shaders.

`ffmpeg -loglevel debug` prints the shaders; the models are of version 5.1's. They sample with linear filtering at whole
unnormalised coordinates, that is at the corner between four texels, which is why the software filters of the same name differ.
Filters that sample at texels (overlay_vulkan, scale_vulkan to a larger size) are compared with their software twins too."""
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

ENV_TOOL = os.environ['WAVEBREAK_ENV_TOOL']
WIDTH, HEIGHT = 64, 48
VULKAN = ['-init_hw_device', 'vulkan=gpu:0', '-filter_hw_device', 'gpu']
SKIPPED = 77


class Plane:
    def __init__(self, width, height, values):
        self.width, self.height, self.values = width, height, values

    def texel(self, x, y):
        return self.values[min(max(y, 0), self.height - 1) * self.width + min(max(x, 0), self.width - 1)]

    def sample(self, x, y):
        """Linear filtering at unnormalised coordinates with 8 fractional bits (subTexelPrecisionBits), clamped to the edge."""
        x, y = (math.floor((v - 0.5) * 256 + 0.5) / 256 for v in (x, y))
        left, top = math.floor(x), math.floor(y)
        right, low = x - left, y - top
        rows = [self.texel(left, top + i) * (1 - right) + self.texel(left + 1, top + i) * right for i in (0, 1)]
        return rows[0] * (1 - low) + rows[1] * low

    def map(self, at, width=None, height=None):
        """The plane whose value at (x, y) is at(x, y); None: anything."""
        width, height = width or self.width, height or self.height
        return Plane(width, height, [at(x, y) for y in range(height) for x in range(width)])


def hflip(plane):
    return plane.map(lambda x, y: plane.sample(plane.width - x, y))


def transpose(plane):
    # The shader writes row `height` too, which does not exist, and never row 0.
    return plane.map(lambda x, y: plane.sample(y, plane.height - x) if y else None, plane.height, plane.width)


def halve(plane):
    return plane.map(lambda x, y: plane.sample(2 * x + 1, 2 * y + 1), plane.width // 2, plane.height // 2)


def gauss(plane, sigma=2, size=7):
    weights = [math.exp(-i * i / (2 * sigma * sigma)) for i in range(size // 2 + 1)]
    total = weights[0] + 2 * sum(weights[1:])
    taps = [(i, weights[abs(i)] / total) for i in range(-(size // 2), size // 2 + 1)]
    first = plane.map(lambda x, y: math.floor(sum(w * plane.sample(x + i, y) for i, w in taps) + 0.5))
    return first.map(lambda x, y: sum(w * first.sample(x, y + i) for i, w in taps))


def luma(plane):
    return plane.map(plane.sample)


def aberrate(plane, distance=2):
    def at(x, y):
        along, down = 2 * x / plane.width - 1, 2 * y / plane.height - 1
        if not along and not down:
            return None  # The shader divides 0 by 0 at the centre.
        scale = 2 * (1 + distance / 100)
        return plane.sample((along / scale + 0.5) * plane.width, (down / scale + 0.5) * plane.height)
    return plane.map(at)


# Name, filter, model of each plane or None, software filter with the same result or None, size of the result, tolerance.
# Results are rounded to 8 bits; gblur rounds between its two passes as well.
FILTERS = [
    ('hflip', 'hflip_vulkan', [hflip] * 3, None, (WIDTH, HEIGHT), 0.51),
    ('transpose', 'transpose_vulkan=dir=clock', [transpose] * 3, None, (HEIGHT, WIDTH), 0.51),
    ('halve', f'scale_vulkan=w={WIDTH // 2}:h={HEIGHT // 2}', [halve] * 3, None, (WIDTH // 2, HEIGHT // 2), 0.51),
    ('gblur', 'gblur_vulkan=sigma=2:size=7', [gauss] * 3, None, (WIDTH, HEIGHT), 1.51),
    ('chromaber', 'chromaber_vulkan=dist_x=2:dist_y=2', [luma, aberrate, aberrate], None, (WIDTH, HEIGHT), 0.51),
    ('enlarge', 'scale_vulkan=w=100:h=76', None, 'scale=100:76:flags=bilinear', (100, 76), 1),
    ('overlay', 'overlay_vulkan=x=16:y=8', None, 'overlay=x=16:y=8:format=yuv420', (WIDTH, HEIGHT), 0),
]
# Filters compared with themselves on lavapipe: a good scaler in linear light has no twin in software.
ON_LAVAPIPE = [
    ('libplacebo smaller', 'libplacebo=w=40:h=30:format=yuv420p', (40, 30), 1),
    ('libplacebo larger', 'libplacebo=w=100:h=76:format=yuv420p', (100, 76), 1),
]


def graph(filters, upload, download):
    """Each filter on a picture of its own, to its own output. overlay has a second input.

    hwupload lets go of the program's frame while the GPU still reads it (docs/programs.md); `loop` keeps it."""
    parts = []
    keep = 'loop=loop=1:size=1'
    for i, name in enumerate(filters):
        source = f'testsrc2=s={WIDTH}x{HEIGHT}:d=0.1:r=10,format=yuv420p,{keep}{upload}'
        if name.startswith('overlay'):
            parts.append(f'{source}[a{i}];rgbtestsrc=s=32x24:d=0.1:r=10,format=yuv420p,{keep}{upload}[b{i}];[a{i}][b{i}]{name}{download}[o{i}]')
        else:
            parts.append(f'{source},{name}{download}[o{i}]')
    return ';'.join(parts)


def run(command, folder, kind, count, text):
    command = command + ['-filter_complex', text]
    for i in range(count):
        command += ['-map', f'[o{i}]', '-frames:v', '1', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', f'{folder}/{kind}{i}']
    # What libplacebo's dither does depends on whether the driver has to fill its shader cache, on lavapipe too.
    subprocess.run(command, check=True, timeout=240, stdin=subprocess.DEVNULL, env=dict(os.environ, MESA_SHADER_CACHE_DISABLE='true'))


def planes(path, width, height):
    with open(path, 'rb') as file:
        data = file.read()
    result = []
    for w, h in ((width, height), (width // 2, height // 2), (width // 2, height // 2)):
        result.append(Plane(w, h, data[:w * h]))
        data = data[w * h:]
    assert not data, f'{path}: not one frame of {width} x {height}'
    return result


def compare(name, got, wanted, tolerance):
    wrong = 0
    for number, (plane, model) in enumerate(zip(got, wanted)):
        for i, (value, expected) in enumerate(zip(plane.values, model.values)):
            if expected is not None and abs(value - expected) > tolerance:
                wrong += 1
                if wrong <= 5:
                    print(f'{name}: plane {number} at {i % plane.width}, {i // plane.width}: {value}, wanted {expected}')
    print(f'{name}: {wrong} wrong')
    return not wrong


def main():
    if not shutil.which('ffmpeg'):
        print('ffmpeg is not installed')
        return SKIPPED
    version = subprocess.run(['ffmpeg', '-version'], capture_output=True, text=True, check=True).stdout
    known = re.match(r'ffmpeg version n?5\.1', version) is not None
    # Other versions have other shaders: then only what is compared with software.
    filters = [f for f in FILTERS if known or f[3]]
    ffmpeg = ['ffmpeg', '-hide_banner', '-loglevel', 'error', '-y']
    good = True
    with tempfile.TemporaryDirectory() as folder:
        run([ENV_TOOL, '--gpu', 'sim', '--'] + ffmpeg + VULKAN, folder, 'sim',
            len(filters), graph([f[1] for f in filters], ',hwupload', ',hwdownload,format=yuv420p'))
        run(ffmpeg, folder, 'software', len(filters), graph([f[3] or 'null' for f in filters], '', ''))
        on_both = ON_LAVAPIPE if known else []
        for gpu in ('sim', 'lavapipe') if on_both else ():
            run([ENV_TOOL, '--gpu', gpu, '--'] + ffmpeg + VULKAN, folder, f'{gpu}-', len(on_both),
                graph([f[1] for f in on_both], ',hwupload', ',hwdownload,format=yuv420p'))
        for i, (name, _, size, tolerance) in enumerate(on_both):
            good &= compare(name, *(planes(f'{folder}/{gpu}-{i}', *size) for gpu in ('sim', 'lavapipe')), tolerance)
        for i, (name, _, model, twin, size, tolerance) in enumerate(filters):
            wanted = planes(f'{folder}/software{i}', *(size if twin else (WIDTH, HEIGHT)))
            if not twin:
                wanted = [of(plane) for of, plane in zip(model, wanted)]
            good &= compare(name, planes(f'{folder}/sim{i}', *size), wanted, tolerance)
    return 0 if good else 1


sys.exit(main())
