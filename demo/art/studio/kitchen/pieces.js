import * as THREE from 'three'
import { food } from './food.js'
import { blob, fbm, group, mesh, put, randomOf, shade, smoothNormals, strew, surface, tube } from './kit.js'

/** The materials of surfaces of food by name. `char` is the share of burnt spots, `coat` the share of glossy sauce. */
export const skins = {
  grilled: ({ color = '#b8431c', deep = '#6e1c0a', char = 0.8, coat = 0.35 } = {}) =>
    food({
      color,
      tones: [
        [deep, '.7 * smoothstep(.45, .7, fbm(p * 5.))'],
        ['#e08a3c', '.5 * smoothstep(.58, .75, fbm(p * 4. + 9.))'],
        ['#1d0d07', `${char} * smoothstep(.54, .7, fbm(p * 3.4 + 21.) + .12 * smoothstep(.1, .4, p.y))`],
      ],
      bump: '.03 * fbm(p * 9.) + .01 * noise3(p * 30.)',
      rough: '.4 + .3 * fbm(p * 7.)',
      coat,
      coatRough: 0.25,
      glow: 0.05,
    }),
  fried: ({ color = '#c27a2a', deep = '#7e3c0e', pale = '#e8b868', coat = 0.15 } = {}) =>
    food({
      color,
      tones: [
        [pale, '.8 * smoothstep(.46, .66, fbm(p * 5.))'],
        [deep, '.8 * smoothstep(.52, .74, fbm(p * 6. + 8.))'],
        [pale, '.5 * smoothstep(.6, .72, noise3(p * 22.))'],
      ],
      bump: '.05 * fbm(p * 9.) + .022 * noise3(p * 26.)',
      rough: '.45 + .3 * fbm(p * 8.)',
      coat,
      coatRough: 0.35,
      glow: 0.06,
    }),
  sauced: ({ color = '#8e2a10', deep = '#4a1206', light = '#c85a22', coat = 0.9 } = {}) =>
    food({
      color,
      tones: [
        [deep, '.75 * smoothstep(.45, .7, fbm(p * 4.))'],
        [light, '.6 * smoothstep(.58, .72, fbm(p * 6. + 5.))'],
      ],
      bump: '.035 * fbm(p * 7.)',
      rough: '.25 + .25 * fbm(p * 6.)',
      coat,
      coatRough: 0.1,
      glow: 0.05,
    }),
  paneer: ({ char = 0, sauce } = {}) =>
    food({
      color: '#f4ecd8',
      tones: [
        ['#e0c79a', '.6 * smoothstep(.45, .7, fbm(p * 5.))'],
        ['#c8702a', `${(0.75 * char).toFixed(2)} * smoothstep(.3, .6, fbm(p * 3. + 5.))`],
        ...(sauce ? [[sauce, '.9 * smoothstep(.44, .6, fbm(p * 3.2 + 3.) + .25 * smoothstep(.1, -.3, p.y))']] : []),
        ['#3a1a0a', `${char.toFixed(2)} * smoothstep(.6, .72, fbm(p * 4. + 2.))`],
      ],
      bump: '.012 * fbm(p * 14.)',
      rough: 0.5,
      coat: 0.25,
      glow: 0.1,
    }),
  plain: (color, { deep, spots = 0.6, coat = 0.3, rough = 0.4, bump = 0.02, glow = 0.07 } = {}) =>
    food({
      color,
      tones: [[deep ?? new THREE.Color(color).multiplyScalar(0.62), `${spots} * smoothstep(.45, .72, fbm(p * 6.))`]],
      bump: `${bump} * fbm(p * 10.)`,
      rough,
      coat,
      glow,
    }),
}

const boxy = (power) => (x, y, z) => {
  const pull = (value) => Math.sign(value) * Math.abs(value) ** power
  return [pull(x), pull(y), pull(z)]
}

/** The shapes of pieces of food by name, about one unit long. */
export const shapes = {
  cube: (seed = 1) => blob({ size: [0.5, 0.42, 0.46], rough: 0.05, often: 1.6, seed, detail: 18, shape: boxy(0.42) }),
  chunk: (seed = 1) => blob({ size: [0.56, 0.42, 0.46], rough: 0.32, often: 1.5, seed, detail: 26, shape: boxy(0.75) }),
  nugget: (seed = 1) => blob({ size: [0.5, 0.42, 0.46], rough: 0.34, often: 2.1, seed, detail: 28 }),
  ball: (seed = 1) => blob({ size: [0.5, 0.48, 0.5], rough: 0.06, often: 2.4, seed, detail: 28 }),
  patty: (seed = 1) =>
    blob({
      size: [0.55, 0.2, 0.55],
      rough: 0.08,
      often: 2.2,
      seed,
      detail: 28,
      shape: (x, y, z) => [x, Math.sign(y) * Math.abs(y) ** 0.6, z],
    }),
  bean: (seed = 1) =>
    blob({ size: [0.5, 0.3, 0.32], rough: 0.05, seed, detail: 16, shape: (x, y, z) => [x, y, z - 0.34 * (1 - x * x)] }),
  pea: () => new THREE.SphereGeometry(0.5, 18, 14),
  chickpea: (seed = 1) => blob({ size: [0.5, 0.45, 0.46], rough: 0.14, often: 1.4, seed, detail: 14 }),
  finger: (seed = 1) => blob({ size: [0.16, 0.16, 0.9], rough: 0.06, often: 2, seed, detail: 16, shape: boxy(0.6) }),
  /** Returns the shape of a drumstick: meat at one end, bone at the other; it lies along x. */
  leg: (seed = 1) =>
    smoothNormals(
      surface(48, 70, (u, v) => {
        const a = u * 2 * Math.PI
        const fat = 0.44 * Math.sin(Math.PI * Math.min(1, v * 1.02) ** 0.62) ** 0.9
        const r =
          v > 0.93
            ? fat * 0.6
            : Math.max(0.015, fat) * (1 + 0.14 * fbm(Math.cos(a) * 1.6, v * 5, Math.sin(a) * 1.6 + seed, 4))
        return [-0.75 + v * 1.6, r * Math.sin(a) + 0.03 * Math.sin(v * 7), r * Math.cos(a)]
      }),
    ),
  prawn: (seed = 1) =>
    tube(
      [
        [0.5, 0, 0],
        [0.3, 0.34, 0.02],
        [-0.1, 0.46, 0],
        [-0.46, 0.24, 0.02],
        [-0.5, -0.14, 0],
        [-0.28, -0.4, 0],
      ],
      (v) =>
        (0.19 * Math.sin(Math.PI * Math.min(0.98, 0.12 + v * 0.8)) ** 0.8 * (1 - 0.35 * v) + 0.02) *
        (1 + 0.07 * Math.sin(v * 44 + seed)),
      { segments: 70, sides: 18 },
    ),
  mushroom: (seed = 1) =>
    blob({
      size: [0.5, 0.4, 0.5],
      rough: 0.05,
      seed,
      detail: 24,
      shape: (x, y, z) => (y < -0.1 ? [x * 0.42, y * 1.3, z * 0.42] : [x, y * 0.9, z]),
    }),
  floret: (seed = 1) => blob({ size: [0.5, 0.42, 0.5], rough: 0.6, often: 3.2, octaves: 3, seed, detail: 36 }),
  okra: (seed = 1) =>
    tube(
      [
        [-0.5, 0, 0],
        [0, 0.04, 0.04],
        [0.5, 0, 0],
      ],
      (v, u) => 0.13 * (1 - v * 0.75) * (1 + 0.1 * Math.cos(u * 31.4 + seed)),
      { segments: 20, sides: 20 },
    ),
  cashew: (seed = 1) =>
    tube(
      [
        [-0.42, 0.1, 0],
        [-0.2, -0.1, 0],
        [0.1, -0.12, 0],
        [0.4, 0.12, 0],
      ],
      (v) => 0.17 * Math.sin(Math.PI * (0.1 + 0.8 * v)) + 0.01 * seed,
      { segments: 24, sides: 12 },
    ),
  wedge: (seed = 1) =>
    blob({
      size: [0.55, 0.3, 0.3],
      rough: 0.06,
      seed,
      detail: 16,
      shape: (x, y, z) => [x * (1 - 0.4 * Math.abs(z)), y, z + 0.5 * x * x],
    }),
  slice: () => new THREE.CylinderGeometry(0.5, 0.5, 0.1, 36),
  shred: (seed = 1) =>
    tube(
      [
        [-0.5, 0, 0],
        [-0.15, 0.1, 0.06 * seed],
        [0.2, -0.02, -0.05],
        [0.5, 0.06, 0.04],
      ],
      0.045,
      { segments: 18, sides: 7 },
    ),
}

const bone = () =>
  food({ color: '#efe2c8', tones: [['#c79a62', '.6 * smoothstep(.4, .7, fbm(p * 5.))']], rough: 0.4, coat: 0.2 })

/** Returns a cooked drumstick with its bone; it is about 1.7 units long. */
export function drumstick(seed = 1, skin = skins.grilled()) {
  const shank = mesh(
    tube(
      [
        [0.6, 0, 0],
        [0.95, 0.04, 0],
        [1.12, 0.03, 0],
      ],
      (v) => (v > 0.72 ? 0.13 : 0.085),
      { segments: 16, sides: 12 },
    ),
    bone(),
  )
  const knob = put(mesh(new THREE.SphereGeometry(0.12, 14, 12), bone()), { at: [1.12, 0.04, 0.05] })
  return group(mesh(shapes.leg(seed), skin), shank, knob)
}

/**
 * Returns many pieces of one kind of food, `size` long, in a disc of radius r; `lie(x, z)` returns the height of the
 * ground.
 */
export function scatter(
  shape,
  skin,
  count,
  r,
  { seed = 1, lie = () => 0, size = 0.3, sink = 0.3, flat = 0.5, tint = [0.85, 1.1] } = {},
) {
  const geometry = typeof shape === 'string' ? shapes[shape](seed) : shape
  return strew(geometry, skin, count, seed * 13 + count, (random, i) => {
    const reach = r * Math.sqrt(Math.min(1, (i + random.between(0.1, 0.9)) / count))
    const angle = i * 2.39996 + seed + random.between(-0.35, 0.35)
    const [x, z] = [reach * Math.cos(angle), reach * Math.sin(angle)]
    const s = size * random.between(0.8, 1.2)
    return {
      at: [x, lie(x, z) + s * (0.42 - sink), z],
      turn: [random.between(-flat, flat), random.between(0, 6.28), random.between(-flat, flat)],
      size: s,
      tint: shade(random, ...tint),
    }
  })
}

/** Returns pieces of food in a heap of radius r and height h. */
export function piled(shape, skin, count, r, h, { seed = 1, size = 0.5, at = [0, 0, 0], variants = 3 } = {}) {
  const random = randomOf(seed * 101 + 7)
  const skinOf = typeof skin === 'function' ? skin : () => skin
  const geometries = Array.from({ length: variants }, (_, i) => shapes[shape](seed + i * 3))
  const parts = Array.from({ length: count }, (_, i) => {
    const share = i / count
    const level = share ** 1.6
    const reach = r * (1 - level * 0.85) * Math.sqrt(((i * 0.618) % 1) * 0.9 + 0.1)
    const angle = i * 2.4 + random.between(-0.3, 0.3)
    const s = size * random.between(0.85, 1.15)
    return put(mesh(geometries[i % variants], skinOf(i)), {
      at: [reach * Math.cos(angle), s * 0.4 + level * h, reach * Math.sin(angle)],
      turn: [random.between(-0.6, 0.6), random.between(0, 6.28), random.between(-0.6, 0.6)],
      size: s,
    })
  })
  return put(group(parts), { at })
}
