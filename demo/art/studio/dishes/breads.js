import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, smooth, surface } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { butter, coriander, dip, onionRings } from '../kitchen/sides.js'
import { bananaLeaf, board, paper, plate, thali } from '../kitchen/vessels.js'

/** Returns the material of flat dough with blisters: pale, with brown and black spots from the hot oven. */
function doughSkin({ tint = '#e6c48e', brown = '#a8642a', char = 0.8, spots = 0.8, green = 0, oil = 0.1 } = {}) {
  return food({
    color: tint,
    tones: [
      ['#f3dfb6', '.8 * smoothstep(.42, .62, fbm(p * 2.4))'],
      [brown, `${spots} * smoothstep(.5, .68, fbm(p * 3.1 + 4.) + .06 * fbm(p * 12.))`],
      ['#3a1c0a', `${char} * smoothstep(.58, .7, fbm(p * 4.2 + 11.))`],
      ['#4a7a24', `${green} * smoothstep(.19, .12, cell(p * vec3(5., 1., 5.)).x)`],
    ],
    bump: '.03 * fbm(p * 6.) + .008 * noise3(p * 30.)',
    rough: 0.62,
    coat: oil,
    coatRough: 0.3,
    glow: 0.09,
    side: 2,
  })
}

/** Returns one flat bread: round, or a drop like a naan when `long` is over 1; its blisters rise by `puff`. */
function flat(seed, { r = 1.3, thick = 0.07, puff = 0.09, long = 1, bend = 0.06, ...skin } = {}) {
  const top = heap(
    r,
    (v, x, z) =>
      thick * (1 - smooth(0.9, 1, v)) +
      puff * Math.max(0, fbm(x * 1.6, seed * 3, z * 1.6, 3)) * (1 - smooth(0.8, 1, v)) +
      bend * fbm(x * 0.6, seed, z * 0.6, 2) +
      0.02,
    {
      edge: (a) =>
        (1 + 0.025 * Math.sin(a * 3 + seed) + 0.02 * Math.sin(a * 7 + seed * 2)) *
        (long > 1
          ? 1 + (long - 1) * Math.max(0, Math.cos(a)) ** 1.6 - 0.18 * Math.abs(Math.sin(a)) * Math.max(0, Math.cos(a))
          : 1),
      rings: 60,
      segments: 120,
    },
  )
  return mesh(top, doughSkin(skin))
}

/** Returns a bread of layered dough that turns inwards like a snail, as in a laccha paratha or parotta. */
function layered(seed, { r = 1.15, ...skin } = {}) {
  const shape = heap(
    r,
    (v, x, z) => {
      const a = Math.atan2(z, x)
      const swirl = Math.sin(v * 44 - a * 1.0 + 0.9 * fbm(x * 2, seed, z * 2, 2))
      return 0.17 * (1 - smooth(0.88, 1, v)) + 0.035 * swirl * (1 - v * 0.3) + 0.05 * fbm(x * 2, seed, z * 2, 3)
    },
    { edge: (a) => 1 + 0.03 * Math.sin(a * 5 + seed), rings: 110, segments: 150 },
  )
  return mesh(shape, doughSkin({ tint: '#e3bb78', brown: '#9a5a1e', char: 0.35, oil: 0.35, ...skin }))
}

/** Returns a bread full of air: a poori, bhatura or luchi. */
export function puffed(seed, { r = 0.8, high = 0.72, color = '#d89a3e', deep = '#a8601a' } = {}) {
  const shape = blob({
    size: [r, r * high, r],
    rough: 0.09,
    often: 1.5,
    seed,
    detail: 44,
    shape: (x, y, z) => [x, y < 0 ? y * 0.5 : y, z],
  })
  const skin = food({
    color,
    tones: [
      ['#efc878', '.8 * smoothstep(.45, .65, fbm(p * 2.2))'],
      [deep, '.8 * smoothstep(.5, .7, fbm(p * 3.4 + 4.))'],
      ['#f2d79a', '.5 * smoothstep(.16, .1, cell(p * 9.).x)'],
    ],
    bump: '.012 * fbm(p * 9.) + .006 * cell(p * 12.).x',
    rough: 0.42,
    coat: 0.35,
    coatRough: 0.3,
    glow: 0.09,
  })
  return mesh(shape, skin)
}

const tops = {
  butter: (_seed, y) => [put(butter(0.95), { at: [0.1, y, 0.1] })],
  coriander: (seed, y) => [coriander(16, 0.9, seed, () => y)],
  garlic: (seed, y) => [
    scatter('cube', skins.plain('#efdcae', { deep: '#b87a2c' }), 46, 1, { seed, lie: () => y + 0.03, size: 0.085 }),
    coriander(20, 1, seed, () => y + 0.04),
  ],
  cheese: (seed, y) => [
    scatter('patty', skins.plain('#f5cf6a', { deep: '#d88a2a', coat: 0.5 }), 8, 0.8, {
      seed,
      lie: () => y,
      size: 0.42,
      flat: 0.1,
      sink: 0.3,
    }),
    scatter('okra', skins.plain('#3f7a22', { coat: 0.5 }), 12, 0.8, { seed, lie: () => y + 0.05, size: 0.2 }),
  ],
  egg: (seed, y) => [
    scatter('nugget', skins.plain('#f0c24a', { deep: '#d8921c' }), 16, 0.85, {
      seed,
      lie: () => y,
      size: 0.26,
      sink: 0.3,
    }),
    coriander(10, 0.8, seed, () => y + 0.06),
  ],
}

function set(kind, seed) {
  if (kind === 'leaf') return bananaLeaf(5.2, 3.6, seed)
  if (kind === 'board') return board('round', 2)
  if (kind === 'paper') return paper(4.6, 4, seed)
  if (kind === 'steel' || kind === 'brass') return thali(2.15, kind)
  return plate(kind, 2.1)
}

const sideSpots = [
  [-1.15, 0.08, -1.15],
  [0.2, 0.08, -1.42],
  [1.35, 0.08, -0.95],
]

export const breads = {
  /** Builds a stack of breads; `style` is flat, layered or folded. */
  stack({ seed, count = 3, style = 'flat', vessel = 'steel', r = 1.3, skin = {}, top = [], sides = [], onion }) {
    const random = randomOf(seed)
    const base = vessel === 'board' ? 0.15 : 0.1
    const step = style === 'layered' ? 0.19 : (skin.thick ?? 0.07) + 0.055
    const parts = Array.from({ length: count }, (_, i) => {
      const one = style === 'layered' ? layered(seed + i, { r: r * 0.88, ...skin }) : flat(seed + i, { r, ...skin })
      return put(one, {
        at: [random.between(-0.12, 0.12), base + i * step, 0.42 + random.between(-0.12, 0.12)],
        turn: [0, skin.long ? -1.2 + random.between(-0.35, 0.35) : random.between(0, 6.28), 0],
      })
    })
    const y = base + count * step + (style === 'layered' ? 0.02 : 0.03)
    const on = top.flatMap((name) => tops[name](seed, y)).map((one) => put(group(one), { at: [0, 0, 0.42] }))
    const around = sides.map((side, i) => dip(side, { at: sideSpots[i], seed: seed + i, r: 0.56 }))
    return {
      objects: [
        set(vessel, seed),
        ...parts,
        ...on,
        ...around,
        onion ? put(onionRings(6, seed), { at: [1.5, base + 0.05, 0.7] }) : null,
      ].filter(Boolean),
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  /** Builds pooris, bhature or luchis next to a curry. */
  puffs({ seed, count = 3, r = 0.78, high = 0.72, color, deep, vessel = 'steel', side = 'saagu', onion }) {
    const at = [
      [-0.85, 0, 0.2],
      [0.5, 0, 0.7],
      [-0.2, 0.45, 0.55],
      [0.7, 0.4, 0.05],
      [-0.75, 0.5, 0.9],
    ]
    const parts = Array.from({ length: count }, (_, i) =>
      put(puffed(seed + i, { r, high, color, deep }), {
        at: [at[i][0], 0.34 + at[i][1], at[i][2]],
        turn: [0.12 * Math.sin(i * 2), i * 1.7, 0.1],
      }),
    )
    const curry = dip(side, { at: [0.75, 0.08, -0.98], r: 0.82, h: 0.5, seed })
    return {
      objects: [
        set(vessel, seed),
        ...parts,
        curry,
        onion ? put(onionRings(6, seed), { at: [-1.3, 0.14, -0.85] }) : null,
      ].filter(Boolean),
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  /** Builds rolls in paper: flat bread around a filling that shows at the open end. */
  roll({
    seed,
    count = 2,
    filling = '#b8431c',
    green = true,
    white = false,
    skin = {},
    ground = 'kraft',
    cut = false,
  }) {
    const parts = Array.from({ length: count }, (_, i) => {
      const one = wrap(seed + i, { filling, green, white, skin, cut })
      return put(one, {
        at: [count === 1 ? 0 : -0.62 + i * 1.15, 0.02, 0.35 - i * 0.25],
        turn: [0, 0.35 + i * 0.12, 0],
      })
    })
    return {
      objects: [
        board('square', 2.1),
        put(group(parts), { at: [0, 0.14, 0] }),
        put(dip('green', { r: 0.5, seed, metal: 'white' }), { at: [1.75, 0.14, -1] }),
      ],
      look: { ground, angle: 'plate' },
    }
  },
}

/** Returns a rolled bread that stands upright: the upper end open towards the viewer, the lower half in paper. */
function wrap(seed, { filling, green, white, skin, cut }) {
  const r = 0.44
  const length = 2.6
  const sheet = (radius, from, to, open) =>
    surface(90, 70, (u, v) => {
      const angle = u * 2 * Math.PI * 1.15 + 0.6
      const along = from + (to - from) * v
      const swell =
        radius *
        (1 + 0.06 * fbm(Math.cos(angle) * 2, along * 2, Math.sin(angle) * 2 + seed, 3) + 0.05 * u) *
        (1 + open * smooth(0.8, 1, v))
      return [swell * Math.cos(angle), radius * 0.98 + swell * Math.sin(angle) * 0.92, along]
    })
  const bread = mesh(sheet(r, -length / 2, length / 2, 0.1), doughSkin({ char: 0.7, ...skin }))
  const cover = mesh(
    sheet(r + 0.035, -length / 2 - 0.12, length * 0.08, 0),
    food({
      color: cut ? '#c9a272' : '#e9dfcc',
      tones: [['#b8a98a', '.5 * smoothstep(.45, .7, fbm(p * 5.))']],
      bump: '.04 * abs(fbm(p * 3.) - .5)',
      rough: 0.8,
      side: 2,
      glow: 0.05,
    }),
  )
  const z = length / 2 - 0.1
  const inside = [
    put(
      mesh(
        blob({ size: [r * 0.86, r * 0.8, 0.2], rough: 0.2, often: 4, seed, detail: 30 }),
        skins.grilled({ color: filling, char: 0.35 }),
      ),
      { at: [0, r * 0.98, z - 0.1] },
    ),
    scatterFront('chunk', skins.grilled({ color: filling, char: 0.6 }), 8, 0.3, r, z, seed),
    green ? scatterFront('shred', skins.plain('#5a9a34', { coat: 0.4 }), 10, 0.3, r, z + 0.05, seed + 1) : null,
    scatterFront('shred', skins.plain('#c87aa0', { coat: 0.4 }), 9, 0.28, r, z + 0.06, seed + 2),
    white ? scatterFront('nugget', skins.plain('#f3ecd8', { coat: 0.6 }), 6, 0.2, r, z + 0.06, seed + 3) : null,
  ].filter(Boolean)
  return group(bread, cover, inside)
}

function scatterFront(shape, skin, count, size, r, z, seed) {
  const random = randomOf(seed * 5 + 1)
  return group(
    Array.from({ length: count }, () => {
      const [x, y] = random.disc()
      return put(mesh(shapes[shape](seed), skin), {
        at: [x * r * 0.72, r * 0.98 + y * r * 0.66, z + random.between(-0.03, 0.12)],
        turn: [random.between(0, 6), random.between(0, 6), 0],
        size: size * random.between(0.8, 1.2),
      })
    }),
  )
}
