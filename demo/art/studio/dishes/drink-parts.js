import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, surface, tube, turned } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { lime, mint } from '../kitchen/sides.js'
import { appleOf, avocado, bananas, carrot, citrus, grapes, mango, melon, pineapple } from './fruits.js'

export const clear = (see = 0.1) =>
  food({ color: '#ffffff', rough: 0.04, coat: 1, coatRough: 0.02, glow: 0, see, side: 2, env: 1.4 })

export const froth = (color = '#e8cfa4') =>
  food({
    color,
    tones: [
      ['#fff4dc', '.8 * smoothstep(.32, .12, cell(p * 13.).x)'],
      [new THREE.Color(color).multiplyScalar(0.72), '.5 * smoothstep(.5, .7, fbm(p * 5.))'],
    ],
    bump: '.03 * cell(p * 15.).x',
    rough: 0.5,
    coat: 0.3,
    glow: 0.1,
  })

export const drinkSkin = (color, { pulp = 0.4, to } = {}) =>
  food({
    color,
    tones: [
      ...(to ? [[to, 'smoothstep(1.5, .4, p.y + .25 * fbm(p * 1.6))']] : []),
      [new THREE.Color(color).lerp(new THREE.Color('#ffffff'), 0.25), `${pulp} * smoothstep(.5, .7, fbm(p * 5.))`],
    ],
    rough: 0.16,
    coat: 0.5,
    glow: 0.24,
  })

/** Returns a tall glass, filled up to the height `full`, with `foam`, ice, a straw and fruit on top. */
export function glass(
  seed,
  { color, to, pulp, foam, ice, r = 0.62, high = 2.1, full = 0.88, taper = 0.1, straw, layer },
) {
  const wall = mesh(
    turned(
      [
        [0, 0.02],
        [r - taper, 0.02],
        [r, high],
        [r + 0.015, high + 0.02],
        [r - 0.03, high],
        [r - taper - 0.04, 0.12],
        [0, 0.12],
      ],
      0.03,
      64,
    ),
    clear(),
  )
  const top = high * full
  const rAt = (y) => r - taper - 0.045 + (taper * y) / high
  const body = mesh(
    surface(64, 20, (u, v) => {
      const a = u * 2 * Math.PI
      const y = 0.13 + (top - 0.13) * v
      return [rAt(y) * Math.cos(a), y, rAt(y) * Math.sin(a)]
    }),
    drinkSkin(color, { pulp, to }),
  )
  const parts = [body, wall]
  const face = foam ? froth(foam) : drinkSkin(color, { pulp })
  parts.push(
    put(
      mesh(
        heap(rAt(top), (v, x, z) => (foam ? 0.1 * (1 - v ** 3) : 0.01) + 0.02 * fbm(x * 6, seed, z * 6, 3), {
          rings: 24,
        }),
        face,
      ),
      { at: [0, top, 0] },
    ),
  )
  if (foam)
    parts.push(
      mesh(
        surface(64, 6, (u, v) => {
          const a = u * 2 * Math.PI
          const y = top - 0.22 + 0.23 * v + 0.03 * Math.sin(a * 3 + seed) * (1 - v)
          return [(rAt(y) + 0.004) * Math.cos(a), y, (rAt(y) + 0.004) * Math.sin(a)]
        }),
        froth(foam),
      ),
    )
  if (layer)
    parts.push(
      mesh(
        surface(64, 8, (u, v) => {
          const a = u * 2 * Math.PI
          const y = 0.13 + 0.5 * v
          return [(rAt(y) + 0.004) * Math.cos(a), y, (rAt(y) + 0.004) * Math.sin(a)]
        }),
        drinkSkin(layer),
      ),
    )
  if (ice) {
    const cube = food({ color: '#eef4f6', rough: 0.08, coat: 1, glow: 0.12, see: 0.55 })
    const random = randomOf(seed)
    for (let i = 0; i < 4; i++)
      parts.push(
        put(mesh(shapes.cube(seed + i), cube), {
          at: [0.22 * Math.cos(i * 1.8), top - 0.02 + random.between(-0.04, 0.1), 0.22 * Math.sin(i * 1.8)],
          turn: [random.next() * 2, random.next() * 6, 0],
          size: 0.42,
        }),
      )
  }
  if (straw)
    parts.push(
      put(
        mesh(
          new THREE.CylinderGeometry(0.05, 0.05, 2.6, 16),
          food({ color: straw, tones: [['#ffffff', 'step(.5, fract(p.y * 3.))']], rough: 0.4 }),
        ),
        { at: [0.2, high * 0.8, -0.1], turn: [0.1, 0, -0.18] },
      ),
    )
  return group(parts)
}

/** The functions, by name, that draw objects next to a glass. */
export const beside = {
  orange: () => [
    citrus('#f08a1c', '#f6a83a', 0.5),
    put(
      mesh(
        blob({ size: [0.55, 0.53, 0.55], rough: 0.02, detail: 40 }),
        skins.plain('#f08a1c', { deep: '#d8701a', coat: 0.4 }),
      ),
      { at: [1.4, 0.53, -0.7] },
    ),
  ],
  mosambi: () => [
    citrus('#c8b83a', '#efe28a', 0.5),
    put(
      mesh(
        blob({ size: [0.52, 0.5, 0.52], rough: 0.03, detail: 40 }),
        skins.plain('#a8b83a', { deep: '#d8b83a', coat: 0.4 }),
      ),
      { at: [1.35, 0.5, -0.7] },
    ),
  ],
  lime: () => [
    put(lime(), { at: [1.05, 0.06, 0.35], size: 1.2 }),
    put(lime(), { at: [1.35, 0.06, -0.4], size: 1.1, turn: [0, 2, 0] }),
  ],
  watermelon: () => [melon('#d8283a', '#2f6a24', '#e8f0c8')],
  muskmelon: () => [melon('#f0a04a', '#c8b070', '#f3dfae')],
  pineapple: () => [put(pineapple(), { at: [1.2, 0, -0.5], size: 0.85 })],
  pomegranate: () => [
    put(
      mesh(
        blob({
          size: [0.58, 0.55, 0.58],
          rough: 0.04,
          detail: 40,
          shape: (x, y, z) => [x, y + 0.25 * Math.max(0, y - 0.86) * 8, z],
        }),
        skins.plain('#a8202c', { deep: '#d8703a', coat: 0.4 }),
      ),
      { at: [1.3, 0.55, -0.55] },
    ),
    put(
      scatter('pea', skins.plain('#b8102a', { coat: 0.9, rough: 0.12, glow: 0.15 }), 60, 0.42, {
        seed: 3,
        size: 0.12,
        lie: () => 0.03,
      }),
      { at: [1.15, 0, 0.55] },
    ),
  ],
  carrot: () =>
    [0, 1, 2].map((i) =>
      put(carrot(i), {
        at: [1.25, 0.22 + (i === 2 ? 0.25 : 0), 0.35 - i * 0.45],
        turn: [0, 0.5 + i * 0.3, 0],
        size: 0.8,
      }),
    ),
  abc: () => [
    put(carrot(1), { at: [1.3, 0.2, 0.5], turn: [0, 0.4, 0], size: 0.75 }),
    put(appleOf('#b81c24'), { at: [1.35, 0.45, -0.55], size: 0.85 }),
    put(mesh(blob({ size: [0.42, 0.4, 0.42], rough: 0.06, detail: 36 }), skins.plain('#6e1434', { deep: '#4a0c22' })), {
      at: [-1.25, 0.38, -0.4],
    }),
  ],
  grapes: () => [put(grapes(), { at: [1.25, 0, -0.1] })],
  kiwi: () => [
    put(
      scatter(
        'slice',
        food({
          color: '#8ab83a',
          tones: [
            ['#f3f0c8', 'smoothstep(.16, .1, length(p.xz))'],
            [
              '#1d2a0c',
              'smoothstep(.12, .08, cell(p * vec3(13., 1., 13.)).x) * step(.14, length(p.xz)) * step(length(p.xz), .34)',
            ],
            ['#6e4a24', 'step(.47, length(p.xz))'],
          ],
          rough: 0.2,
          coat: 0.7,
          glow: 0.1,
        }),
        4,
        0.45,
        { seed: 2, size: 0.85, lie: () => 0.02, flat: 0.1 },
      ),
      { at: [1.2, 0, 0.1] },
    ),
  ],
  mango: () => [put(mango(), { at: [1.25, 0.42, -0.35] })],
  banana: () => [put(bananas(), { at: [1.2, 0.1, -0.2], size: 0.8 })],
  strawberry: () =>
    [0, 1, 2].map((i) =>
      put(
        mesh(
          blob({
            size: [0.3, 0.38, 0.3],
            rough: 0.03,
            detail: 30,
            shape: (x, y, z) => [x * (1 + 0.3 * y), y, z * (1 + 0.3 * y)],
          }),
          food({
            color: '#c8202a',
            tones: [['#e8b84a', 'smoothstep(.14, .09, cell(p * 8.).x)']],
            bump: '.03 * cell(p * 8.).x',
            rough: 0.25,
            coat: 0.6,
            glow: 0.08,
          }),
        ),
        { at: [1.05 + 0.4 * (i % 2), 0.28, 0.5 - i * 0.45], turn: [1.4, i * 2, 0] },
      ),
    ),
  avocado: () => [put(avocado(), { at: [1.2, 0.1, 0] })],
  chocolate: () => [
    put(scatter('cube', skins.plain('#3a1a0e', { coat: 0.4 }), 7, 0.5, { seed: 4, size: 0.42, lie: () => 0.02 }), {
      at: [1.15, 0, 0],
    }),
  ],
  nuts: () => [
    put(
      scatter('cashew', skins.plain('#e8c285', { deep: '#b87a34' }), 8, 0.5, { seed: 4, size: 0.34, lie: () => 0.02 }),
      { at: [1.2, 0, 0.3] },
    ),
    put(scatter('ball', skins.plain('#5a2614', { coat: 0.4 }), 6, 0.4, { seed: 6, size: 0.36, lie: () => 0.02 }), {
      at: [1.2, 0, -0.5],
    }),
  ],
  chikoo: () => [
    put(
      mesh(
        blob({ size: [0.42, 0.46, 0.42], rough: 0.03, detail: 36 }),
        skins.plain('#8a5a34', { deep: '#5e3a1c', coat: 0.05, rough: 0.8 }),
      ),
      { at: [1.15, 0.44, 0.2] },
    ),
    put(
      mesh(
        blob({ size: [0.4, 0.44, 0.4], rough: 0.03, detail: 36, seed: 2 }),
        skins.plain('#8a5a34', { deep: '#5e3a1c', coat: 0.05, rough: 0.8 }),
      ),
      { at: [1.5, 0.42, -0.6] },
    ),
  ],
  cane: () =>
    [0, 1, 2].map((i) =>
      put(
        mesh(
          tube(
            Array.from({ length: 5 }, (_, n) => [-0.9 + n * 0.45, 0, 0]),
            (v) => 0.15 * (1 + 0.12 * Math.max(0, Math.cos(v * 18.8)) ** 8),
            { segments: 60, sides: 18 },
          ),
          skins.plain('#b8b04a', { deep: '#6e7a24', coat: 0.4 }),
        ),
        { at: [1.1, 0.16 + (i === 2 ? 0.26 : 0), 0.3 - i * 0.32], turn: [0, 0.7, 0] },
      ),
    ),
  mint: (seed) => [put(mint(seed, 1.1), { at: [1.05, 0.03, 0.45] })],
  beans: (seed) => [
    put(
      scatter('bean', skins.plain('#3a1e10', { deep: '#1d0e06', coat: 0.4 }), 26, 0.7, {
        seed,
        size: 0.2,
        lie: () => 0.02,
      }),
      { at: [1.25, 0, 0.35] },
    ),
  ],
  ginger: (seed) => [
    put(
      mesh(
        blob({ size: [0.42, 0.22, 0.26], rough: 0.5, often: 2, seed, detail: 30 }),
        skins.plain('#c8a468', { deep: '#8a6a34', coat: 0.1 }),
      ),
      { at: [1.15, 0.2, 0.3] },
    ),
  ],
  lemon: () => [citrus('#e8c83a', '#f6e88a', 0.42)],
  almond: (seed) => [
    put(scatter('wedge', skins.plain('#a8622c', { deep: '#7a3e14' }), 8, 0.5, { seed, size: 0.3, lie: () => 0.02 }), {
      at: [1.15, 0, 0.2],
    }),
  ],
  boba: (seed) => [
    put(scatter('pea', skins.plain('#1d0d08', { coat: 1 }), 12, 0.4, { seed, size: 0.16, lie: () => 0.02 }), {
      at: [1.1, 0, 0.4],
    }),
  ],
  peach: () => [
    put(
      mesh(
        blob({
          size: [0.5, 0.47, 0.5],
          rough: 0.02,
          detail: 40,
          shape: (x, y, z) => [x * (1 - 0.06 * Math.exp(-((z * 6) ** 2))), y, z],
        }),
        skins.plain('#f0a05a', { deep: '#d8503a', coat: 0.1, rough: 0.6 }),
      ),
      { at: [1.25, 0.46, -0.3] },
    ),
  ],
  rose: (seed) => [
    put(
      scatter('patty', skins.plain('#d8506a', { deep: '#a82a4a' }), 7, 0.45, {
        seed,
        size: 0.3,
        lie: () => 0.02,
        flat: 0.7,
      }),
      { at: [1.1, 0, 0.35] },
    ),
  ],
  jaggery: () => [
    put(mesh(shapes.cube(2), skins.plain('#a8641c', { deep: '#6e3a0c', coat: 0.3 })), {
      at: [1.15, 0.2, 0.2],
      size: 0.55,
    }),
  ],
  kokum: (seed) => [
    put(scatter('ball', skins.plain('#5e1430', { coat: 0.5 }), 6, 0.4, { seed, size: 0.26, lie: () => 0.02 }), {
      at: [1.1, 0, 0.3],
    }),
  ],
}
