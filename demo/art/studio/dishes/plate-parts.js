import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, smooth, surface, tube } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { onionRings } from '../kitchen/sides.js'
import { puffed } from './breads.js'
import { fishSteak } from './curries.js'
import { riceHeap } from './rice.js'
import { vada } from './southern.js'

export const papadSkin = () =>
  food({
    color: '#e8c070',
    tones: [
      ['#c8862a', '.7 * smoothstep(.5, .7, fbm(p * 4.))'],
      ['#f6dfa8', '.7 * smoothstep(.2, .12, cell(p * 8.).x)'],
    ],
    bump: '.03 * cell(p * 8.).x',
    rough: 0.6,
    glow: 0.1,
    side: 2,
  })
export const papad = (seed, r = 0.75) =>
  mesh(
    heap(r, (v, x, z) => 0.05 + 0.09 * fbm(x * 1.6, seed, z * 1.6, 3) * v),
    papadSkin(),
  )
export const disc = (seed, r, color = '#e3c08a') =>
  mesh(
    heap(r, (v, x, z) => 0.05 * (1 - smooth(0.9, 1, v)) + 0.05 * fbm(x * 1.5, seed, z * 1.5, 3)),
    food({
      color,
      tones: [
        ['#f3dfb6', '.8 * smoothstep(.42, .62, fbm(p * 2.4))'],
        ['#a8642a', '.8 * smoothstep(.52, .7, fbm(p * 3.1 + 4.))'],
      ],
      bump: '.02 * fbm(p * 6.)',
      rough: 0.65,
      glow: 0.08,
    }),
  )

/** The functions that draw food on a thali next to the bowls, by the name of the food. */
export const portions = {
  rice: (seed) => riceHeap({ r: 0.72, h: 0.42, seed, colours: [['#f6efdf', 1]], long: 0.11, count: 1100 }).object,
  yellowRice: (seed) =>
    riceHeap({
      r: 0.6,
      h: 0.36,
      seed,
      colours: [
        ['#f0cf5a', 0.7],
        ['#e8b83a', 0.3],
      ],
      long: 0.11,
      count: 900,
    }).object,
  roti: (seed) =>
    group([0, 1, 2].map((i) => put(disc(seed + i, 0.78), { at: [0.05 * i, 0.07 * i, 0.04 * i], turn: [0, i, 0] }))),
  bhakri: (seed) =>
    group([0, 1].map((i) => put(disc(seed + i, 0.78, '#d8cbb0'), { at: [0.05 * i, 0.08 * i, 0], turn: [0, i, 0] }))),
  thepla: (seed) =>
    group([0, 1, 2].map((i) => put(disc(seed + i, 0.72, '#c8a84a'), { at: [0.05 * i, 0.07 * i, 0], turn: [0, i, 0] }))),
  poori: (seed) =>
    group(
      put(puffed(seed, { r: 0.5 }), { at: [-0.2, 0.26, 0.1] }),
      put(puffed(seed + 1, { r: 0.48 }), { at: [0.4, 0.26, -0.2] }),
    ),
  papad: (seed) => papad(seed),
  baati: (seed) =>
    group(
      [0, 1, 2].map((i) =>
        put(mesh(shapes.ball(seed + i), skins.fried({ color: '#b8803a' })), {
          at: [0.4 * Math.cos(i * 2.1), 0.26, 0.4 * Math.sin(i * 2.1)],
          size: 0.56,
        }),
      ),
    ),
  salad: (seed) =>
    group(
      scatter('slice', skins.plain('#cfe0a0', { deep: '#5a8a34', coat: 0.5 }), 5, 0.3, { seed, size: 0.34, flat: 0.3 }),
      scatter('slice', skins.plain('#c8301a', { coat: 0.5 }), 3, 0.3, {
        seed: seed + 1,
        size: 0.34,
        flat: 0.3,
        lie: () => 0.06,
      }),
      put(onionRings(3, seed), { size: 0.6, at: [0.1, 0.08, 0.1] }),
    ),
  sweet: (seed) =>
    group(
      [0, 1].map((i) =>
        put(mesh(shapes.ball(seed + i), skins.sauced({ color: '#7a2e10' })), {
          at: [i * 0.36 - 0.15, 0.18, i * 0.12],
          size: 0.38,
        }),
      ),
    ),
  laddu: (seed) =>
    put(mesh(shapes.ball(seed), skins.plain('#e8952a', { bump: 0.08 })), { at: [0, 0.22, 0], size: 0.46 }),
  vada: (seed) => put(vada(seed, { r: 0.28, tube: 0.17 }), { at: [0, 0.17, 0] }),
  fish: (seed) => put(fishSteak(seed, { fried: true }), { at: [0, 0.12, 0], size: 0.75 }),
  idli: (seed) =>
    put(
      mesh(
        blob({ size: [0.42, 0.18, 0.42], rough: 0.03, seed, detail: 30 }),
        skins.plain('#f6f1e6', { deep: '#e6dcc6', coat: 0, glow: 0.15 }),
      ),
      { at: [0, 0.18, 0] },
    ),
  palya: (seed) =>
    scatter('cube', skins.plain('#8aa84a', { deep: '#e8d8a0' }), 40, 0.32, {
      seed,
      size: 0.14,
      lie: (x, z) => 0.1 - 0.3 * (x * x + z * z),
    }),
  beet: (seed) =>
    scatter('cube', skins.plain('#7a1436', { coat: 0.4 }), 34, 0.3, {
      seed,
      size: 0.14,
      lie: (x, z) => 0.1 - 0.3 * (x * x + z * z),
    }),
  pickle: (seed) =>
    scatter('chunk', skins.sauced({ color: '#8a2008', light: '#c8501a' }), 6, 0.16, { seed, size: 0.17 }),
  potato: (seed) =>
    scatter('wedge', skins.plain('#e8b83a', { coat: 0.3 }), 12, 0.34, { seed, size: 0.32, lie: () => 0.06 }),
}

/** Returns one fried shell, as of pani puri. */
export function shell(seed, r = 0.42, open = false) {
  const skin = food({
    color: '#d8953a',
    tones: [
      ['#efc878', '.8 * smoothstep(.45, .65, fbm(p * 3.))'],
      ['#9a5a18', '.7 * smoothstep(.52, .7, fbm(p * 4. + 4.))'],
      ['#f2d79a', '.6 * smoothstep(.18, .1, cell(p * 8.).x)'],
    ],
    bump: '.03 * cell(p * 8.).x + .012 * fbm(p * 9.)',
    rough: 0.45,
    coat: 0.25,
    glow: 0.08,
    side: 2,
  })
  if (!open) return mesh(blob({ size: [r, r * 0.86, r], rough: 0.06, often: 1.6, seed, detail: 30 }), skin)
  return mesh(
    surface(50, 30, (u, v) => {
      const a = u * 2 * Math.PI
      const b = -Math.PI / 2 + v * Math.PI * 0.78
      const rr = r * Math.cos(b) * (1 + 0.06 * fbm(Math.cos(a) * 2, b, Math.sin(a) * 2 + seed, 3))
      return [
        rr * Math.cos(a),
        r * 0.86 * Math.sin(b) + (v > 0.9 ? 0.02 * Math.sin(a * 7 + seed) : 0),
        rr * Math.sin(a),
      ]
    }),
    skin,
  )
}

export const sev = (seed, count, r, lie, size = 1) =>
  scatter('shred', skins.fried({ color: '#e8b83a', deep: '#c8862a', pale: '#f6dc86' }), count, r, {
    seed,
    size: 0.24 * size,
    lie,
    flat: 1,
  })
export const curd = (seed, r, y, see = 1) =>
  put(
    mesh(
      heap(r, (v, x, z) => 0.07 * (1 - v * v) + 0.02 * fbm(x * 4, seed, z * 4, 2), {
        edge: (a) => 0.9 + 0.14 * Math.sin(a * 5 + seed),
        rings: 30,
      }),
      food({ color: '#faf6ee', rough: 0.25, coat: 0.6, glow: 0.12, see }),
    ),
    { at: [0, y, 0] },
  )
export const chutneyLines = (_seed, r, y, color) =>
  group(
    Array.from({ length: 4 }, (_, i) =>
      mesh(
        tube(
          [
            [-r, y, -r * 0.6 + i * r * 0.4],
            [-r * 0.3, y + 0.05, -r * 0.5 + i * r * 0.42 + 0.1],
            [r * 0.3, y + 0.05, -r * 0.65 + i * r * 0.4],
            [r, y, -r * 0.5 + i * r * 0.38],
          ],
          0.034,
          { segments: 40, sides: 8, flat: 0.5 },
        ),
        food({ color, rough: 0.12, coat: 1, glow: 0.04 }),
      ),
    ),
  )

export function samosa(seed) {
  const skin = food({
    color: '#c8862e',
    tones: [
      ['#e8bd74', '.8 * smoothstep(.45, .65, fbm(p * 3.))'],
      ['#8a4a16', '.7 * smoothstep(.52, .7, fbm(p * 4. + 4.))'],
      ['#f2d79a', '.6 * smoothstep(.16, .1, cell(p * 8.).x)'],
    ],
    bump: '.02 * cell(p * 8.).x + .02 * fbm(p * 8.)',
    rough: 0.45,
    coat: 0.25,
    glow: 0.07,
  })
  const shape = blob({
    size: [0.78, 0.7, 0.6],
    rough: 0.05,
    often: 1.8,
    seed,
    detail: 50,
    shape: (x, y, z) => {
      const t = (y + 1) / 2
      const k = 1 - 0.93 * t ** 0.9
      return [x * k * 1.15 + (Math.abs(y + 0.8) < 0.16 ? 0.05 * Math.sign(x) : 0), y, z * k * 0.85]
    },
  })
  return mesh(shape, skin)
}

export const toast = (color = '#d8a45c') => baked(color)
export function baked(color) {
  return food({
    color,
    tones: [
      ['#eec98c', '.9 * smoothstep(.12, -.1, p.y)'],
      ['#8a4a1a', '.6 * smoothstep(.45, .7, fbm(p * 2.4))'],
    ],
    bump: '.008 * fbm(p * 10.)',
    rough: 0.4,
    coat: 0.45,
    coatRough: 0.3,
    glow: 0.07,
  })
}
export const pav = (seed, r = 0.62) =>
  mesh(
    blob({
      size: [r, r * 0.6, r],
      rough: 0.03,
      seed,
      detail: 40,
      shape: (x, y, z) => [Math.sign(x) * Math.abs(x) ** 0.65, y < 0 ? y * 0.6 : y, Math.sign(z) * Math.abs(z) ** 0.65],
    }),
    toast('#c07a34'),
  )
