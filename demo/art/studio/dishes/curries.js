import { food } from '../kitchen/food.js'
import { blob, mesh, put, smooth, tube } from '../kitchen/kit.js'
import { drumstick, scatter, skins } from '../kitchen/pieces.js'
import { butter, coriander, curryLeaves, dip, dryChilli, gravy, halfEgg, onionRings } from '../kitchen/sides.js'
import { bowl, handi, pan, pool } from '../kitchen/vessels.js'

const pots = {
  handi: (kind) => ({ object: handi(kind), y: 0.98, r: 1.17 }),
  bowl: (kind) => ({ object: bowl(kind, 1.55, 0.85), y: 0.68, r: 1.4 }),
  pan: () => ({ object: pan(), y: 0.3, r: 1.36 }),
}

const sunk =
  (shape, skin, count, size, sink = 0.18) =>
  (seed, r, y, color) => [scatter(shape, skin(color), count, r * 0.8, { seed, lie: () => y, size, sink, flat: 0.4 })]

/** The pieces of food in a curry, by name. */
const chunks = {
  paneer: sunk('cube', (sauce) => skins.paneer({ sauce }), 15, 0.4, 0.27),
  tikka: sunk('cube', () => skins.paneer({ char: 1 }), 11, 0.46, 0.16),
  chicken: sunk('chunk', () => skins.sauced({ color: '#c86a26', light: '#e09a50', deep: '#8a3a10' }), 9, 0.6),
  chickenTikka: sunk('chunk', () => skins.grilled({ color: '#c8521c', char: 0.75 }), 9, 0.58, 0.12),
  mutton: sunk('chunk', () => skins.sauced({ color: '#6e2c12', light: '#9a4c22', deep: '#3e1408' }), 9, 0.56),
  kofta: sunk('ball', () => skins.fried({ color: '#b8682a' }), 5, 0.72, 0.14),
  chickpeas: sunk(
    'chickpea',
    () => skins.sauced({ color: '#b8782c', deep: '#8a4c14', light: '#d8a050', coat: 0.6 }),
    95,
    0.25,
    0.2,
  ),
  blackChickpeas: sunk(
    'chickpea',
    () => skins.sauced({ color: '#5e3414', deep: '#3a1d0a', light: '#8a5424', coat: 0.6 }),
    95,
    0.2,
    0.2,
  ),
  beans: sunk('bean', () => skins.sauced({ color: '#7a2416', deep: '#4a120a', light: '#a84a2c' }), 75, 0.3, 0.2),
  lentils: sunk(
    'pea',
    () => skins.sauced({ color: '#5a2a16', deep: '#3a160a', light: '#7e4424', coat: 0.5 }),
    150,
    0.1,
    0.3,
  ),
  dal: sunk('pea', () => skins.plain('#e8b848', { deep: '#d08a24', coat: 0.5 }), 150, 0.09, 0.34),
  eggs: (seed, _r, y) =>
    [0, 1, 2, 3].map((i) =>
      put(halfEgg(), {
        at: [0.62 * Math.cos(i * 1.57 + seed), y - 0.26, 0.6 * Math.sin(i * 1.57 + seed)],
        turn: [0.12 * Math.sin(i * 3), i * 2, 0.1],
        size: 1,
      }),
    ),
  mushroom: sunk('mushroom', () => skins.plain('#d8bd96', { deep: '#8a6038', coat: 0.5 }), 14, 0.42, 0.16),
  peas: sunk('pea', () => skins.plain('#6aa834', { coat: 0.6 }), 40, 0.15, 0.24),
  potato: sunk('wedge', () => skins.plain('#e8c050', { deep: '#c08428', coat: 0.4 }), 12, 0.5, 0.16),
  babyPotato: sunk(
    'ball',
    () => skins.sauced({ color: '#d89a38', deep: '#a8601a', light: '#f0c468', coat: 0.6 }),
    11,
    0.5,
    0.12,
  ),
  cauliflower: sunk('floret', () => skins.plain('#ecd9a4', { deep: '#c8963c', coat: 0.3, bump: 0.06 }), 13, 0.48, 0.12),
  okra: sunk('okra', () => skins.plain('#5a7f2a', { deep: '#3a5418', coat: 0.35 }), 40, 0.5, 0.14),
  onion: sunk('shred', () => skins.plain('#d8a0a0', { deep: '#a85a6a', coat: 0.4 }), 26, 0.5, 0.16),
  capsicum: sunk('wedge', () => skins.plain('#3f8a2a', { deep: '#2a5e1a', coat: 0.6 }), 9, 0.4, 0.14),
  brinjal: sunk(
    'ball',
    () => skins.sauced({ color: '#3c1a30', deep: '#1e0c16', light: '#5e3a4a', coat: 0.9 }),
    7,
    0.62,
    0.1,
  ),
  prawn: sunk(
    'prawn',
    () => skins.sauced({ color: '#e0783a', deep: '#b8481c', light: '#f4b088', coat: 0.7 }),
    9,
    0.6,
    0.06,
  ),
  fish: (seed, _r, y) =>
    [0, 1, 2].map((i) =>
      put(fishSteak(seed + i), {
        at: [0.5 * Math.cos(i * 2.1 + 0.5), y + 0.03, 0.45 * Math.sin(i * 2.1 + 0.5)],
        turn: [0.12, i * 1.9, 0.06],
        size: 0.72,
      }),
    ),
  leg: (seed, r, y) => [
    put(drumstick(seed, skins.sauced({ color: '#a8441a', coat: 0.8 })), {
      at: [-0.2, y + 0.1, 0.3],
      turn: [0, 0.5, 0.1],
      size: 0.85,
    }),
    ...sunk('chunk', () => skins.sauced({ color: '#a8441a' }), 4, 0.6)(seed, r, y),
  ],
  vegetables: (seed, r, y) => [
    ...sunk('cube', () => skins.plain('#e07a22', { coat: 0.4 }), 14, 0.24)(seed, r, y),
    ...sunk('finger', () => skins.plain('#5a9a34', { coat: 0.4 }), 14, 0.32)(seed + 1, r, y),
    ...sunk('cube', () => skins.plain('#efe0b4', { coat: 0.3 }), 12, 0.3)(seed + 2, r, y),
  ],
  spinach: () => [],
  drumstickPod: sunk('finger', () => skins.plain('#6a8a3a', { coat: 0.4 }), 9, 0.6, 0.14),
  mince: sunk(
    'nugget',
    () => skins.sauced({ color: '#6e3416', deep: '#46200c', light: '#a0622c', coat: 0.4 }),
    190,
    0.19,
    0.2,
  ),
  crab: () => [],
}

/** Returns a steak of fish, cut across, with skin at its edge. */
export function fishSteak(seed = 1, { fried = false } = {}) {
  const meat = fried
    ? skins.grilled({ color: '#b8501c', deep: '#7a260c', char: 0.6 })
    : skins.plain('#ecdcc0', { deep: '#d09a4a', coat: 0.5 })
  const shape = blob({
    size: [0.72, 0.16, 0.5],
    rough: 0.06,
    seed,
    often: 2,
    detail: 30,
    shape: (x, y, z) => [x - 0.16 * (1 - z * z), Math.sign(y) * Math.abs(y) ** 0.5, z * (1 - 0.35 * smooth(0, 1, x))],
  })
  return mesh(shape, meat)
}

const finish = {
  coriander: (seed, r, y) => [coriander(16, r * 0.75, seed, () => y + 0.04, 1.1)],
  cream: (seed, r, y) => [creamSwirl(seed, r * 0.62, y + 0.05)],
  butter: (_seed, _r, y) => [put(butter(0.85), { at: [0.1, y + 0.03, 0.1] })],
  ginger: (seed, r, y) => [
    scatter('shred', skins.plain('#e8cf8a'), 14, r * 0.4, { seed, lie: () => y + 0.08, size: 0.28, flat: 0.9 }),
  ],
  curry: (seed, r, y) => [curryLeaves(7, r * 0.6, seed, () => y + 0.06)],
  chilli: (seed, _r, y) => [dryChilli(0.4, seed, () => y + 0.06), dryChilli(0.6, seed + 3, () => y + 0.05)],
  garlic: (seed, r, y) => [
    scatter('cube', skins.plain('#d8a048'), 24, r * 0.45, { seed, lie: () => y + 0.06, size: 0.09 }),
  ],
  coconut: (seed, r, y) => [
    scatter('shred', skins.plain('#f4efe4'), 30, r * 0.5, { seed, lie: () => y + 0.06, size: 0.16, flat: 1 }),
  ],
  onion: (seed) => [put(onionRings(6, seed), { at: [-1.75, 0.04, 0.8] })],
}

function creamSwirl(seed, r, y) {
  const points = Array.from({ length: 26 }, (_, i) => {
    const share = i / 25
    const a = share * 9.4 + seed
    return [r * (1 - share * 0.72) * Math.cos(a), y + 0.01 * Math.sin(i), r * (1 - share * 0.72) * Math.sin(a)]
  })
  return mesh(
    tube(points, (v) => 0.045 * (1.25 - v * 0.6), { segments: 160, sides: 10, flat: 0.5 }),
    food({ color: '#fbf3e4', rough: 0.2, coat: 0.7, glow: 0.12 }),
  )
}

export const curries = {
  curry({
    seed,
    pot = 'handi',
    kind = 'copper',
    color = '#b8481c',
    oil,
    deep,
    chunky = 0.6,
    pieces = [],
    top = ['coriander'],
    sides = [],

    thin,
  }) {
    const { object, y, r } = pots[pot](kind)
    const sauce = pool(r, y, gravy(color, { oil, deep, chunky, coat: thin ? 1 : 0.7 }), {
      wave: thin ? 0.015 : 0.07,
      often: 2.4,
      dome: thin ? 0 : 0.05,
      seed,
    })
    const inside = pieces.flatMap((name) => chunks[name](seed, r, y, color))
    const on = top.flatMap((name) => finish[name](seed, r, y))
    const around = sides.map((side, i) =>
      dip(side, {
        at: [
          [-1.85, 0.02, -1],
          [1.85, 0.02, -1.1],
        ][i],
        seed: seed + i,
      }),
    )
    return {
      objects: [object, sauce, ...inside, ...on, ...around],
      look: { ground: 'wood', angle: pot === 'pan' ? 'plate' : 'bowl' },
    }
  },
}
