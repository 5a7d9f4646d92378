#!/usr/bin/env python3
"""Draws the pictures of the field guide.

    python3 Tools/make-pictures.py OUTDIR

Needs Pillow (10.1 or later, for its built-in font) and NumPy. Every picture has its own fixed seed,
so the same versions of both libraries draw the same pictures again.
"""

import math
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SCALE = 2  # shapes are drawn this many times larger, then reduced, for smooth edges

LIME = (214, 255, 92)
AMBER = (255, 196, 74)
INK = (16, 20, 44)
PAPER = (247, 240, 222)


# Light and colour ------------------------------------------------------------------------------


def mix(a, b, t):
    """The colour a share t of the way from a to b."""
    return tuple(x + (y - x) * t for x, y in zip(a, b))


def gradient(width, height, stops):
    """A vertical gradient; stops are (place 0…1, colour)."""
    places = [place for place, _ in stops]
    rows = np.linspace(0, 1, height)
    bands = [np.interp(rows, places, [colour[i] for _, colour in stops]) for i in range(3)]
    return np.repeat(np.stack(bands, axis=1)[:, None, :], width, axis=1)


def radial(width, height, centre, radius, inner, outer):
    """A round gradient from inner to outer."""
    y, x = np.mgrid[0:height, 0:width]
    t = np.clip(np.hypot(x - centre[0], y - centre[1]) / radius, 0, 1)[..., None]
    t = t * t * (3 - 2 * t)
    return np.array(inner) * (1 - t) + np.array(outer) * t


def glow(canvas, x, y, radius, colour, strength=1.0, core=True):
    """Adds a soft light by screen blending."""
    height, width, _ = canvas.shape
    reach = int(radius * 3)
    x0, x1 = max(0, int(x) - reach), min(width, int(x) + reach + 1)
    y0, y1 = max(0, int(y) - reach), min(height, int(y) + reach + 1)
    if x0 >= x1 or y0 >= y1:
        return
    yy, xx = np.mgrid[y0:y1, x0:x1]
    d2 = ((xx - x) ** 2 + (yy - y) ** 2) / radius**2
    light = strength * np.exp(-d2 * 1.6)[..., None] * np.array(colour)
    if core:
        light = light + strength * np.exp(-d2 * 60)[..., None] * np.array((255, 255, 225))
    screen(canvas[y0:y1, x0:x1], light)


def screen(canvas, light):
    """Screen-blends light into canvas, in place."""
    canvas[:] = 255 - (255 - canvas) * (255 - np.clip(light, 0, 255)) / 255


def mask(width, height, paint, blur=0):
    """An anti-aliased mask 0…1; paint gets an ImageDraw whose unit is one pixel times SCALE."""
    image = Image.new("L", (width * SCALE, height * SCALE), 0)
    paint(ImageDraw.Draw(image))
    image = image.resize((width, height), Image.LANCZOS)
    if blur:
        image = image.filter(ImageFilter.GaussianBlur(blur))
    return np.asarray(image, dtype=float)[..., None] / 255


def fill(canvas, shape, colour):
    """Lays a colour (or a whole picture) over canvas where the mask says."""
    canvas[:] = canvas * (1 - shape) + np.array(colour, dtype=float) * shape


def up(points):
    return [(x * SCALE, y * SCALE) for x, y in points]


def polygon(canvas, points, colour, blur=0):
    height, width, _ = canvas.shape
    fill(canvas, mask(width, height, lambda d: d.polygon(up(points), fill=255), blur), colour)


def ellipse(canvas, cx, cy, rx, ry, colour, blur=0):
    height, width, _ = canvas.shape
    box = up([(cx - rx, cy - ry), (cx + rx, cy + ry)])
    fill(canvas, mask(width, height, lambda d: d.ellipse(box, fill=255), blur), colour)


def rounded(canvas, x0, y0, x1, y1, radius, colour, blur=0):
    height, width, _ = canvas.shape
    box = up([(x0, y0), (x1, y1)])
    paint = lambda d: d.rounded_rectangle(box, radius * SCALE, fill=255)
    fill(canvas, mask(width, height, paint, blur), colour)


def line(canvas, points, thickness, colour, blur=0):
    """A thick line with round joints and ends."""
    height, width, _ = canvas.shape
    radius = thickness * SCALE / 2

    def paint(d):
        placed = up(points)
        d.line(placed, fill=255, width=max(1, round(thickness * SCALE)), joint="curve")
        for x, y in (placed[0], placed[-1]):
            d.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)

    fill(canvas, mask(width, height, paint, blur), colour)


def text(canvas, x, y, words, size, colour, anchor="mm"):
    height, width, _ = canvas.shape
    font = ImageFont.load_default(size * SCALE)
    paint = lambda d: d.text((x * SCALE, y * SCALE), words, fill=255, font=font, anchor=anchor)
    fill(canvas, mask(width, height, paint), colour)


def grain(canvas, random, amount):
    canvas += random.normal(0, amount, canvas.shape[:2])[..., None]


def hills(width, random, base, swing, waves=4):
    """A rolling skyline: one y for every x."""
    x = np.arange(width + 1)
    y = np.full(width + 1, float(base))
    for wave in range(1, waves + 1):
        y += swing / wave * np.sin(x / width * math.tau * wave * 0.8 + random.uniform(0, math.tau))
    return y


def ground(canvas, skyline, colour, blur=0):
    height, width, _ = canvas.shape
    points = [(0, height + 2)] + list(enumerate(skyline)) + [(width + 2, height + 2)]
    polygon(canvas, points, colour, blur)


def stars(canvas, random, count, horizon):
    height, width, _ = canvas.shape
    for _ in range(count):
        x, y = random.uniform(0, width), random.uniform(0, horizon) * random.uniform(0.2, 1)
        glow(canvas, x, y, random.uniform(0.9, 2.0), (215, 225, 255), random.uniform(0.3, 1.0), False)


def grass(canvas, random, base, tall, count, colour, deep=None):
    """Blades rooted between base and deep (else the foot of the picture), in one mask."""
    height, width, _ = canvas.shape
    blades = []
    for _ in range(count):
        x, lean = random.uniform(-20, width + 20), random.normal(0, 0.35)
        length, broad = tall * random.uniform(0.35, 1.0), random.uniform(1.5, 4.0)
        foot = base + random.uniform(0, (deep or height + 10) - base)
        tip = (x + lean * length, foot - length)
        elbow = (x + lean * length * 0.35, foot - length * 0.6)
        blades.append(
            [
                (x - broad, foot + 30),
                (elbow[0] - broad * 0.6, elbow[1]),
                tip,
                (elbow[0] + broad * 0.6, elbow[1]),
                (x + broad, foot + 30),
            ]
        )

    def paint(d):
        for blade in blades:
            d.polygon(up(blade), fill=255)

    fill(canvas, mask(width, height, paint), colour)


def tree(canvas, random, x, foot, tall, colour, bushy=1.0):
    """A dark tree: a trunk and a crown of round leaf masses."""
    height, width, _ = canvas.shape
    crown = [
        (
            x + random.normal(0, tall * 0.17 * bushy),
            foot - tall * random.uniform(0.45, 0.95),
            tall * random.uniform(0.09, 0.19),
        )
        for _ in range(26)
    ]

    def paint(d):
        d.polygon(
            up(
                [
                    (x - tall * 0.035, foot + 4),
                    (x - tall * 0.015, foot - tall * 0.6),
                    (x + tall * 0.015, foot - tall * 0.6),
                    (x + tall * 0.035, foot + 4),
                ]
            ),
            fill=255,
        )
        for cx, cy, r in crown:
            d.ellipse(up([(cx - r, cy - r * 0.85), (cx + r, cy + r * 0.85)]), fill=255)

    fill(canvas, mask(width, height, paint), colour)


def beetle(canvas, cx, cy, size, lit=True, angle=0.0):
    """A firefly seen from above, head up; size is half its length in pixels."""
    cos, sin = math.cos(angle), math.sin(angle)

    def at(x, y):
        return cx + (x * cos - y * sin) * size, cy + (x * sin + y * cos) * size

    def oval(x, y, rx, ry, turn=0.0):
        ring = []
        for step in range(48):
            a = step / 48 * math.tau
            px, py = rx * math.cos(a), ry * math.sin(a)
            ring.append(
                at(x + px * math.cos(turn) - py * math.sin(turn), y + px * math.sin(turn) + py * math.cos(turn))
            )
        return ring

    if lit:
        glow(canvas, *at(0, 0.75), size * 0.95, LIME, 0.9, core=False)
    for side in (-1, 1):  # feelers and legs
        line(canvas, [at(0.1 * side, -0.8), at(0.3 * side, -1.1), at(0.62 * side, -1.25)], size * 0.055, (52, 36, 30))
        for y in (-0.3, 0.0, 0.3):
            line(
                canvas,
                [at(0.25 * side, y), at(0.62 * side, y + 0.06), at(0.78 * side, y + 0.3)],
                size * 0.06,
                (52, 36, 30),
            )
    polygon(canvas, oval(0, 0.66, 0.27, 0.42), (232, 255, 120) if lit else (214, 204, 140))
    for side in (-1, 1):
        polygon(canvas, oval(0.2 * side, 0.1, 0.23, 0.68, -0.1 * side), (58, 40, 38))
        line(
            canvas, [at(0.33 * side, -0.42), at(0.41 * side, 0.1), at(0.3 * side, 0.68)], size * 0.045, (226, 178, 84)
        )
    line(canvas, [at(0, -0.5), at(0, 0.7)], size * 0.035, (226, 178, 84))
    polygon(canvas, oval(0, -0.66, 0.38, 0.28), (240, 190, 96))
    polygon(canvas, oval(0, -0.64, 0.17, 0.17), (214, 74, 58))
    polygon(canvas, oval(0, -0.6, 0.07, 0.1), (40, 24, 24))


# Scenes ----------------------------------------------------------------------------------------


def meadow():
    """A summer meadow at night, full of fireflies."""
    width, height, random = 1200, 675, np.random.default_rng(11)
    canvas = gradient(
        width,
        height,
        [(0, (10, 14, 54)), (0.35, (28, 42, 104)), (0.58, (86, 84, 140)), (0.68, (224, 138, 112)), (1, (30, 50, 60))],
    )
    stars(canvas, random, 110, height * 0.42)
    glow(canvas, 930, 120, 150, (120, 130, 190), 0.5, core=False)
    disc = lambda x, y, r: mask(
        width,
        height,
        lambda d: d.ellipse(
            (x * SCALE - r * SCALE, y * SCALE - r * SCALE, x * SCALE + r * SCALE, y * SCALE + r * SCALE), fill=255
        ),
    )
    fill(canvas, disc(930, 120, 46) * (1 - disc(910, 110, 42)), (252, 246, 222))
    ground(canvas, hills(width, random, 432, 24), (62, 66, 112))
    ground(canvas, hills(width, random, 462, 20), (34, 58, 86))
    for x, tall in ((90, 240), (190, 190), (1080, 250), (1170, 200)):
        tree(canvas, random, x, 490, tall, (17, 36, 58))
    ground(canvas, hills(width, random, 492, 12), (20, 62, 62))
    for index in range(70):
        near = random.uniform(0, 1) ** 2
        x, y = random.uniform(0, width), 420 + near * 200 + random.normal(0, 40)
        glow(canvas, x, y, 7 + near * 20, LIME if index % 4 else AMBER, random.uniform(0.45, 1.0))
    grass(canvas, random, 590, 130, 240, (10, 44, 42))
    grass(canvas, random, 650, 120, 200, (5, 26, 30))
    for x, y, r in ((180, 520, 44), (430, 566, 34), (640, 470, 50), (860, 556, 40), (1050, 498, 48)):
        glow(canvas, x, y, r, LIME, 0.95)
    return canvas


def lantern():
    """A paper lantern by the river path."""
    width, height, random = 600, 900, np.random.default_rng(12)
    canvas = radial(width, height, (300, 400), 640, (92, 44, 84), (16, 14, 46))
    for radius, strength in ((330, 0.45), (210, 0.5)):
        glow(canvas, 300, 400, radius, (255, 140, 60), strength, core=False)
    for side, x in ((-1, -10), (1, 610)):  # bamboo at both sides
        for step in range(3):
            stalk = x - side * step * 44
            line(
                canvas,
                [(stalk, 0), (stalk - side * 12, 900)],
                18 - step * 4,
                mix((10, 34, 44), (30, 70, 60), step / 3),
            )
            for joint in range(5):
                y = 60 + joint * 190 + step * 50
                line(canvas, [(stalk - 12, y), (stalk + 10, y)], 3, (12, 20, 40))
    line(canvas, [(300, 0), (300, 190)], 5, (30, 20, 30))
    y, x = np.mgrid[0:height, 0:width]
    paper = np.clip(1 - np.hypot((x - 300) / 220, (y - 425) / 280), 0, 1)[..., None]
    paint = np.array((214, 58, 40)) * (1 - paper) + np.array((255, 232, 150)) * paper
    body = mask(width, height, lambda d: d.rounded_rectangle(up([(130, 210), (470, 620)]), 170 * SCALE, fill=255))
    fill(canvas, body, paint)
    ribs = canvas.copy()
    for rib in range(9):
        at = 244 + rib * 43
        half = 170 * math.sqrt(max(0.0, 1 - ((at - 415) / 240) ** 2))
        arc = [(300 + half * math.cos(a), at + 16 * math.sin(a)) for a in np.linspace(0, math.pi, 30)]
        line(ribs, arc, 4, (150, 40, 34))
    fill(canvas, body * 0.75, ribs)
    for top, bottom in ((190, 222), (606, 640)):
        rounded(canvas, 222, top, 378, bottom, 8, (34, 20, 30))
    line(canvas, [(300, 640), (300, 700)], 4, (214, 58, 40))
    for strand in range(-3, 4):
        line(canvas, [(300, 696), (300 + strand * 6, 770)], 4, (236, 90, 56))
    beetle(canvas, 300, 420, 84, lit=True, angle=0.35)
    grass(canvas, random, 860, 150, 90, (8, 18, 36))
    for x, y, r in ((90, 720, 30), (500, 760, 36), (430, 850, 24), (160, 850, 22), (70, 150, 18), (540, 120, 20)):
        glow(canvas, x, y, r, LIME, 0.9)
    return canvas


def moon_pond():
    """A wide pond under the moon, the fireflies doubled in the water."""
    width, height, random = 1200, 400, np.random.default_rng(13)
    canvas = gradient(width, height, [(0, (12, 22, 66)), (0.5, (52, 96, 140)), (1, (8, 18, 48))])
    shore = 205
    stars(canvas, random, 70, 130)
    for radius, strength in ((190, 0.35), (90, 0.4)):
        glow(canvas, 600, 92, radius, (190, 215, 240), strength, core=False)
    ellipse(canvas, 600, 92, 52, 52, (254, 248, 224))
    for x, y, r in ((584, 80, 12), (618, 104, 9), (606, 70, 6)):
        ellipse(canvas, x, y, r, r, (232, 222, 196), blur=1)
    ground(canvas, hills(width, random, 172, 18), (30, 58, 100))
    for x in (60, 130, 215, 330, 900, 985, 1075, 1150):
        tree(canvas, random, x, shore + 2, random.uniform(110, 185), (12, 32, 56))
    ground(canvas, hills(width, random, shore - 4, 3), (12, 40, 56))
    for _ in range(34):
        x, y = random.uniform(0, width), shore - 12 - abs(random.normal(0, 34))
        if abs(x - 600) > 110:
            glow(canvas, x, y, random.uniform(7, 15), LIME, random.uniform(0.6, 1))
    water = canvas[shore:0:-1][: height - shore].copy() * 0.72 + np.array((4, 14, 34))
    rows = np.arange(water.shape[0])
    for row in rows:  # ripples grow towards us
        shift = int(2.5 * math.sin(row * 0.55) + row * 0.04 * math.sin(row * 0.21 + 1))
        water[row] = np.roll(water[row], shift, axis=0)
    canvas[shore : shore + water.shape[0]] = water
    path = np.zeros_like(canvas)
    for row in range(shore + 5, height, 5):  # the moon's road over the ripples
        depth = (row - shore) / (height - shore)
        for _ in range(3):
            at, half = 600 + random.normal(0, 14 + 34 * depth), random.uniform(8, 24 + 34 * depth)
            ellipse(path, at, row, half, 0.9 + 1.6 * depth, (250, 238, 200))
    screen(canvas, path * 0.85)
    for x in list(range(14, 330, 17)) + list(range(880, 1190, 19)):  # reeds
        top = height - random.uniform(70, 175)
        lean = random.normal(0, 14)
        line(canvas, [(x, height), (x + lean * 0.4, (top + height) / 2), (x + lean, top)], 5, (4, 14, 26))
        if random.uniform() < 0.45:
            line(canvas, [(x + lean, top - 2), (x + lean * 1.1, top - 34)], 11, (50, 30, 26))
    for x, y, r in ((120, 300, 30), (260, 260, 22), (960, 288, 30), (1110, 250, 26), (800, 236, 16), (420, 232, 16)):
        glow(canvas, x, y, r, LIME, 0.95)
    return canvas


def jar():
    """The jar: for looking, never for keeping."""
    width, height, random = 640, 900, np.random.default_rng(14)
    canvas = radial(width, height, (320, 500), 720, (44, 108, 118), (12, 18, 52))
    ground(canvas, np.full(width + 1, 770.0), (88, 48, 44))
    for plank in range(4):
        line(canvas, [(0, 786 + plank * 34), (640, 782 + plank * 36)], 3, (60, 30, 34))
    ellipse(canvas, 330, 800, 220, 32, (38, 20, 30), blur=14)
    for radius, strength in ((260, 0.35), (150, 0.45)):
        glow(canvas, 320, 540, radius, LIME, strength, core=False)
    shape = lambda d: d.rounded_rectangle((130 * SCALE, 250 * SCALE, 510 * SCALE, 800 * SCALE), 80 * SCALE, fill=255)
    glass = mask(width, height, shape)
    fill(canvas, glass * 0.30, (170, 226, 214))
    stems = canvas.copy()
    for _ in range(26):
        x, lean, tall = random.uniform(190, 450), random.normal(0, 40), random.uniform(120, 330)
        line(
            stems,
            [(x, 800), (x + lean * 0.3, 800 - tall * 0.6), (x + lean, 800 - tall)],
            7,
            mix((18, 88, 62), (70, 150, 70), random.uniform()),
        )
    fill(canvas, glass, stems)
    for x, y, r in ((240, 420, 46), (410, 380, 40), (330, 520, 58), (220, 610, 42), (430, 600, 50), (320, 690, 36)):
        glow(canvas, x, y, r, LIME, 1.0)
    for x, y, size, angle in ((330, 500, 46, 0.5), (228, 402, 34, -0.7), (424, 582, 36, 2.3)):
        beetle(canvas, x, y, size, lit=True, angle=angle)
    edge = mask(width, height, shape) - mask(
        width,
        height,
        lambda d: d.rounded_rectangle((139 * SCALE, 259 * SCALE, 501 * SCALE, 791 * SCALE), 72 * SCALE, fill=255),
    )
    fill(canvas, np.clip(edge, 0, 1) * 0.75, (206, 244, 232))
    line(canvas, [(168, 350), (168, 690)], 12, mix((206, 244, 232), (44, 108, 118), 0.3), blur=2)
    line(canvas, [(474, 620), (474, 720)], 7, mix((206, 244, 232), (44, 108, 118), 0.4), blur=2)
    # The jar is open and its lid lies on the table: they are about to leave.
    polygon(canvas, [(186, 226), (454, 226), (462, 264), (178, 264)], (150, 206, 200))
    ellipse(canvas, 320, 226, 136, 20, (214, 246, 236))
    ellipse(canvas, 320, 226, 122, 13, (34, 84, 100))
    line(canvas, [(186, 250), (454, 250)], 3, (96, 150, 156))
    for x, y, r in ((300, 130, 34), (440, 70, 26), (180, 60, 18), (560, 180, 18)):
        glow(canvas, x, y, r, LIME, 0.95)
    beetle(canvas, 300, 116, 34, lit=True, angle=0.2)
    ellipse(canvas, 560, 815, 62, 22, (214, 168, 84))
    ellipse(canvas, 560, 808, 62, 22, (240, 204, 120))
    return canvas


def hedge_glow():
    """A glow-worm on a stem in the hedge bank."""
    width, height, random = 900, 600, np.random.default_rng(15)
    canvas = gradient(width, height, [(0, (20, 26, 72)), (0.45, (52, 40, 96)), (1, (8, 24, 36))])
    stars(canvas, random, 40, 200)
    for x in range(-40, 960, 62):
        tree(canvas, random, x, 420 + random.uniform(0, 20), random.uniform(170, 260), (18, 34, 62), 1.7)
    ground(canvas, hills(width, random, 400, 10), (14, 44, 58))
    for radius, strength in ((300, 0.32), (150, 0.5), (70, 0.6)):
        glow(canvas, 470, 300, radius, (120, 255, 120), strength, core=False)
    grass(canvas, random, 500, 210, 150, (16, 70, 58))
    line(canvas, [(500, 620), (486, 430), (440, 190), (420, 90)], 9, (88, 150, 74))
    for x, y, dx, dy in ((490, 480, 130, -90), (470, 380, -120, -60), (432, 150, 70, -50)):
        polygon(
            canvas,
            [(x, y), (x + dx * 0.4, y + dy * 0.9), (x + dx, y + dy), (x + dx * 0.6, y + dy * 0.2)],
            (64, 130, 66),
        )
    body = [(436, 176), (446, 214), (457, 252), (468, 290), (480, 328)]
    for step, (x, y) in enumerate(body):  # a female has no wings: a row of plates
        ellipse(canvas, x + 12, y, 27 - abs(2 - step) * 2, 23, (74, 48, 40))
        ellipse(canvas, x + 16, y - 4, 17, 8, (120, 80, 58))
    for step, (x, y) in enumerate([(491, 352), (499, 378), (506, 400)]):  # and lamps at the tail
        ellipse(canvas, x + 4, y, 25 - step * 4, 15, (222, 255, 130))
        glow(canvas, x + 4, y, 66 - step * 10, (150, 255, 110), 0.85)
    ellipse(canvas, 440, 148, 21, 17, (150, 96, 66))
    grass(canvas, random, 570, 140, 160, (6, 26, 34))
    glow(canvas, 128, 470, 24, (150, 255, 110), 0.9)
    glow(canvas, 770, 500, 20, (150, 255, 110), 0.9)
    return canvas


def long_exposure():
    """Forty minutes stacked into one frame: rows of J strokes under turning stars."""
    width, height, random = 900, 600, np.random.default_rng(16)
    canvas = gradient(width, height, [(0, (8, 14, 40)), (0.5, (26, 66, 92)), (0.62, (70, 112, 96)), (1, (8, 24, 26))])
    centre = (450, 60)
    for _ in range(60):  # the stars turn while the shutter is open
        radius, start = random.uniform(20, 520), random.uniform(0, math.tau)
        arc = [
            (centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a))
            for a in np.linspace(start, start + 0.16, 8)
        ]
        if all(y < 330 for _, y in arc):
            line(canvas, arc, 1.8, (170, 190, 226), blur=0.4)
    for x in (40, 130, 240, 690, 780, 872):
        tree(canvas, random, x, 392, random.uniform(170, 270), (10, 28, 40))
    ground(canvas, hills(width, random, 384, 8), (14, 46, 44))
    for _ in range(9):
        x, y, size = random.uniform(-30, 820), random.uniform(300, 500), random.uniform(0.6, 1.2)
        colour = mix(LIME, AMBER, random.uniform(0, 0.5))
        for flash in range(random.integers(2, 5)):
            hook = [
                (x + (flash * 92 + 46 * t) * size, y - flash * 6 + (34 * math.sin(t * 3.0) - 44 * t**3) * size)
                for t in np.linspace(0, 1, 14)
            ]
            halo = np.zeros_like(canvas)
            line(halo, hook, 12 * size, colour, blur=9)
            screen(canvas, halo * 0.9)
            line(canvas, hook, 5.0 * size, mix(colour, (255, 255, 230), 0.55), blur=0.6)
    grass(canvas, random, 550, 110, 220, (5, 20, 22))
    return canvas


def leaf_litter():
    """A cut through the ground, from the grass down to the pupal chamber."""
    width, height, random = 500, 1000, np.random.default_rng(17)
    canvas = gradient(
        width, height, [(0, (18, 22, 70)), (0.17, (70, 78, 140)), (0.175, (40, 60, 50)), (1, (30, 18, 22))]
    )
    stars(canvas, random, 24, 110)
    glow(canvas, 390, 70, 40, LIME, 1.0)
    glow(canvas, 110, 110, 24, LIME, 1.0)
    layers = [(200, (120, 66, 36)), (330, (84, 50, 36)), (520, (62, 38, 34)), (760, (44, 28, 32))]
    for base, colour in layers:
        ground(canvas, hills(width, random, base, 9), colour)
    for _ in range(90):  # fallen leaves
        x, y, turn, size = (
            random.uniform(0, width),
            random.uniform(192, 318),
            random.uniform(0, math.tau),
            random.uniform(16, 34),
        )
        colour = [(214, 120, 44), (178, 70, 42), (232, 168, 66), (140, 96, 52), (110, 58, 40)][random.integers(0, 5)]
        points = [
            (
                x + math.cos(a + turn) * size * (1 if i % 2 == 0 else 0.42),
                y + math.sin(a + turn) * size * (0.55 if i % 2 == 0 else 0.42),
            )
            for i, a in enumerate(np.linspace(0, math.tau, 8, endpoint=False))
        ]
        polygon(canvas, points, colour)
    grass(canvas, random, 176, 110, 130, (44, 124, 70), deep=200)
    for _ in range(34):  # stones
        x, y, r = random.uniform(0, width), random.uniform(360, 985), random.uniform(7, 26)
        ellipse(canvas, x, y, r * 1.25, r, mix((98, 84, 86), (140, 122, 112), random.uniform()))
        ellipse(canvas, x - r * 0.25, y - r * 0.3, r * 0.7, r * 0.4, (160, 144, 132), blur=3)
    for start in (70, 210, 330, 450):  # roots
        x, y, path = start, 230, []
        while y < random.uniform(600, 800):
            path.append((x, y))
            x, y = x + random.normal(0, 16), y + 34
        line(canvas, path, 10, (170, 128, 92))
        line(
            canvas,
            [path[len(path) // 2], (path[len(path) // 2][0] + 60, path[len(path) // 2][1] + 80)],
            6,
            (150, 110, 80),
        )
    for segment in range(9):  # the larva, on its way down
        x, y = 120 + segment * 30, 440 + 20 * math.sin(segment * 0.7)
        ellipse(canvas, x, y, 25 - abs(4 - segment) * 1.4, 20 - abs(4 - segment), (36, 26, 30))
        ellipse(canvas, x, y - 6, 16, 5, (214, 128, 92))
    glow(canvas, 112, 444, 42, LIME, 0.9)
    glow(canvas, 250, 860, 200, (220, 200, 90), 0.5, core=False)
    ellipse(canvas, 250, 860, 128, 78, (22, 14, 22))
    ellipse(canvas, 250, 862, 118, 68, (74, 54, 40))
    for segment in range(7):  # the pupa, asleep in its chamber
        ellipse(
            canvas,
            186 + segment * 22,
            868 - 16 * math.sin(segment / 6 * math.pi),
            24 - abs(3 - segment) * 2,
            30 - abs(3 - segment) * 3,
            (250, 226, 170),
        )
        line(canvas, [(186 + segment * 22, 842), (182 + segment * 22, 886)], 2, (214, 178, 120))
    glow(canvas, 322, 876, 60, LIME, 1.0)
    return canvas


# Diagrams --------------------------------------------------------------------------------------


def life_cycle():
    """Egg, larva, pupa, adult: a ring of four."""
    width = height = 900
    canvas = radial(width, height, (450, 450), 620, (38, 62, 110), (16, 22, 56))
    tones = [(250, 210, 110), (240, 132, 84), (196, 112, 190), (120, 214, 130)]
    centre, ring = 450, 270
    for quarter in range(4):  # curved arrows between the stages
        start = -math.pi / 2 + quarter * math.pi / 2 + 0.56
        arc = [
            (centre + ring * math.cos(a), centre + ring * math.sin(a)) for a in np.linspace(start, start + 0.34, 20)
        ]
        line(canvas, arc, 16, tones[(quarter + 1) % 4])
        a = start + 0.48
        tip = (centre + ring * math.cos(a), centre + ring * math.sin(a))
        back = start + 0.32
        polygon(
            canvas,
            [tip]
            + [(centre + (ring + off) * math.cos(back), centre + (ring + off) * math.sin(back)) for off in (-32, 32)],
            tones[(quarter + 1) % 4],
        )
    places = [(450, 180), (720, 450), (450, 720), (180, 450)]
    for (x, y), tone in zip(places, tones):
        ellipse(canvas, x, y, 140, 140, mix(tone, (255, 255, 255), 0.1))
        ellipse(canvas, x, y, 124, 124, mix(INK, tone, 0.16))
    for dx, dy in ((-44, 10), (0, -36), (42, 14), (-4, 44), (50, -46), (-56, -38)):  # eggs
        glow(canvas, 450 + dx, 180 + dy, 34, (220, 230, 120), 0.5, core=False)
        ellipse(canvas, 450 + dx, 180 + dy, 21, 21, (252, 238, 176))
        ellipse(canvas, 444 + dx, 173 + dy, 7, 6, (255, 255, 240))
    for segment in range(10):  # larva
        x, y = 638 + segment * 18, 450 + 24 * math.sin(segment * 0.62)
        ellipse(canvas, x, y, 17, 19 - abs(5 - segment) * 1.3, (110, 62, 50))
        ellipse(canvas, x, y - 5, 11, 4, (250, 160, 104))
    glow(canvas, 640, 452, 42, LIME, 1.0)
    for segment in range(8):  # pupa
        ellipse(
            canvas,
            382 + segment * 19,
            724 - 26 * math.sin(segment / 7 * math.pi),
            22 - abs(3.5 - segment),
            36 - abs(3.5 - segment) * 5,
            (248, 220, 206),
        )
        line(canvas, [(382 + segment * 19, 694), (378 + segment * 19, 746)], 2.5, (204, 150, 160))
    glow(canvas, 384, 728, 44, LIME, 0.8)
    beetle(canvas, 180, 444, 84)
    beetle(canvas, 450, 452, 62, lit=True, angle=0.6)
    for words, x, y in (("egg", 450, 348), ("larva", 750, 622), ("pupa", 450, 880), ("adult", 150, 622)):
        text(canvas, x, y, words, 30, PAPER)
    return canvas


def wavelength(nanometres):
    """An eye's rough idea of one wavelength."""
    places = [400, 440, 480, 500, 530, 560, 580, 600, 630, 700]
    colours = [
        (70, 0, 120),
        (60, 40, 255),
        (0, 150, 255),
        (0, 220, 180),
        (50, 240, 40),
        (180, 250, 30),
        (255, 230, 20),
        (255, 150, 10),
        (255, 50, 10),
        (140, 0, 10),
    ]
    return tuple(np.interp(nanometres, places, [c[i] for c in colours]) for i in range(3))


def spectrum():
    """Where firefly light lies among the colours."""
    width, height = 1000, 500
    canvas = gradient(width, height, [(0, (16, 18, 42)), (1, (16, 18, 42))])
    left, right, floor, top = 60, 940, 400, 50
    to_x = lambda nm: left + (nm - 400) / 300 * (right - left)
    curve = lambda nm: math.exp(-(((nm - 562) / (26 if nm < 562 else 40)) ** 2))
    columns = np.arange(left, right)
    steps = 400 + (columns - left) * 300 // (right - left) // 4 * 4 + 2  # bars of 4 nm
    rainbow = np.array([wavelength(nm) for nm in steps])
    canvas[floor + 8 : floor + 34, left:right] = rainbow * 0.8
    for x, colour in zip(columns, rainbow):
        nm = 400 + (x - left) / (right - left) * 300
        canvas[int(floor - (floor - top) * curve(nm)) : floor, x] = colour
    for nm in (400, 450, 500, 550, 600, 650, 700):
        line(canvas, [(to_x(nm), floor + 36), (to_x(nm), floor + 48)], 3, PAPER)
        text(canvas, to_x(nm), floor + 70, str(nm), 26, PAPER)
    outline = [(to_x(nm), floor - (floor - top) * curve(nm)) for nm in range(400, 701, 3)]
    line(canvas, outline, 5, (255, 255, 240))
    text(canvas, 880, 90, "nm", 30, mix(PAPER, INK, 0.3))
    return canvas


def flash_patterns():
    """Who flashes when: one row a kind, twelve seconds from left to right."""
    width, height = 1100, 700
    canvas = gradient(width, height, [(0, (20, 24, 60)), (1, (12, 34, 56))])
    left, right = 50, 1060
    to_x = lambda second: left + (right - left) * second / 12
    rows = [
        ("one J, then a pause", AMBER, [(0.6, 0.7), (6.2, 0.7)]),
        (
            "six quick ones, then dark",
            LIME,
            [(0.5 + i * 0.5, 0.16) for i in range(6)] + [(9.8 + i * 0.5, 0.16) for i in range(4)],
        ),
        ("every two seconds", (120, 255, 190), [(0.4 + i * 2, 0.6) for i in range(6)]),
        ("every four seconds", (110, 220, 255), [(0.4 + i * 4, 1.1) for i in range(3)]),
        ("a lamp left on", (170, 255, 110), [(0.1, 11.7)]),
    ]
    for second in range(13):
        line(canvas, [(to_x(second), 40), (to_x(second), 640)], 2, (44, 56, 98))
        text(canvas, to_x(second), 666, str(second), 24, (170, 180, 214))
    for index, (name, colour, flashes) in enumerate(rows):
        y = 94 + index * 120
        text(canvas, left + 6, y - 42, name, 26, mix(colour, (255, 255, 255), 0.45), anchor="lm")
        line(canvas, [(left, y + 36), (right, y + 36)], 3, (78, 92, 140))
        for start, length in flashes:
            halo = np.zeros_like(canvas)
            box = (to_x(start), y - 16, to_x(start + length), y + 34)
            rounded(halo, *box, 12, colour, blur=12)
            screen(canvas, halo * 0.8)
            if index == 0:
                hook = [
                    (to_x(start + length * t), y + 8 + 26 * math.sin(t * 3.0) - 36 * t**3)
                    for t in np.linspace(0, 1, 16)
                ]
                line(canvas, hook, 15, mix(colour, (255, 255, 230), 0.35))
            else:
                rounded(canvas, *box, 12, mix(colour, (255, 255, 230), 0.25))
    return canvas


def branches():
    """A map of posts as a tree of lights."""
    width, height, random = 1000, 800, np.random.default_rng(20)
    canvas = radial(width, height, (420, 420), 760, (24, 74, 88), (14, 18, 52))
    tones = [(255, 214, 110), (255, 140, 90), (232, 96, 150), (150, 130, 250), (90, 200, 240), (140, 240, 150)]
    nodes, roads = [], []

    def grow(x, y, angle, length, level, tone):
        nodes.append((x, y, 24 - level * 3.4, tone))
        if level == 5:
            return
        count = [6, 3, 2, 2, 1][level]
        spread = [5.24, 1.2, 0.95, 0.75, 0.4][level]
        for child in range(count):
            turn = angle + (child - (count - 1) / 2) * spread / max(1, count - 1) + random.normal(0, 0.07)
            if level and random.uniform() < 0.12:
                continue
            far = length * random.uniform(0.85, 1.15)
            end = (x + math.cos(turn) * far * 1.18, y + math.sin(turn) * far)
            colour = tones[child % 6] if level == 0 else tone
            bend = (
                (x + math.cos(angle) * far * 0.5, y + math.sin(angle) * far * 0.42)
                if level
                else ((x + end[0]) / 2, (y + end[1]) / 2)
            )
            curve = [
                (
                    (1 - t) ** 2 * x + 2 * t * (1 - t) * bend[0] + t * t * end[0],
                    (1 - t) ** 2 * y + 2 * t * (1 - t) * bend[1] + t * t * end[1],
                )
                for t in np.linspace(0, 1, 14)
            ]
            roads.append((curve, 13 - level * 2.3, colour))
            grow(*end, turn, length * 0.66, level + 1, colour)

    grow(500, 400, 0.3, 128, 0, PAPER)
    for curve, thickness, colour in roads:
        line(canvas, curve, thickness, mix(colour, INK, 0.35))
    for x, y, radius, colour in nodes:
        glow(canvas, x, y, radius * 2.2, colour, 0.55, core=False)
    for x, y, radius, colour in nodes:
        ellipse(canvas, x, y, radius, radius, mix(colour, (255, 255, 255), 0.3))
    ellipse(canvas, 500, 400, 46, 46, INK)
    beetle(canvas, 500, 394, 34)
    return canvas


def terminal():
    """A terminal window with cards in it, and one of them lit."""
    width, height = 1000, 625
    canvas = gradient(width, height, [(0, (94, 60, 150)), (0.55, (224, 96, 120)), (1, (255, 180, 96))])
    rounded(canvas, 84, 76, 924, 580, 26, (40, 16, 60), blur=18)
    rounded(canvas, 76, 54, 924, 568, 24, (30, 30, 46))
    rounded(canvas, 76, 54, 924, 130, 24, (54, 54, 76))
    polygon(canvas, [(76, 104), (924, 104), (924, 130), (76, 130)], (30, 30, 46))
    for index, colour in enumerate(((250, 96, 88), (250, 190, 70), (96, 206, 96))):
        ellipse(canvas, 112 + index * 34, 80, 11, 11, colour)
    polygon(canvas, [(92, 116), (908, 116), (908, 508), (92, 508)], (128, 128, 128))
    cards = [(132, 66), (212, 204), (430, 66)]
    for index, (y, tall) in enumerate(cards):
        rounded(canvas, 122, y, 878, y + tall, 10, (255, 255, 255) if index == 1 else (238, 238, 238))
        line(canvas, [(146, y + 20), (146 + (250, 330, 200)[index], y + 20)], 10, (40, 40, 52))
        line(canvas, [(146, y + 42), (146 + (330, 260, 380)[index], y + 42)], 6, (150, 150, 164))
        rounded(canvas, 846, y + 12, 906, y + 50, 8, (255, 255, 255))
        line(canvas, [(868, y + 20), (880, y + 31), (868, y + 42)], 6, (30, 30, 40))
    rounded(canvas, 122, 212, 132, 416, 4, (64, 200, 190))
    view = radial(700, 110, (350, 90), 420, (40, 110, 120), (14, 20, 60))
    for x, y, r in ((80, 60, 26), (210, 40, 18), (350, 66, 34), (500, 36, 20), (620, 70, 28)):
        glow(view, x, y, r, LIME, 1.0)
    canvas[276:386, 146:846] = view
    line(canvas, [(146, 402), (500, 402)], 6, (150, 150, 164))
    for index, x in enumerate((230, 500, 770)):
        rounded(canvas, x - 110, 516, x + 110, 556, 10, (84, 84, 104) if index == 0 else (44, 44, 62))
        line(canvas, [(x - 40, 536), (x + 40, 536)], 8, PAPER if index == 0 else (140, 140, 160))
    glow(canvas, 880, 120, 90, LIME, 0.75, core=False)
    beetle(canvas, 880, 112, 56, angle=0.6)
    return canvas


# The authors -----------------------------------------------------------------------------------


def smile(canvas, left, right, y, thickness, colour):
    """A mouth: a shallow arc from left to right."""
    arc = [(left + (right - left) * t, y + 13 * math.sin(t * math.pi)) for t in np.linspace(0, 1, 16)]
    line(canvas, arc, thickness, colour)


def bust(canvas, skin, shirt, cx=240):
    """Shoulders, neck and head, as plain as a playing piece."""
    ellipse(canvas, cx, 520, 176, 170, shirt)
    rounded(canvas, cx - 36, 270, cx + 36, 390, 30, mix(skin, (60, 20, 30), 0.22))
    ellipse(canvas, cx, 218, 88, 108, skin)


def noor():
    """Noor: a headscarf, a cursor and a screen's light."""
    size, canvas = 480, radial(480, 480, (240, 200), 420, (96, 214, 206), (20, 70, 110))
    for row in range(9):
        line(canvas, [(16, 36 + row * 52), (16 + (90, 60, 120, 80, 40)[row % 5], 36 + row * 52)], 12, (30, 110, 134))
        line(
            canvas, [(464 - (60, 110, 80, 40, 90)[row % 5], 36 + row * 52), (464, 36 + row * 52)], 12, (30, 110, 134)
        )
    ellipse(canvas, 240, 230, 138, 160, (206, 62, 92))
    bust(canvas, (226, 172, 130), (168, 40, 76))
    polygon(canvas, [(120, 280), (240, 380), (360, 280), (390, 480), (90, 480)], (206, 62, 92))
    for x in (176, 300):
        fold = [(x + 26 * math.sin(t * 2.4), 372 + 108 * t) for t in np.linspace(0, 1, 12)]
        line(canvas, fold, 9, (168, 40, 76))
    head = [
        (240 + 108 * math.cos(a), 226 + 132 * math.sin(a)) for a in np.linspace(math.pi * 0.96, math.pi * 2.04, 40)
    ]
    line(canvas, head, 46, (206, 62, 92))
    for x in (206, 274):
        rounded(canvas, x - 9, 206, x + 9, 234, 9, (50, 28, 36))
        line(canvas, [(x - 16, 186), (x + 16, 184)], 7, (70, 40, 40))
    smile(canvas, 210, 270, 280, 8, (150, 60, 64))
    rounded(canvas, 392, 392, 424, 450, 4, LIME)
    glow(canvas, 408, 420, 50, LIME, 0.7, core=False)
    return canvas


def ines():
    """Inês: curls, round glasses and a leaf."""
    canvas, random = radial(480, 480, (240, 220), 420, (255, 214, 120), (224, 110, 62)), np.random.default_rng(22)
    for _ in range(26):
        a = random.uniform(math.pi * 0.9, math.pi * 2.1)
        ellipse(
            canvas,
            240 + 102 * math.cos(a),
            204 + 106 * math.sin(a),
            44,
            44,
            mix((70, 34, 30), (110, 56, 40), random.uniform()),
        )
    bust(canvas, (240, 190, 150), (34, 110, 92))
    for a in np.linspace(math.pi * 1.1, math.pi * 1.9, 9):
        ellipse(
            canvas,
            240 + 82 * math.cos(a),
            196 + 92 * math.sin(a),
            32,
            28,
            mix((70, 34, 30), (110, 56, 40), random.uniform()),
        )
    for x in (202, 278):
        ellipse(canvas, x, 222, 36, 36, (30, 30, 46))
        ellipse(canvas, x, 222, 28, 28, (214, 240, 236))
        ellipse(canvas, x, 224, 9, 11, (40, 30, 30))
    line(canvas, [(236, 218), (244, 218)], 8, (30, 30, 46))
    smile(canvas, 206, 274, 284, 8, (176, 76, 66))
    polygon(canvas, [(330, 470), (340, 396), (420, 340), (430, 420), (380, 462)], (104, 190, 84))
    line(canvas, [(336, 470), (418, 352)], 5, (44, 110, 60))
    return canvas


def caleb():
    """Caleb: a beard, a cap and one large lens."""
    canvas = radial(480, 480, (240, 200), 430, (64, 90, 160), (14, 18, 52))
    for x, y, r in ((60, 90, 26), (420, 70, 30), (52, 300, 20), (436, 260, 20)):
        glow(canvas, x, y, r, LIME, 1.0)
    bust(canvas, (206, 146, 108), (176, 62, 46))
    for y in range(390, 480, 34):
        line(canvas, [(80, y), (400, y)], 8, (120, 34, 40))
    for x in range(110, 400, 52):
        line(canvas, [(x, 392), (x, 480)], 8, (120, 34, 40))
    beard = [(240 + 94 * math.cos(a), 250 + 108 * math.sin(a)) for a in np.linspace(0, math.pi, 40)]
    polygon(canvas, beard + [(150, 214), (196, 262), (284, 262), (330, 214)], (96, 50, 32))
    polygon(canvas, [(142, 184), (150, 110), (200, 80), (280, 80), (330, 110), (338, 184)], (58, 120, 84))
    polygon(canvas, [(130, 172), (390, 168), (400, 196), (130, 196)], (42, 92, 68))
    ellipse(canvas, 240, 134, 22, 22, LIME)
    for x in (206, 274):
        ellipse(canvas, x, 222, 9, 11, (40, 26, 26))
    smile(canvas, 212, 268, 288, 9, (230, 150, 124))
    rounded(canvas, 128, 366, 352, 478, 20, (28, 28, 38))
    for radius, colour in ((60, (62, 62, 78)), (48, (18, 20, 34)), (36, (44, 90, 150)), (20, (120, 190, 230))):
        ellipse(canvas, 240, 424, radius, radius, colour)
    ellipse(canvas, 226, 408, 10, 8, (250, 255, 255))
    return canvas


def haruto():
    """Mr Mizuno: white hair, a stationmaster's cap, the moon."""
    canvas = gradient(480, 480, [(0, (36, 44, 104)), (0.7, (150, 90, 140)), (1, (236, 150, 120))])
    ellipse(canvas, 240, 206, 190, 190, (250, 236, 190))
    ellipse(canvas, 240, 210, 108, 96, (236, 236, 240))
    bust(canvas, (236, 190, 152), (30, 36, 70))
    polygon(canvas, [(196, 356), (240, 420), (284, 356), (300, 480), (180, 480)], (244, 244, 246))
    polygon(canvas, [(228, 392), (252, 392), (262, 480), (218, 480)], (190, 50, 56))
    polygon(canvas, [(142, 170), (134, 110), (180, 76), (300, 76), (346, 110), (338, 170)], (30, 36, 70))
    rounded(canvas, 138, 140, 342, 176, 8, (200, 44, 52))
    polygon(canvas, [(146, 174), (334, 174), (310, 198), (170, 198)], (18, 20, 40))
    ellipse(canvas, 240, 118, 22, 22, (244, 200, 90))
    for x in (204, 276):
        line(canvas, [(x - 17, 232), (x, 224), (x + 17, 232)], 7, (60, 40, 44))
        line(canvas, [(x - 20, 208), (x + 18, 206)], 9, (230, 230, 236))
    line(canvas, [(204, 272), (240, 264), (276, 272)], 13, (236, 236, 240))
    smile(canvas, 216, 264, 290, 7, (170, 84, 76))
    for x, y, r in ((64, 400, 30), (420, 424, 26), (410, 60, 18)):
        glow(canvas, x, y, r, LIME, 0.95)
    return canvas


def wren():
    """Wren: a short red crop, a raincoat and a clicker counter."""
    canvas = gradient(
        480, 480, [(0, (150, 200, 190)), (0.62, (96, 160, 140)), (0.63, (60, 110, 74)), (1, (34, 76, 60))]
    )
    for x in range(-10, 500, 26):
        line(canvas, [(x, 0), (x - 50, 300)], 3, (188, 222, 216))
    ellipse(canvas, 240, 246, 140, 164, (240, 190, 46))
    ellipse(canvas, 240, 236, 116, 136, (196, 140, 30))
    bust(canvas, (250, 212, 190), (240, 190, 46))
    hair = [
        (150, 196),
        (158, 130),
        (200, 96),
        (250, 88),
        (310, 108),
        (332, 160),
        (332, 200),
        (300, 160),
        (250, 176),
        (210, 150),
        (176, 170),
    ]
    polygon(canvas, hair, (196, 74, 34))
    for x in (206, 276):
        ellipse(canvas, x, 220, 10, 12, (44, 70, 60))
    for x, y in ((186, 250), (200, 258), (282, 250), (296, 258), (240, 244)):
        ellipse(canvas, x, y, 4, 4, (222, 150, 116))
    smile(canvas, 208, 270, 276, 8, (180, 84, 76))
    line(canvas, [(240, 390), (240, 480)], 6, (150, 104, 20))
    for y in (410, 450):
        ellipse(canvas, 262, y, 8, 8, (150, 104, 20))
    ellipse(canvas, 400, 410, 54, 54, (60, 64, 76))
    ellipse(canvas, 400, 410, 44, 44, (206, 212, 220))
    rounded(canvas, 368, 396, 432, 426, 5, (24, 30, 36))
    text(canvas, 400, 411, "042", 26, LIME)
    rounded(canvas, 388, 340, 412, 362, 6, (60, 64, 76))
    return canvas


# Saving ----------------------------------------------------------------------------------------

# name, painter, grain, and JPEG or WebP quality, or PNG colours
PICTURES = [
    ("meadow.jpg", meadow, 1.5, 47),
    ("lantern.webp", lantern, 1.5, 66),
    ("moon-pond.webp", moon_pond, 1.5, 54),
    ("jar.jpg", jar, 1, 46),
    ("hedge.webp", hedge_glow, 1.5, 60),
    ("long-exposure.jpg", long_exposure, 1, 50),
    ("leaf-litter.webp", leaf_litter, 1, 50),
    ("life-cycle.png", life_cycle, 0, 72),
    ("spectrum.png", spectrum, 0, 128),
    ("flash-patterns.png", flash_patterns, 0, 64),
    ("branches.webp", branches, 1, 58),
    ("terminal.png", terminal, 0, 88),
    ("noor.png", noor, 0, 96),
    ("ines.jpg", ines, 1, 68),
    ("caleb.webp", caleb, 1.5, 70),
    ("haruto.webp", haruto, 1.5, 70),
    ("wren.jpg", wren, 1, 56),
]


def save(canvas, path, quality):
    image = Image.fromarray(np.clip(canvas + 0.5, 0, 255).astype(np.uint8), "RGB")
    if path.suffix == ".png":
        image.quantize(quality, method=Image.MAXCOVERAGE, kmeans=2, dither=Image.NONE).save(path, optimize=True)
    elif path.suffix == ".jpg":
        image.save(path, quality=quality, optimize=True, progressive=True)
    else:
        image.save(path, quality=quality, method=6)


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: make-pictures.py OUTDIR [NAME …]")
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    for seed, (name, painter, noise, quality) in enumerate(PICTURES):
        if wanted and name not in wanted:
            continue
        canvas = painter()
        grain(canvas, np.random.default_rng(100 + seed), noise)
        save(canvas, folder / name, quality)
        height, width, _ = canvas.shape
        print(f"{name:20} {width:4} × {height:4} {(folder / name).stat().st_size / 1024:6.1f} KB")


if __name__ == "__main__":
    main()
