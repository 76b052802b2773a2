import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, smooth, strew, surface } from '../kitchen/kit.js'
import { shapes } from '../kitchen/pieces.js'
import { butter, coriander, curryLeaves, dip } from '../kitchen/sides.js'
import { bananaLeaf, plate, thali } from '../kitchen/vessels.js'

/**
 * Returns the material of a dosa: rings from the ladle, browner where the batter was thin. `crisp` is from 0 (soft,
 * pale) to 1.
 */
function dosaSkin({ tint = '#dfa04a', brown = '#9a4d16', crisp = 0.7, lace = 0 } = {}) {
  const rings = 'length((uvp - .5) * vec2(1., 1.))'
  return food({
    color: tint,
    tones: [
      ['#f0cb84', `${(0.95 - crisp * 0.45).toFixed(2)} * smoothstep(.38, .62, fbm(vec3(uvp * 5., 2.)))`],
      [
        brown,
        `${(crisp * 0.9).toFixed(2)} * smoothstep(.42, .72, fbm(vec3(uvp * 3.2, 7.)) + .10 * sin(${rings} * 70. + 4. * fbm(vec3(uvp * 3., 1.))))`,
      ],
      [brown, `${(crisp * 0.7).toFixed(2)} * smoothstep(.5, .66, fbm(vec3(uvp * 17., 9.)))`],
      ['#5e2a0c', `${(crisp * 0.55).toFixed(2)} * smoothstep(.6, .74, fbm(vec3(uvp * 8., 4.)))`],
      ['#f6dca6', `${lace.toFixed(2)} * smoothstep(.3, .2, cell(vec3(uvp * 38., 1.)).x)`],
      ['#7a3c12', `${lace.toFixed(2)} * smoothstep(.16, .1, cell(vec3(uvp * 38., 1.)).x)`],
    ],
    bump: `.03 * fbm(vec3(uvp * 22., 3.)) + .012 * sin(${rings} * 90. + 4. * fbm(vec3(uvp * 3., 1.))) + ${(0.02 * lace).toFixed(3)} * cell(vec3(uvp * 38., 1.)).x`,
    rough: '.36 + .3 * fbm(vec3(uvp * 9., 5.))',
    coat: 0.28,
    coatRough: 0.35,
    glow: 0.07,
    side: 2,
  })
}

const palya = () =>
  food({
    color: '#e0b23c',
    tones: [
      ['#f3d777', '.8 * smoothstep(.45, .65, fbm(p * 6.))'],
      ['#b5761c', '.6 * smoothstep(.55, .75, fbm(p * 11. + 4.))'],
    ],
    bump: '.05 * fbm(p * 10.)',
    rough: 0.5,
    coat: 0.15,
    glow: 0.09,
  })

function rolled(seed, { length = 3.7, r = 0.4, filled = true, ...skin } = {}) {
  const crepe = mesh(
    surface(150, 110, (u, v) => {
      const along = (u - 0.5) * length
      const turn = -0.55 + v * 2 * Math.PI * 1.22
      const wave = 0.035 * fbm(u * 3.4, v * 5, seed, 4) + 0.012 * fbm(u * 16, v * 16, seed + 4, 2)
      const open = 1 + 0.16 * smooth(0.78, 1, Math.abs(u - 0.5) * 2)
      const radius = (r * (0.9 + 0.16 * v) + wave) * open
      const lift = 0.06 * smooth(0.86, 1, v)
      const skewed = along + 0.1 * Math.sin(v * 6 + seed) * smooth(0.7, 1, Math.abs(u - 0.5) * 2)
      return [skewed, r * 0.86 + (radius + lift) * Math.sin(turn) * 0.84, -(radius + lift) * Math.cos(turn) * 1.16]
    }),
    dosaSkin(skin),
  )
  if (!filled) return crepe
  const random = randomOf(seed)
  const ends = [-1, 1].map((side) =>
    put(mesh(blob({ size: [0.42, 0.3, 0.36], rough: 0.28, often: 2.4, seed: seed + side, detail: 34 }), palya()), {
      at: [side * (length / 2 - 0.22 + random.between(0, 0.08)), r * 0.78, 0.02],
    }),
  )
  const bits = strew(blob({ size: [0.1, 0.08, 0.09], rough: 0.3, detail: 10 }), palya(), 14, seed, (dice) => {
    const side = dice.next() < 0.5 ? -1 : 1
    return {
      at: [side * (length / 2 + dice.between(-0.1, 0.16)), dice.between(0.06, 0.4), dice.between(-0.3, 0.3)],
      turn: [dice.next() * 6, dice.next() * 6, 0],
    }
  })
  return group(crepe, ends, bits)
}

/** Returns a dosa that is folded once to a half moon with wavy edges. */
function folded(seed, { r = 1.9, ...skin } = {}) {
  return mesh(
    surface(120, 120, (u, v) => {
      const angle = Math.PI * (u * 2)
      const reach = r * v * (1 + 0.035 * Math.sin(u * 31) + 0.03 * Math.sin(u * 47 + seed))
      const [x, z] = [reach * Math.cos(angle), reach * Math.sin(angle)]
      const top = z > 0 ? 1 : 0
      const bulge = 0.2 * (1 - v * v) * top
      const wave = 0.05 * fbm(x * 1.3, z * 1.3, seed, 3) + 0.014 * fbm(x * 8, z * 8, seed, 2)
      const fold = Math.abs(z)
      return [
        x,
        0.06 + (top ? 0.16 * smooth(0, 0.3, fold) + bulge + 0.06 * smooth(0.85, 1, v) : 0.02) + wave + 0.04,
        fold * (top ? 0.94 : 1) - 0.7,
      ]
    }),
    dosaSkin(skin),
  )
}

function cone(seed, skin) {
  const shape = surface(140, 90, (u, v) => {
    const angle = u * 2 * Math.PI * 1.12
    const wave = 0.04 * fbm(u * 4, v * 5, seed, 4) + 0.012 * fbm(u * 18, v * 18, seed, 2)
    const r = (0.06 + (1 - v) * 1.06 + wave) * (0.96 + 0.06 * u)
    const y = v * 2.9 + 0.12 * Math.sin(u * 9 + seed) * (1 - v)
    return [r * Math.cos(angle), Math.max(0.02, y + 0.02), r * Math.sin(angle)]
  })
  return mesh(shape, dosaSkin({ crisp: 0.85, ...skin }))
}

/** Returns a thick, soft disc with a raised rim, for set dosa and uttapam. */
function cake(seed, { r = 1.05, high = 0.14, material }) {
  return mesh(
    heap(r, (v, x, z) => high * (1 - smooth(0.86, 1, v)) ** 0.6 + 0.025 * fbm(x * 2.4, seed, z * 2.4, 4), {
      edge: (a) => 1 + 0.02 * Math.sin(a * 5 + seed) + 0.015 * Math.sin(a * 9),
    }),
    material,
  )
}

/** Returns the material of a thick dosa. `wide` is the radius at which it turns pale, if not 1. */
const sponge = ({ tint = '#eac98a', brown = '#b5742c', spots = 0.9, wide } = {}) => {
  const out = wide ? `length(p.xz) / ${wide.toFixed(2)}` : 'length(p.xz)'
  return food({
    color: tint,
    tones: [
      [brown, `${spots} * smoothstep(.5, .72, fbm(p * 2.6)) * smoothstep(1.2, .3, ${out})`],
      [
        '#a15c1c',
        `${spots} * .7 * smoothstep(.24, .12, cell(p * vec3(9., .1, 9.)).x) * smoothstep(.4, .6, fbm(p * 3.))`,
      ],
      ['#f6e3b6', '.7 * smoothstep(.2, .12, cell(p * vec3(14., .1, 14.) + 3.).x)'],
      ['#fff1d0', `.6 * smoothstep(.92, 1.05, ${out})`],
    ],
    bump: '.014 * cell(p * vec3(12., .1, 12.)).x + .012 * fbm2(p * 9.)',
    rough: 0.6,
    coat: 0.1,
    glow: 0.1,
  })
}

function idli(seed, { r = 0.62, tint = '#f6f1e6', podi = false } = {}) {
  const skin = food({
    color: tint,
    tones: [
      ['#e6dcc6', '.6 * smoothstep(.45, .7, fbm(p * 3.))'],
      ['#d8ccb0', '.7 * smoothstep(.26, .1, cell(p * vec3(13., 8., 13.)).x)'],
      ...(podi
        ? [
            ['#a8481a', '.9 * smoothstep(.44, .6, fbm(p * 7. + 3.))'],
            ['#6e2a0c', '.8 * smoothstep(.6, .7, noise3(p * 34.))'],
          ]
        : []),
    ],
    bump: '.012 * fbm2(p * 11.) - .016 * smoothstep(.26, .1, cell(p * vec3(13., 8., 13.)).x)',
    rough: podi ? 0.4 : 0.75,
    coat: podi ? 0.4 : 0,
    glow: 0.16,
  })
  const shape = blob({
    size: [r, r * 0.4, r],
    rough: 0.025,
    often: 2.6,
    seed,
    detail: 48,
    shape: (x, y, z) => [x, Math.sign(y) * Math.abs(y) ** 1.55 + 0.06 * y, z],
  })
  return mesh(shape, skin)
}

export function vada(seed, { r = 0.42, tube: thick = 0.27 } = {}) {
  const skin = food({
    color: '#c07a2a',
    tones: [
      ['#e3ab55', '.8 * smoothstep(.45, .65, fbm(p * 4.))'],
      ['#8a430f', '.8 * smoothstep(.54, .74, fbm(p * 6. + 8.))'],
      ['#e8b968', '.5 * smoothstep(.62, .72, noise3(p * 24.))'],
      ['#2f4a14', '.9 * smoothstep(.13, .09, cell(p * 4.6).x)'],
    ],
    bump: '.035 * fbm(p * 9.) + .012 * noise3(p * 30.)',
    rough: '.4 + .3 * fbm(p * 8.)',
    coat: 0.22,
    coatRough: 0.3,
    glow: 0.05,
  })
  const shape = surface(90, 50, (u, v) => {
    const [a, b] = [u * 2 * Math.PI, v * 2 * Math.PI]
    const [x, z] = [Math.cos(a), Math.sin(a)]
    const wide = thick * (1 + 0.16 * fbm(x * 1.8, Math.sin(b), z * 1.8 + seed, 4))
    const reach = r + wide * Math.cos(b)
    return [reach * x, wide * Math.sin(b) * 0.94, reach * z]
  })
  return mesh(shape, skin)
}

const tiffin = (seed, { vessel = 'thali', sides = ['sambar', 'coconut'] } = {}, r = 2.25) => {
  const base =
    vessel === 'leaf'
      ? bananaLeaf(5.4, 3.7, seed)
      : vessel === 'steel'
        ? thali(r)
        : vessel === 'brass'
          ? thali(r, 'brass')
          : plate(vessel === 'thali' ? 'steel' : vessel, r)
  const spots = [
    [-0.95, 0.06, -1.1],
    [0.3, 0.06, -1.35],
    [1.4, 0.06, -0.85],
  ]
  return group(
    base,
    sides.map((kind, i) => dip(kind, { at: spots[i], seed: seed + i, r: 0.56 })),
  )
}

/** Returns a slice of tomato: red flesh with five wet chambers of seeds. */
const tomato = () =>
  food({
    color: '#e2452c',
    tones: [
      [
        '#f0965a',
        'smoothstep(-.1, .4, cos(5. * atan(p.z, p.x))) * smoothstep(.42, .36, length(p.xz)) * smoothstep(.1, .17, length(p.xz))',
      ],
      [
        '#fbe6b4',
        '.9 * smoothstep(.3, .2, cell(p * 13.).x) * smoothstep(-.1, .4, cos(5. * atan(p.z, p.x))) * smoothstep(.42, .36, length(p.xz)) * smoothstep(.1, .17, length(p.xz))',
      ],
      ['#b8200f', 'smoothstep(.45, .48, length(p.xz))'],
    ],
    rough: 0.2,
    coat: 0.9,
    glow: 0.1,
  })

/** The functions that draw food on a thick dosa or an uttapam, by the name of the food. */
const cakeTops = {
  butter: () => group(put(butter(1.1), { at: [0.05, 0, -0.05] })),
  tomatoCheese: (seed) =>
    group(
      mesh(
        heap(1.22, (v, x, z) => 0.045 * (1 - smooth(0.8, 1, v)) + 0.03 * fbm(x * 2.4, seed, z * 2.4, 3), {
          edge: (a) => 1 + 0.07 * Math.sin(a * 4 + seed) + 0.05 * Math.sin(a * 9),
        }),
        food({
          color: '#f6cf68',
          tones: [
            ['#fdeaae', '.8 * smoothstep(.45, .65, fbm(p * 2.4))'],
            ['#d98a2a', '.75 * smoothstep(.58, .76, fbm(p * 3.4 + 5.))'],
          ],
          bump: '.03 * fbm(p * 6.)',
          rough: 0.35,
          coat: 0.5,
          glow: 0.1,
        }),
      ),
      Array.from({ length: 8 }, (_, i) => {
        const [angle, reach] = [i * 2.4 + seed, 1.05 * Math.sqrt((i + 0.4) / 8)]
        return put(mesh(shapes.slice(), tomato()), {
          at: [reach * Math.cos(angle), 0.06, reach * Math.sin(angle)],
          turn: [0.05 * Math.sin(i * 3), i, 0.05 * Math.cos(i * 3)],
          size: 0.58,
        })
      }),
      coriander(18, 1.1, seed, () => 0.12),
    ),
}

export const southern = {
  dosaRoll({ seed, fill = true, top, tilt = 0.16, ...o }) {
    const dosa = put(rolled(seed, { filled: fill, ...o.skin }), { at: [0.05, 0.07, 0.5], turn: [0, tilt, 0] })
    const more = top === 'butter' ? put(butter(0.9), { at: [0.1, 0.77, 0.52], turn: [0, 0.4, 0] }) : null
    return {
      objects: [tiffin(seed, o), dosa, more].filter(Boolean),
      look: { ground: 'wood', angle: { lift: 39, far: 9.9, at: [0, 0.3, -0.1] } },
    }
  },
  dosaFold({ seed, ...o }) {
    const dosa = put(folded(seed, o.skin), { at: [0, 0.05, 0.45] })
    return { objects: [tiffin(seed, o), dosa], look: { ground: 'terracotta', angle: 'plate' } }
  },
  dosaCone({ seed, ...o }) {
    const dosa = put(cone(seed, o.skin), { at: [-0.1, 0.08, 0.2], turn: [0, 0.7, 0] })
    const base = tiffin(seed, { ...o, sides: [] })
    const dips = [dip('sambar', { at: [-1.35, 0.06, 0.75], seed }), dip('coconut', { at: [1.35, 0.06, 0.75], seed })]
    return {
      objects: [base, ...dips, dosa],
      look: { ground: 'slate', angle: { lift: 27, far: 10.6, at: [0, 1.1, 0] } },
    }
  },
  setDosa({ seed, count = 3, r = 1.12, skin, top, ...o }) {
    const stack = Array.from({ length: count }, (_, i) =>
      put(cake(seed + i, { r, high: 0.2, material: sponge(skin) }), {
        at: [0.1 * Math.sin(i * 2 + seed), 0.1 + i * 0.17, 0.45 + 0.1 * Math.cos(i * 3)],
        turn: [0.02 * i, i * 1.3, 0],
      }),
    )
    const high = 0.1 + count * 0.17 + 0.05
    const more = top ? [put(cakeTops[top](seed), { at: [0, high, 0.45] })] : []
    return { objects: [tiffin(seed, o), ...stack, ...more], look: { ground: 'paleWood', angle: 'plate' } }
  },
  /** Builds idlis and a vada, half covered by sambar in a bowl. */
  dipped({ seed, metal = 'steel' }) {
    const y = 0.72
    return {
      objects: [
        dip('sambar', { at: [0, 0, 0.1], seed, r: 1.75, h: 0.8, metal, top: false }),
        put(idli(seed, { r: 0.66 }), { at: [-0.66, y + 0.06, 0.42] }),
        put(idli(seed + 1, { r: 0.66 }), { at: [-0.05, y + 0.03, -0.6], turn: [0, 1.3, 0] }),
        put(vada(seed + 2), { at: [0.72, y + 0.12, 0.42], turn: [0.16, 0.4, 0.08] }),
        coriander(16, 1.25, seed, () => y + 0.02),
      ],
      look: { ground: 'wood', angle: 'bowl', zoom: 0.93 },
    }
  },
  idli({ seed, count = 2, r = 0.74, vadas = 0, podi, tint, ...o }) {
    const ring = vadas
      ? [
          [-1.2, 0.3],
          [0.15, 0.78],
        ]
      : [
          [-0.72, 0.55],
          [0.72, 0.6],
          [0, 0.95],
          [-0.05, 0.1],
          [-1.2, 0.1],
          [1.2, 0.05],
        ]
    const parts = Array.from({ length: count }, (_, i) =>
      put(idli(seed + i, { r, podi, tint }), {
        at: [count === 1 ? 0 : ring[i][0] * (r / 0.74), 0.1 + r * 0.42, ring[i][1]],
        turn: [0, i * 1.3, 0],
      }),
    )
    for (let i = 0; i < vadas; i++)
      parts.push(put(vada(seed + i), { at: [1.38, 0.36, 0.12 - i * 0.3], turn: [0.14, 0.4, 0.05] }))
    return { objects: [tiffin(seed, o), ...parts], look: { ground: 'wood', angle: 'plate' } }
  },
  vada({ seed, count = 2, ...o }) {
    const at = [
      [-0.72, 0.42, 0.55, 0.25],
      [0.78, 0.42, 0.62, 0.3],
      [0.05, 0.86, 0.25, 0.6],
    ]
    const parts = Array.from({ length: count }, (_, i) =>
      put(vada(seed + i * 3, { r: 0.46, tube: 0.3 }), { at: at[i].slice(0, 3), turn: [at[i][3], i, 0] }),
    )
    return {
      objects: [tiffin(seed, o), ...parts, put(curryLeaves(3, 0.9, seed), { at: [0, 0.12, 1.2] })],
      look: { ground: 'green', angle: 'plate' },
    }
  },
}
