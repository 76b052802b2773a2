import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { group, mesh, put, tube } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { coriander, dip, gravy, halfEgg, mint } from '../kitchen/sides.js'
import { bowl, pan, plate, pool } from '../kitchen/vessels.js'
import { dough, gyoza, momo, nori, steamer } from './eastern-parts.js'
import { noodleStrands } from './western-parts.js'

export const momosAndNoodles = {
  momos({ seed, count = 8, skin = 'steamed', in: vessel = 'steamer', shape = 'momo', dipKind = 'red', broth }) {
    const make = (i) => (shape === 'gyoza' ? gyoza(seed + i, dough[skin]()) : momo(seed + i, dough[skin]()))
    const y = vessel === 'steamer' ? 0.2 : vessel === 'bowl' ? 0.5 : 0.12
    const ring = count > 6 ? 0.98 : 0.78
    const parts = Array.from({ length: count }, (_, i) => {
      const inner = i === count - 1 && count > 5
      const a = (i / (count > 5 ? count - 1 : count)) * 2 * Math.PI + seed
      const r = inner ? 0 : ring
      return put(make(i), {
        at: [r * Math.cos(a), y, r * Math.sin(a) + 0.05],
        turn: [0, shape === 'gyoza' ? 0.3 : a * 3, 0],
        size: 0.98,
      })
    })
    const base =
      vessel === 'steamer'
        ? steamer(1.72)
        : vessel === 'bowl'
          ? bowl('black', 1.7, 0.8)
          : vessel === 'pan'
            ? pan()
            : plate(vessel, 2)
    const soup = broth ? [pool(1.5, 0.6, gravy(broth, { chunky: 0.5 }), { wave: 0.02, seed })] : []
    const more = broth || skin === 'chilli' ? [coriander(18, 1.2, seed, () => y + 0.5)] : []
    return {
      objects: [
        base,
        ...soup,
        ...parts,
        ...more,
        put(dip(dipKind, { r: 0.5, metal: 'white', seed }), { at: [1.75, 0.02, -1.35] }),
      ],
      look: { ground: 'wood', angle: { lift: 42, far: 8.4, at: [0.1, 0.4, 0] } },
    }
  },
  noodles({ seed, color = '#dba85c', sauce = '#8a4a1c', kind = 'black', pieces = [], broth, thick = 0.04 }) {
    const skin = food({
      color,
      tones: [[sauce, '.7 * smoothstep(.42, .62, fbm(p * 2.6))']],
      rough: 0.35,
      coat: 0.5,
      coatRough: 0.2,
      glow: 0.09,
    })
    const strands = put(group(noodleStrands(seed, skin, 120, thick, 1)), {
      at: [0, broth ? 0.3 : 0.46, 0],
      size: broth ? [1, 0.72, 1] : 1,
    })
    const lie = (x, z) => (broth ? 0.62 : 0.62) + 0.34 * (1 - Math.min(1, Math.hypot(x, z) / 1.1))
    const kinds = {
      veg: () => [
        scatter('shred', skins.plain('#e07a22', { coat: 0.4 }), 26, 1, { seed, lie, size: 0.42, flat: 0.5 }),
        scatter('shred', skins.plain('#5a9a34', { coat: 0.4 }), 26, 1, { seed: seed + 1, lie, size: 0.42, flat: 0.5 }),
        scatter('wedge', skins.plain('#d8e0b0', { coat: 0.4 }), 9, 0.9, { seed: seed + 2, lie, size: 0.3 }),
      ],
      chicken: () => [
        scatter('finger', skins.grilled({ color: '#c8863c', char: 0.3 }), 14, 0.95, {
          seed: seed + 3,
          lie,
          size: 0.36,
        }),
      ],
      red: () => [scatter('cube', skins.plain('#c8281a'), 24, 1, { seed: seed + 4, lie, size: 0.1 })],
      garlic: () => [
        scatter('cube', skins.plain('#b87a2c', { deep: '#6e3c10' }), 70, 0.95, {
          seed: seed + 5,
          lie: (x, z) => lie(x, z) + 0.06,
          size: 0.07,
        }),
      ],
      spring: () => [
        scatter(new THREE.TorusGeometry(0.36, 0.15, 8, 16).rotateX(1.57), skins.plain('#5a9a34'), 30, 0.95, {
          seed,
          lie: (x, z) => lie(x, z) + 0.05,
          size: 0.12,
          flat: 1,
        }),
      ],
      prawn: () => [
        scatter('prawn', skins.sauced({ color: '#e0783a', light: '#f4b088', deep: '#b8481c' }), 8, 0.85, {
          seed,
          lie,
          size: 0.55,
          flat: 1.2,
        }),
      ],
      peanuts: () => [
        scatter('nugget', skins.plain('#d8a05a'), 30, 0.8, { seed, lie: (x, z) => lie(x, z) + 0.05, size: 0.1 }),
      ],
      egg: () => [
        put(halfEgg(), { at: [0.55, 0.56, 0.5], turn: [0.2, 0.5, 0], size: 1.05 }),
        put(halfEgg(), { at: [-0.1, 0.55, 0.85], turn: [0.2, -0.3, 0], size: 1.05 }),
      ],
      nori: () => [
        put(mesh(new THREE.BoxGeometry(0.8, 0.9, 0.03), nori()), { at: [-0.75, 1, -0.75], turn: [-0.35, 0.35, 0.08] }),
      ],
      corn: () => [
        put(scatter('pea', skins.plain('#f5c93a', { coat: 0.5 }), 40, 0.34, { seed, size: 0.13, lie: () => 0.05 }), {
          at: [-0.75, 0.72, 0.25],
        }),
      ],
      mushroom: () => [
        put(
          scatter('mushroom', skins.plain('#b8905a', { deep: '#6e4420', coat: 0.4 }), 10, 0.4, {
            seed,
            size: 0.34,
            flat: 1,
          }),
          { at: [0.6, 0.74, 0.25] },
        ),
      ],
      greens: () => [
        put(
          coriander(20, 0.4, seed, () => 0, 2.2),
          { at: [0.6, 0.76, -0.45] },
        ),
      ],
      lime: () => [],
      coriander: () => [coriander(14, 0.9, seed, (x, z) => lie(x, z) + 0.06)],
    }
    const soup = broth ? [pool(1.5, 0.62, gravy(broth, { chunky: 0.25 }), { wave: 0.01, seed })] : []
    return {
      objects: [bowl(kind, 1.65, 0.85), strands, ...soup, ...pieces.flatMap((name) => kinds[name]())],
      look: { ground: 'slate', angle: 'bowl' },
    }
  },
  springRolls({ seed, count = 6 }) {
    const skin = skins.fried({ color: '#cf8f38', deep: '#96560f', coat: 0.3 })
    const roll = (i) =>
      mesh(
        tube(
          Array.from({ length: 5 }, (_, n) => [-0.85 + n * 0.425, 0, 0]),
          (v, u) => 0.24 * Math.min(1, Math.sin(Math.PI * v) * 7) ** 0.5 * (1 + 0.05 * Math.sin(u * 6.28 + v * 5 + i)),
          { segments: 50, sides: 30 },
        ),
        skin,
      )
    const parts = Array.from({ length: count }, (_, i) =>
      put(roll(i), {
        at: [i < 3 ? -0.55 + i * 0.5 : -0.3 + (i - 3) * 0.5, i < 3 ? 0.36 : 0.74, 0.35],
        turn: [0, 1.2 + 0.06 * i, 0],
      }),
    )
    return {
      objects: [
        plate('black', 2.05),
        ...parts,
        dip('red', { at: [1.05, 0.1, -0.85], r: 0.5, metal: 'white', seed }),
        put(mint(seed, 0.8), { at: [-1.2, 0.14, -0.5] }),
      ],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  soup({ seed, color = '#b8481c', kind = 'white', pieces = [], top = ['coriander'], thin, deep, oil }) {
    const y = 0.66
    const add = {
      coriander: () => coriander(16, 0.8, seed, () => y + 0.03),
      tofu: () => scatter('cube', skins.paneer(), 9, 0.9, { seed, lie: () => y, size: 0.26, sink: 0.25 }),
      mushroom: () =>
        scatter('mushroom', skins.plain('#8a6038', { deep: '#4a2c14', coat: 0.5 }), 10, 0.9, {
          seed,
          lie: () => y,
          size: 0.3,
          sink: 0.2,
          flat: 1,
        }),
      chicken: () =>
        scatter('nugget', skins.plain('#e0c29a', { deep: '#b88a54' }), 14, 0.9, {
          seed,
          lie: () => y,
          size: 0.26,
          sink: 0.22,
        }),
      carrot: () =>
        scatter('cube', skins.plain('#e07a22', { coat: 0.4 }), 18, 0.95, {
          seed,
          lie: () => y,
          size: 0.13,
          sink: 0.25,
        }),
      corn: () =>
        scatter('pea', skins.plain('#f5c93a', { coat: 0.5 }), 50, 0.95, { seed, lie: () => y, size: 0.14, sink: 0.28 }),
      noodles: () =>
        scatter('shred', skins.fried({ color: '#d8a04a' }), 34, 0.55, {
          seed,
          lie: () => y + 0.08,
          size: 0.4,
          flat: 0.8,
        }),
      croutons: () =>
        scatter('cube', skins.fried({ color: '#d8a45c' }), 8, 0.5, {
          seed,
          lie: () => y + 0.02,
          size: 0.28,
          sink: 0.15,
        }),
      cream: () =>
        put(
          mesh(
            tube(
              Array.from({ length: 20 }, (_, i) => [
                0.5 * (1 - i / 26) * Math.cos(i * 0.5),
                y + 0.03,
                0.5 * (1 - i / 26) * Math.sin(i * 0.5),
              ]),
              0.04,
              { segments: 90, sides: 8, flat: 0.4 },
            ),
            skins.plain('#fbf3e4'),
          ),
        ),
      basil: () => put(mint(seed, 0.7), { at: [0.1, y + 0.04, 0.05] }),
      spring: () =>
        scatter(new THREE.TorusGeometry(0.36, 0.15, 8, 16).rotateX(1.57), skins.plain('#5a9a34'), 24, 0.8, {
          seed,
          lie: () => y + 0.04,
          size: 0.12,
          flat: 1,
        }),
      lemon: () =>
        put(
          scatter('slice', skins.plain('#e9dc6a', { coat: 0.7 }), 2, 0.3, { seed, lie: () => y, size: 0.6, flat: 0.1 }),
          { at: [0.4, 0.05, -0.3] },
        ),
    }
    return {
      objects: [
        bowl(kind, 1.6, 0.85),
        pool(1.42, y, gravy(color, { chunky: thin ? 0.15 : 0.45, coat: 1, deep, oil }), { wave: 0.015, seed }),
        ...[...pieces, ...top].map((name) => add[name]()),
      ],
      look: { ground: 'paleWood', angle: 'bowl', steam: 0.3 },
    }
  },
}
