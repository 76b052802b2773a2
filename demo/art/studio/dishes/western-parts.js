import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, shade, smooth, strew, surface, tube } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { coriander, mint } from '../kitchen/sides.js'

export const crust = (color = '#c98a42') =>
  food({
    color,
    tones: [
      ['#e6bd7a', '.8 * smoothstep(.42, .62, fbm(p * 3.))'],
      ['#8a4a1a', '.8 * smoothstep(.55, .72, fbm(p * 4. + 5.))'],
      ['#3a1a0a', '.6 * smoothstep(.64, .74, fbm(p * 5. + 15.))'],
    ],
    bump: '.03 * fbm(p * 7.)',
    rough: 0.55,
    coat: 0.12,
    glow: 0.07,
  })

export const cheeseSkin = (sauce, white) =>
  food({
    color: white ? '#f3e4c0' : '#eebd58',
    tones: [
      ['#f8e2a6', '.8 * smoothstep(.4, .62, fbm(p * 2.2))'],
      [sauce, `${white ? 0.15 : 0.85} * smoothstep(.54, .66, fbm(p * 2.7 + 7.))`],
      ['#b86a1e', '.7 * smoothstep(.6, .74, fbm(p * 4. + 3.))'],
    ],
    bump: '.05 * fbm(p * 4.)',
    rough: '.32 + .3 * fbm(p * 5.)',
    coat: 0.4,
    coatRough: 0.25,
    glow: 0.08,
  })

/**
 * The functions that draw toppings on a pizza of radius 1.6, by the name of the topping. Their parameter `lie` returns
 * the height of the pizza's surface.
 */
export const toppings = {
  basil: (seed, lie) =>
    [0, 1, 2, 3, 4].map((i) =>
      put(mint(seed + i, 0.75), {
        at: [0.9 * Math.cos(i * 1.26 + seed), lie(0.5, 0.5) - 0.02, 0.9 * Math.sin(i * 1.26 + seed)],
      }),
    ),
  mozzarella: (seed, lie) => [
    scatter('patty', skins.plain('#fdf6e6', { deep: '#ead8ae', coat: 0.4 }), 9, 1.2, {
      seed,
      lie,
      size: 0.5,
      sink: 0.33,
      flat: 0.1,
    }),
  ],
  tomato: (seed, lie) => [
    scatter('slice', skins.plain('#c8301a', { deep: '#e8643a', coat: 0.7 }), 9, 1.2, {
      seed,
      lie,
      size: 0.42,
      sink: 0.36,
      flat: 0.12,
    }),
  ],
  onion: (seed, lie) => [
    scatter(
      new THREE.TorusGeometry(0.36, 0.06, 8, 26).rotateX(1.57),
      skins.plain('#d8a0c0', { deep: '#9a4a7a', coat: 0.4 }),
      16,
      1.25,
      { seed, lie, size: 0.46, sink: 0.34, flat: 0.2 },
    ),
  ],
  capsicum: (seed, lie) => [
    scatter('wedge', skins.plain('#3f8a2a', { coat: 0.6 }), 14, 1.25, { seed, lie, size: 0.36, sink: 0.3 }),
  ],
  redPepper: (seed, lie) => [
    scatter('wedge', skins.plain('#c8301a', { coat: 0.6 }), 10, 1.25, { seed, lie, size: 0.34, sink: 0.3 }),
  ],
  corn: (seed, lie) => [
    scatter('pea', skins.plain('#f5c93a', { deep: '#e0a02a', coat: 0.5 }), 70, 1.3, {
      seed,
      lie,
      size: 0.13,
      sink: 0.3,
    }),
  ],
  mushroom: (seed, lie) => [
    scatter('mushroom', skins.plain('#d8bd96', { deep: '#8a6038', coat: 0.2 }), 15, 1.25, {
      seed,
      lie,
      size: 0.34,
      sink: 0.25,
      flat: 1.3,
    }),
  ],
  paneer: (seed, lie) => [
    scatter('cube', skins.paneer({ char: 0.7 }), 16, 1.25, { seed, lie, size: 0.28, sink: 0.25 }),
  ],
  chicken: (seed, lie) => [
    scatter('chunk', skins.grilled({ color: '#c8601c' }), 17, 1.25, { seed, lie, size: 0.34, sink: 0.2 }),
  ],
  smoked: (seed, lie) => [
    scatter('wedge', skins.plain('#d8a070', { deep: '#9a5a2a' }), 18, 1.25, { seed, lie, size: 0.44, sink: 0.28 }),
  ],
  mince: (seed, lie) => [
    scatter('nugget', skins.sauced({ color: '#6e3416', coat: 0.3 }), 90, 1.3, { seed, lie, size: 0.16, sink: 0.25 }),
  ],
  pepperoni: (seed, lie) => [
    scatter('slice', skins.sauced({ color: '#a82a14', deep: '#7a180a', light: '#d85a34', coat: 0.6 }), 17, 1.25, {
      seed,
      lie,
      size: 0.46,
      sink: 0.36,
      flat: 0.1,
    }),
  ],
  rocket: (seed, lie) => [coriander(40, 1.1, seed, lie, 2.4)],
  jalapeno: (seed, lie) => [
    scatter(new THREE.TorusGeometry(0.34, 0.14, 8, 20).rotateX(1.57), skins.plain('#5a8a2a', { coat: 0.5 }), 14, 1.2, {
      seed,
      lie,
      size: 0.24,
      sink: 0.3,
      flat: 0.3,
    }),
  ],
  olives: (seed, lie) => [
    scatter(new THREE.TorusGeometry(0.3, 0.18, 10, 22).rotateX(1.57), skins.plain('#1d1a1c', { coat: 0.7 }), 14, 1.25, {
      seed,
      lie,
      size: 0.24,
      sink: 0.3,
      flat: 0.2,
    }),
  ],
  coriander: (seed, lie) => [coriander(18, 1.1, seed, lie)],
  blue: (seed, lie) => [
    scatter('nugget', skins.plain('#f4efe0', { deep: '#5a7a8a', spots: 0.9 }), 16, 1.2, {
      seed,
      lie,
      size: 0.22,
      sink: 0.25,
    }),
  ],
}

export function pizzaBase(seed, { r = 1.75, sauce = '#b8321a', white = false } = {}) {
  const top = (x, z) => 0.13 + 0.05 * fbm(x * 1.6, seed, z * 1.6, 3)
  const rim = mesh(
    surface(160, 36, (u, v) => {
      const a = -u * 2 * Math.PI
      const b = v * 2 * Math.PI
      const fat = 0.19 * (1 + 0.22 * fbm(Math.cos(a) * 2.2, seed, Math.sin(a) * 2.2, 3))
      const reach = r - 0.08 + fat * Math.cos(b) * 1.1
      return [reach * Math.cos(a), 0.17 + fat * Math.sin(b) * 0.95, reach * Math.sin(a)]
    }),
    food({
      color: '#d8a45c',
      side: 2,
      tones: [
        ['#efcf96', '.8 * smoothstep(.42, .6, fbm(p * 3.))'],
        ['#8a4a1a', '.85 * smoothstep(.54, .7, fbm(p * 3.4 + 5.))'],
        ['#2e1609', '.7 * smoothstep(.62, .72, fbm(p * 4. + 15.))'],
      ],
      bump: '.02 * fbm(p * 7.)',
      rough: 0.6,
      glow: 0.07,
    }),
  )
  const face = mesh(
    heap(r - 0.1, (_v, x, z) => top(x, z)),
    cheeseSkin(sauce, white),
  )
  return { parts: [rim, face], top }
}

export function bun(seed, { r = 1, high = 0.62, sesame = true, dark } = {}) {
  const skin = food({
    color: dark ? '#8a4a1c' : '#c27a34',
    tones: [
      ['#e8b66a', '.9 * smoothstep(.3, -.02, p.y)'],
      ['#9a5420', '.6 * smoothstep(.45, .7, fbm(p * 2.4))'],
    ],
    bump: '.006 * fbm(p * 12.)',
    rough: 0.4,
    coat: 0.4,
    coatRough: 0.25,
    glow: 0.06,
  })
  const dome = mesh(
    blob({
      size: [r, high, r],
      rough: 0.03,
      often: 1.5,
      seed,
      detail: 44,
      shape: (x, y, z) => [x, y < 0 ? y * 0.16 : y, z],
    }),
    skin,
  )
  const seeds = sesame
    ? strew(
        blob({ size: [0.05, 0.02, 0.03], rough: 0, detail: 6 }),
        skins.plain('#f5e6c4', { coat: 0.3 }),
        90,
        seed,
        (random) => {
          const [x, z] = random.disc()
          const y = high * Math.sqrt(Math.max(0, 1 - (x * x + z * z) * 0.8)) * 0.99
          return {
            at: [x * r * 0.88, y + 0.005, z * r * 0.88],
            turn: [z * 0.8, random.between(0, 6), -x * 0.8],
            size: random.between(0.8, 1.2),
          }
        },
      )
    : null
  const bottom = (y) =>
    put(
      mesh(
        blob({
          size: [r, 0.2, r],
          rough: 0.03,
          seed: seed + 3,
          detail: 30,
          shape: (x, y2, z) => [x, Math.sign(y2) * Math.abs(y2) ** 0.5, z],
        }),
        skin,
      ),
      { at: [0, y, 0] },
    )
  return { top: group(dome, seeds), bottom }
}

/** Returns a leaf of lettuce or a sheet of cheese, for a place between the layers of a burger. */
export function frill(r, color, seed, { waves = 9, droop = 0.14, thick = 0.03 } = {}) {
  return mesh(
    heap(
      r,
      (v, x, z) =>
        thick + 0.09 * smooth(0.55, 1, v) * Math.sin(Math.atan2(z, x) * waves + seed) - droop * smooth(0.75, 1, v),
      { edge: (a) => 1 + 0.06 * Math.sin(a * waves * 0.7 + seed), rings: 30, segments: 140 },
    ),
    food({
      color,
      tones: [[new THREE.Color(color).lerp(new THREE.Color('#ffffff'), 0.22), '.6 * smoothstep(.4, .7, fbm(p * 4.))']],
      rough: 0.4,
      coat: 0.4,
      glow: 0.1,
      side: 2,
    }),
  )
}

export function cheeseSlice(r, y) {
  const shape = surface(40, 40, (u, v) => {
    const [x, z] = [(u - 0.5) * 2 * r, (v - 0.5) * 2 * r]
    const out = Math.max(0, Math.hypot(x, z) - r * 0.86)
    return [x, y - out * 0.75, z]
  })
  return put(mesh(shape, food({ color: '#f2a826', rough: 0.35, coat: 0.5, glow: 0.1, side: 2 })), { turn: [0, 0.5, 0] })
}

export const pattySkins = {
  beef: () => skins.grilled({ color: '#5e3018', deep: '#35180a', char: 0.5, coat: 0.35 }),
  crisp: () => skins.fried({ color: '#c8802e' }),
  tikki: () => skins.fried({ color: '#cf9438', deep: '#96560f' }),
  paneer: () => skins.fried({ color: '#d8842a', deep: '#a8480f' }),
  grilled: () => skins.grilled({ color: '#d89a5a', deep: '#9a5a24', char: 0.5 }),
  bean: () => skins.grilled({ color: '#7a3a24', deep: '#4a1c10', char: 0.35 }),
  red: () => skins.fried({ color: '#b8481c', deep: '#7a200a', pale: '#d8843c' }),
  fish: () => skins.fried({ color: '#d8a450', deep: '#a86a1c' }),
}

export function friesPile(seed, count, r, dust) {
  const skin = skins.fried({
    color: dust ? '#d8842a' : '#e8b44a',
    deep: dust ? '#a83a10' : '#b8741c',
    pale: dust ? '#f0b050' : '#f6d684',
    coat: 0.2,
  })
  const stick = new RoundedBoxGeometry(0.13, 0.13, 1.05, 2, 0.03)
  return strew(stick, skin, count, seed, (random, i) => {
    const [x, z] = random.disc()
    const level = (i / count) ** 1.3
    return {
      at: [x * r * (1 - level * 0.6), 0.08 + level * 0.6 + random.between(0, 0.05), z * r * (1 - level * 0.6)],
      turn: [random.between(-0.35, 0.35), random.between(0, 6.28), random.between(-0.4, 0.4)],
      size: [1, 1, random.between(0.65, 1.15)],
      tint: shade(random, 0.85, 1.08),
    }
  })
}

/** Returns a slice of bread or toast that lies flat. */
export function slice(_seed, { size = 1, tint = '#d8a45c' } = {}) {
  const skin = food({
    color: tint,
    tones: [
      ['#f0d49a', '.85 * smoothstep(.86, .6, max(abs(p.x), abs(p.z)))'],
      ['#a8621f', '.6 * smoothstep(.5, .7, fbm(p * 3.))'],
    ],
    bump: '.03 * fbm(p * 16.)',
    rough: 0.75,
    glow: 0.08,
  })
  return put(mesh(new RoundedBoxGeometry(1.7, 0.18, 1.6, 6, 0.09), skin), { size })
}

export function halfSandwich(seed, { bread, fill, grilled }) {
  const wedge = (high) => {
    const outline = new THREE.Shape([
      new THREE.Vector2(-1.1, -0.55),
      new THREE.Vector2(1.1, -0.55),
      new THREE.Vector2(0, 0.75),
    ])
    return new THREE.ExtrudeGeometry(outline, {
      depth: high - 0.06,
      bevelEnabled: true,
      bevelSize: 0.05,
      bevelThickness: 0.03,
      bevelSegments: 3,
      curveSegments: 4,
    }).rotateX(-Math.PI / 2)
  }
  const skin = food({
    color: bread,
    tones: [
      ['#f3ddb0', '.85 * smoothstep(.55, .35, fbm2(p * 1.4))'],
      ...(grilled
        ? [['#6e3412', '.8 * smoothstep(.35, .5, abs(fract(p.x * 2.2 + p.z * .6) - .5)) * step(.05, p.y)']]
        : []),
    ],
    bump: '.02 * fbm(p * 14.)',
    rough: 0.7,
    glow: 0.08,
  })
  const layerOf = {
    lettuce: ['#7fae3a', 0.1],
    tomato: ['#c8341c', 0.13],
    cheese: ['#f2b43a', 0.09],
    paneer: ['#e8c890', 0.2],
    chicken: ['#dcb888', 0.24],
    mayo: ['#f3ead2', 0.07],
    egg: ['#f6e3a0', 0.16],
    potato: ['#e0b23c', 0.24],
    beet: ['#7a1c3a', 0.1],
    corn: ['#efd05a', 0.2],
    spinach: ['#3f6a22', 0.12],
    chutney: ['#5d8a35', 0.07],
    mozzarella: ['#fbf4e4', 0.17],
  }
  const parts = [mesh(wedge(0.24), skin)]
  let y = 0.25
  fill.forEach((name, i) => {
    const [color, high] = layerOf[name]
    const shape = wedge(high)
    const points = shape.attributes.position
    for (let n = 0; n < points.count; n++) {
      const [x, z] = [points.getX(n), points.getZ(n)]
      const out = 1 + 0.05 + 0.05 * fbm(x * 3, seed + i, z * 3, 3)
      points.setXYZ(n, x * out, points.getY(n) + 0.03 * fbm(x * 5, seed + i, z * 5, 2), z * out)
    }
    shape.computeVertexNormals()
    parts.push(put(mesh(shape, skins.plain(color, { coat: 0.4, bump: 0.05 })), { at: [0, y, 0] }))
    y += high * 0.92
  })
  parts.push(put(mesh(wedge(0.24), skin), { at: [0, y, 0] }))
  return put(group(parts), { size: 0.95 })
}

export function strands(seed, skin, count, radius, flat) {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, i) => {
    const level = i / count
    const r = 1.25 * (1 - level * 0.55)
    const start = random.between(0, 6.28)
    const sweep = random.between(1.6, 3.4)
    const tilt = random.between(-0.25, 0.25)
    const ox = random.between(-0.3, 0.3) * (1 - level)
    const oz = random.between(-0.3, 0.3) * (1 - level)
    const reach = r * random.between(0.35, 1)
    const points = Array.from({ length: 8 }, (_, n) => {
      const a = start + (sweep * n) / 7
      const lift = level * 0.52 + 0.07 * Math.sin(a * 2 + i) + tilt * 0.4 * Math.cos(a)
      const wide = reach * (1 + 0.12 * Math.sin(a * 3 + i))
      const [x, z] = [ox + wide * Math.cos(a), oz + wide * Math.sin(a)]
      const far = Math.hypot(x, z)
      const pull = far > 1.3 ? 1.3 / far : 1
      return [x * pull, lift + 0.05 - Math.max(0, far - 0.9) * 0.12, z * pull]
    })
    return mesh(tube(points, radius, { segments: 34, sides: 7, flat }), skin)
  })
}
export const noodleStrands = strands

export function pennePile(seed, skin) {
  const pipe = new THREE.CylinderGeometry(0.13, 0.13, 0.6, 16, 1, true)
  skin.side = 2
  return [
    strew(pipe, skin, 95, seed, (random, i) => {
      const [x, z] = random.disc()
      const level = i / 95
      return {
        at: [x * 1.25 * (1 - level * 0.5), 0.1 + level * 0.5, z * 1.25 * (1 - level * 0.5)],
        turn: [random.between(1.1, 2), random.between(0, 6.28), random.between(-0.5, 0.5)],
        size: random.between(0.9, 1.1),
        tint: shade(random, 0.85, 1.08),
      }
    }),
  ]
}
