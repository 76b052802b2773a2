import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, smooth, smoothNormals, strew, surface } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { coriander, halfEgg } from '../kitchen/sides.js'

export const dough = {
  steamed: () =>
    food({
      color: '#f3ead6',
      tones: [
        ['#e0cfa8', '.5 * smoothstep(.45, .7, fbm(p * 3.))'],
        ['#d8b888', '.35 * smoothstep(.5, .7, fbm(p * 2. + 4.))'],
      ],
      rough: 0.36,
      coat: 0.35,
      coatRough: 0.3,
      glow: 0.16,
    }),
  clear: () =>
    food({
      color: '#f1d9c4',
      tones: [['#e09a78', '.6 * smoothstep(.45, .65, fbm(p * 2.4))']],
      rough: 0.2,
      coat: 0.7,
      glow: 0.16,
    }),
  fried: () => skins.fried({ color: '#d09440', deep: '#96560f', coat: 0.3 }),
  tandoori: () => skins.grilled({ color: '#cf6a24', deep: '#8e300c', char: 0.8 }),
  chilli: () => skins.sauced({ color: '#a8361a', deep: '#6a1a0a', light: '#d8702a' }),
  chocolate: () => skins.sauced({ color: '#4a2412', deep: '#2a1208', light: '#7a4422' }),
}

/** Returns a dumpling with pleats that meet at the top. */
export function momo(seed, skin) {
  const shape = surface(120, 44, (u, v) => {
    const a = u * 2 * Math.PI
    const pleat = Math.sin(a * 13 + v * 2.4)
    const body = Math.sin(Math.PI * Math.min(1, 0.12 + v * 0.8)) ** 0.75
    const pinch = smooth(0.45, 0.95, v)
    const r =
      0.5 *
        body *
        (1 - 0.6 * pinch) *
        (1 + 0.075 * pleat * smooth(0.2, 0.8, v)) *
        (1 + 0.03 * fbm(Math.cos(a) * 2, seed, Math.sin(a) * 2, 2)) +
      0.02
    const y = 0.02 + 0.56 * v ** 0.85 + (v > 0.93 ? (v - 0.93) * 0.5 : 0)
    return [r * Math.cos(a), y, r * Math.sin(a)]
  })
  return mesh(smoothNormals(shape), skin)
}

/** Returns a dumpling in the form of a half moon, pleated along its edge. */
export function gyoza(_seed, skin) {
  const shape = surface(80, 40, (u, v) => {
    const along = (u - 0.5) * 2
    const a = -v * 2 * Math.PI
    const fat = 0.3 * Math.sqrt(Math.max(0, 1 - along * along))
    const seam = Math.max(0, Math.sin(a))
    const y = 0.3 + fat * Math.sin(a) * (1 + 0.6 * seam ** 6) * 0.95
    const z = fat * Math.cos(a) * (1 - 0.3 * seam) + 0.05 * seam ** 3 * Math.sin(along * 22) + 0.26 * along * along
    return [along * 0.66, Math.max(0.01, y), z]
  })
  return mesh(smoothNormals(shape), skin)
}

export function steamer(r = 1.75) {
  const bamboo = food({
    color: '#c79a58',
    tones: [
      ['#a87838', '.6 * smoothstep(.4, .7, fbm(vec3(atan(p.z, p.x) * 3., p.y * 22., 1.)))'],
      ['#e0bd82', '.6 * smoothstep(.5, .7, fbm(p * 3.))'],
    ],
    bump: '.012 * sin(p.y * 46.)',
    rough: 0.55,
    glow: 0.03,
    side: 2,
  })
  const wall = mesh(
    surface(120, 6, (u, v) => {
      const a = -u * 2 * Math.PI
      return [r * Math.cos(a), v * 0.62, r * Math.sin(a)]
    }),
    bamboo,
  )
  const inner = mesh(
    surface(120, 6, (u, v) => {
      const a = -u * 2 * Math.PI
      return [(r - 0.1) * Math.cos(a), 0.62 - v * 0.5, (r - 0.1) * Math.sin(a)]
    }),
    bamboo,
  )
  const lip = put(mesh(new THREE.TorusGeometry(r - 0.05, 0.055, 10, 90).rotateX(Math.PI / 2), bamboo), {
    at: [0, 0.62, 0],
  })
  const floor = put(
    mesh(
      new THREE.CircleGeometry(r - 0.08, 60).rotateX(-Math.PI / 2),
      food({
        color: '#d8b47a',
        tones: [['#8f6630', 'smoothstep(.05, .0, abs(fract(p.x * 4.) - .5) - .02)']],
        rough: 0.6,
      }),
    ),
    { at: [0, 0.16, 0] },
  )
  const paperSheet = put(
    mesh(
      new THREE.CircleGeometry(r - 0.25, 60).rotateX(-Math.PI / 2),
      food({ color: '#f4ead4', rough: 0.8, glow: 0.05 }),
    ),
    { at: [0, 0.19, 0] },
  )
  return group(wall, inner, lip, floor, paperSheet)
}

export const nori = () =>
  food({
    color: '#16211a',
    tones: [['#24352a', '.6 * smoothstep(.4, .7, fbm(p * 6.))']],
    bump: '.02 * fbm(p * 12.)',
    rough: 0.5,
    coat: 0.2,
    glow: 0,
  })
export const sushiRice = () =>
  food({
    color: '#f6f1e4',
    tones: [['#dcd3bd', '.7 * smoothstep(.3, .1, cell(p * vec3(11., 9., 11.)).x)']],
    bump: '.05 * cell(p * vec3(11., 9., 11.)).x',
    rough: 0.45,
    coat: 0.25,
    glow: 0.14,
  })

/** Returns a piece of a sushi roll that stands: rice around a filling, nori outside or inside. */
export function maki(seed, { fill = ['#6fa04a'], outside = 'nori', r = 0.42 } = {}) {
  const parts = [mesh(new THREE.CylinderGeometry(r, r, 0.5, 40), outside === 'nori' ? nori() : sushiRice())]
  const top = food({
    color: '#f6f1e4',
    tones: [
      ['#dcd3bd', '.7 * smoothstep(.3, .1, cell(p * 13.).x)'],
      ...(outside === 'nori' ? [] : [['#16211a', 'smoothstep(.035, .015, abs(length(p.xz) - .2))']]),
    ],
    bump: '.05 * cell(p * 13.).x',
    rough: 0.45,
    glow: 0.14,
  })
  parts.push(
    put(
      mesh(
        heap(r * 0.93, (v) => 0.02 * (1 - v), { rings: 14 }),
        top,
      ),
      { at: [0, 0.251, 0] },
    ),
  )
  fill.forEach((color, i) => {
    const a = i * 2.6 + seed
    const d = fill.length > 1 ? 0.09 : 0
    parts.push(
      put(
        mesh(
          blob({ size: [0.12, 0.05, 0.1], rough: 0.15, seed: seed + i, detail: 14 }),
          skins.plain(color, { coat: 0.6 }),
        ),
        { at: [d * Math.cos(a), 0.28, d * Math.sin(a)] },
      ),
    )
  })
  if (outside === 'sesame')
    parts.push(
      strew(blob({ size: [0.03, 0.016, 0.016], rough: 0, detail: 5 }), skins.plain('#e8d4a4'), 60, seed, (random) => {
        const a = random.between(0, 6.28)
        return {
          at: [(r + 0.005) * Math.cos(a), random.between(-0.24, 0.24), (r + 0.005) * Math.sin(a)],
          turn: [random.next() * 6, a, random.next() * 6],
        }
      }),
    )
  if (outside === 'roe')
    parts.push(
      strew(new THREE.SphereGeometry(0.025, 8, 6), skins.plain('#f07a1c', { coat: 0.8 }), 140, seed, (random) => {
        const a = random.between(0, 6.28)
        return { at: [(r + 0.005) * Math.cos(a), random.between(-0.24, 0.24), (r + 0.005) * Math.sin(a)] }
      }),
    )
  return put(group(parts), { at: [0, 0.25, 0] })
}

export function nigiri(seed) {
  const base = mesh(
    blob({
      size: [0.62, 0.25, 0.3],
      rough: 0.04,
      seed,
      detail: 26,
      shape: (x, y, z) => [Math.sign(x) * Math.abs(x) ** 0.75, Math.sign(y) * Math.abs(y) ** 0.75, z],
    }),
    sushiRice(),
  )
  const fishSkin = food({
    color: '#ef7a4a',
    tones: [['#fbd0b4', 'smoothstep(.3, .45, abs(fract(p.x * 3.2 + p.z * 1.4) - .5) - .02)']],
    rough: 0.18,
    coat: 0.8,
    glow: 0.12,
    side: 2,
  })
  const top = mesh(
    surface(40, 20, (u, v) => {
      const [x, z] = [(u - 0.5) * 1.5, (v - 0.5) * 0.62]
      return [x, 0.3 - 0.22 * (z / 0.31) ** 2 * 0.5 - 0.14 * (x / 0.75) ** 4, z * 1.08]
    }),
    fishSkin,
  )
  return put(group(base, top), { at: [0, 0.24, 0] })
}

export const toppings = {
  avocado: (seed) => [
    scatter('wedge', skins.plain('#b8c860', { deep: '#7a9a34', coat: 0.4 }), 9, 0.4, {
      seed,
      size: 0.5,
      lie: () => 0.08,
    }),
  ],
  tomato: (seed) => [
    scatter('ball', skins.plain('#c8301a', { coat: 0.8, rough: 0.2 }), 8, 0.4, { seed, size: 0.32, lie: () => 0.08 }),
  ],
  cucumber: (seed) => [
    scatter('slice', skins.plain('#cfe0a0', { deep: '#5a8a34', coat: 0.5 }), 12, 0.42, {
      seed,
      size: 0.36,
      flat: 0.5,
      lie: () => 0.1,
    }),
  ],
  greens: (seed) => [coriander(40, 0.5, seed, () => 0.1, 2.6), coriander(30, 0.5, seed + 2, () => 0.2, 2.2)],
  chicken: (seed) => [
    scatter('finger', skins.grilled({ color: '#d8a060', deep: '#9a5a24', char: 0.5 }), 12, 0.4, {
      seed,
      size: 0.5,
      lie: () => 0.12,
    }),
  ],
  teriyaki: (seed) => [
    scatter('chunk', skins.sauced({ color: '#7a3a14', deep: '#401c08', light: '#b87028' }), 12, 0.45, {
      seed,
      size: 0.36,
      lie: () => 0.12,
    }),
  ],
  salmon: (seed) => [
    scatter('cube', skins.plain('#f0784a', { deep: '#f8c0a0', coat: 0.7 }), 14, 0.42, {
      seed,
      size: 0.32,
      lie: () => 0.12,
    }),
  ],
  paneer: (seed) => [scatter('cube', skins.paneer({ char: 0.9 }), 12, 0.42, { seed, size: 0.32, lie: () => 0.12 })],
  broccoli: (seed) => [
    scatter('floret', skins.plain('#3f7a2a', { deep: '#24501a', bump: 0.1 }), 9, 0.42, {
      seed,
      size: 0.4,
      lie: () => 0.12,
    }),
  ],
  carrot: (seed) => [
    scatter('shred', skins.plain('#e87a1c', { coat: 0.4 }), 50, 0.42, { seed, size: 0.4, lie: () => 0.1 }),
  ],
  chickpeas: (seed) => [
    scatter('chickpea', skins.plain('#e0b468', { deep: '#b88430' }), 34, 0.42, { seed, size: 0.2, lie: () => 0.08 }),
  ],
  hummus: (_seed) => [
    mesh(
      heap(0.45, (v, _x) => 0.18 * (1 - v * v) + 0.03 * Math.sin(v * 20), { rings: 24 }),
      skins.plain('#e3c896', { coat: 0.2 }),
    ),
  ],
  beans: (seed) => [
    scatter('bean', skins.sauced({ color: '#6e1f14', deep: '#3e0f0a', light: '#9a4026' }), 34, 0.42, {
      seed,
      size: 0.22,
      lie: () => 0.08,
    }),
  ],
  corn: (seed) => [
    scatter('pea', skins.plain('#f5c93a', { coat: 0.5 }), 60, 0.42, { seed, size: 0.14, lie: () => 0.08 }),
  ],
  egg: (_seed) => [
    put(halfEgg(), { at: [-0.18, -0.1, 0] }),
    put(halfEgg(), { at: [0.35, -0.12, 0.15], turn: [0.1, 1, 0.1] }),
  ],
  feta: (seed) => [scatter('cube', skins.plain('#fbf6ea'), 14, 0.42, { seed, size: 0.24, lie: () => 0.1 })],
  olives: (seed) => [
    scatter('ball', skins.plain('#2a2226', { coat: 0.8, rough: 0.2 }), 12, 0.42, { seed, size: 0.24, lie: () => 0.08 }),
  ],
  beet: (seed) => [
    scatter('cube', skins.plain('#7a1436', { coat: 0.6 }), 16, 0.42, { seed, size: 0.26, lie: () => 0.1 }),
  ],
  sprouts: (seed) => [
    scatter('pea', skins.plain('#a8b85a', { deep: '#7a8a34' }), 80, 0.48, { seed, size: 0.13, lie: () => 0.08 }),
    scatter('shred', skins.plain('#f2eedc'), 30, 0.45, { seed, size: 0.2, lie: () => 0.12 }),
  ],
  berries: (seed) => [
    scatter('ball', skins.plain('#3a4272', { deep: '#1e2444', coat: 0.5 }), 18, 0.45, {
      seed,
      size: 0.24,
      lie: () => 0.08,
    }),
  ],
  strawberry: (seed) => [
    scatter('ball', skins.plain('#c8202a', { deep: '#8a0f1a', coat: 0.7 }), 8, 0.42, {
      seed,
      size: 0.36,
      lie: () => 0.1,
    }),
  ],
  banana: (seed) => [
    scatter('slice', skins.plain('#f3e3a8', { deep: '#d8b860' }), 10, 0.42, {
      seed,
      size: 0.38,
      flat: 0.3,
      lie: () => 0.1,
    }),
  ],
  granola: (seed) => [
    scatter('nugget', skins.fried({ color: '#b8802e' }), 50, 0.46, { seed, size: 0.16, lie: () => 0.06 }),
  ],
  coconut: (seed) => [scatter('shred', skins.plain('#fbf6ea'), 50, 0.42, { seed, size: 0.22, lie: () => 0.08 })],
  papaya: (seed) => [
    scatter('cube', skins.plain('#f0842a', { coat: 0.6 }), 14, 0.42, { seed, size: 0.3, lie: () => 0.1 }),
  ],
  kiwi: (seed) => [
    scatter('slice', skins.plain('#8ab83a', { deep: '#4a7a1c', coat: 0.6 }), 9, 0.42, {
      seed,
      size: 0.4,
      flat: 0.3,
      lie: () => 0.1,
    }),
  ],
  pomegranate: (seed) => [
    scatter('pea', skins.plain('#b8102a', { coat: 0.8, rough: 0.15, glow: 0.15 }), 60, 0.42, {
      seed,
      size: 0.12,
      lie: () => 0.08,
    }),
  ],
  seeds: (seed) => [scatter('finger', skins.plain('#6a8a3a'), 60, 0.45, { seed, size: 0.1, lie: () => 0.06 })],
}
