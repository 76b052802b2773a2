import * as THREE from 'three'
import { food, leafGreen } from './food.js'
import { blob, fbm, group, heap, mesh, put, shade, smooth, strew, surface, tube, tumbled } from './kit.js'
import { katori, pool } from './vessels.js'

/** Returns the material of a gravy with oil on top. */
export function gravy(color, { oil = '#c8501a', cream, deep, chunky = 0.5, coat = 0.7 } = {}) {
  const tones = [
    [deep ?? new THREE.Color(color).multiplyScalar(0.6), '.75 * smoothstep(.42, .7, fbm(p * 3.1))'],
    [oil, `.75 * smoothstep(.56, .7, fbm(p * 5.5 + 9.))`],
    [oil, `.9 * smoothstep(.17, .1, cell(p * 7.).x)`],
  ]
  if (cream)
    tones.push([cream, 'smoothstep(.05, .02, abs(length(p.xz + .1 * fbm(p * 3.)) - .45 - .12 * atan(p.z, p.x)))'])
  return food({
    color,
    tones,
    bump: `${(0.05 * chunky).toFixed(3)} * fbm(p * 4.) + ${(0.012 * chunky).toFixed(3)} * noise3(p * 22.)`,
    rough: '.42 + .3 * fbm(p * 6.)',
    coat: coat * 0.6,
    coatRough: 0.16,
    glow: 0.05,
  })
}

const gravies = {
  sambar: () => gravy('#b0541a', { oil: '#d8842a', deep: '#7d3410', chunky: 0.7 }),
  coconut: () =>
    food({
      color: '#efe8d6',
      tones: [['#d9cfb0', '.7 * smoothstep(.4, .65, fbm(p * 8.))']],
      bump: '.05 * fbm(p * 12.)',
      rough: 0.55,
      glow: 0.08,
    }),
  red: () => gravy('#a8321a', { oil: '#d1591f', chunky: 1 }),
  green: () =>
    food({
      color: '#5d8a35',
      tones: [
        ['#3f6a22', '.7 * smoothstep(.4, .65, fbm(p * 7.))'],
        ['#a3c25e', '.5 * smoothstep(.6, .7, fbm(p * 13.))'],
      ],
      bump: '.04 * fbm(p * 12.)',
      rough: 0.42,
      coat: 0.3,
      glow: 0.06,
    }),
  curd: () => food({ color: '#f6f2ea', bump: '.04 * fbm(p * 3.)', rough: 0.3, coat: 0.5, glow: 0.1 }),
  saagu: () => gravy('#cf9a3a', { oil: '#e0b04a', deep: '#a8702a', chunky: 1.2, coat: 0.4 }),
  stew: () => gravy('#efe0bd', { oil: '#e3c47a', deep: '#d8c294', chunky: 0.8, coat: 0.5 }),
  dal: () => gravy('#d99a2b', { oil: '#e8b93c', deep: '#b8741c', chunky: 0.8 }),
  makhani: () => gravy('#5e2614', { oil: '#8f3e1c', deep: '#35130b', chunky: 1.1 }),
  chole: () => gravy('#7a3d18', { oil: '#a85a22', deep: '#4a200c', chunky: 1.1 }),
  kadala: () => gravy('#5c3316', { oil: '#8f5520', deep: '#38190a', chunky: 1 }),
  rasam: () => gravy('#8f3f14', { oil: '#c9762a', deep: '#6a2a0c', chunky: 0.3, coat: 1 }),
  payasa: () => gravy('#e9cf9c', { oil: '#f0deb4', deep: '#d8b478', chunky: 0.6 }),
  mayo: () => food({ color: '#f3ead2', bump: '.05 * fbm(p * 3.)', rough: 0.3, coat: 0.4, glow: 0.08 }),
  soy: () => food({ color: '#2a120a', rough: 0.08, coat: 1, glow: 0.01 }),
  honey: () => food({ color: '#c47a1a', rough: 0.1, coat: 1, glow: 0.1 }),
  kalan: () => gravy('#e3c35a', { oil: '#eed27c', deep: '#c79a3a', chunky: 0.6 }),
}

/** Returns a small bowl with a sauce or a side dish, with a pinch of garnish. */
export function dip(kind, { at = [0, 0, 0], r = 0.55, h = 0.42, metal = 'steel', seed = 1, top = true } = {}) {
  const parts = [
    katori(r, h, metal),
    pool(r * 0.9, h * 0.8, gravies[kind](), { dome: 0.02, wave: 0.02, often: 4, seed }),
  ]
  if (top && ['sambar', 'rasam', 'dal', 'chole', 'kadala', 'stew', 'saagu'].includes(kind))
    parts.push(put(coriander(7, r * 0.6, seed), { at: [0, h * 0.84, 0] }))
  if (top && kind === 'sambar')
    parts.push(
      strew(blob({ size: [0.07, 0.045, 0.06], rough: 0.2, detail: 8 }), vegetable('#d9772a'), 6, seed, (random) => {
        const [x, z] = random.disc()
        return { at: [x * r * 0.6, h * 0.83, z * r * 0.6], turn: tumbled(random) }
      }),
    )
  if (top && kind === 'coconut') parts.push(put(tempering(r * 0.5, seed), { at: [0, h * 0.85, 0] }))
  return put(group(parts), { at })
}

export const vegetable = (color, rough = 0.4) =>
  food({
    color,
    tones: [[new THREE.Color(color).multiplyScalar(0.65), '.6 * smoothstep(.45, .7, fbm(p * 9.))']],
    bump: '.02 * fbm(p * 16.)',
    rough,
    coat: 0.25,
    glow: 0.08,
  })

function leafShape(length, width, curl) {
  return surface(6, 10, (u, v) => {
    const wide = width * Math.sin(Math.PI * Math.min(1, v * 0.94 + 0.05)) ** 0.8
    const x = (u - 0.5) * wide
    return [x, curl * (Math.abs(u - 0.5) * 0.5 + v * v * 0.6) * length, (v - 0.5) * length]
  })
}

/** Returns torn coriander leaves in a disc of radius r at y = 0; `lie` returns the height of the ground. */
export function coriander(count, r, seed = 1, lie = () => 0, size = 1) {
  const shape = leafShape(0.15 * size, 0.13 * size, 0.35)
  return strew(shape, leafGreen('#3c7a1e'), count, seed * 31 + 5, (random) => {
    const [x, z] = random.disc()
    return {
      at: [x * r, lie(x * r, z * r) + 0.02, z * r],
      turn: [random.between(-0.5, 0.5), random.between(0, 6.28), random.between(-0.5, 0.5)],
      size: random.between(0.6, 1.25),
      tint: shade(random, 0.75, 1.2),
    }
  })
}

/** Returns curry leaves, dark and glossy. */
export function curryLeaves(count, r, seed = 1, lie = () => 0) {
  return strew(leafShape(0.34, 0.13, 0.25), leafGreen('#2d5a18'), count, seed * 17 + 3, (random) => {
    const [x, z] = random.disc()
    return {
      at: [x * r, lie(x * r, z * r) + 0.03, z * r],
      turn: [random.between(-0.4, 0.4), random.between(0, 6.28), random.between(-0.5, 0.5)],
      size: random.between(0.7, 1.15),
      tint: shade(random, 0.75, 1.15),
    }
  })
}

/** Returns a sprig of mint: pairs of leaves that get smaller. */
export function mint(seed = 1, size = 1) {
  const parts = []
  for (let i = 0; i < 7; i++) {
    const one = mesh(leafShape(0.42 - i * 0.03, 0.3 - i * 0.02, 0.5), leafGreen('#3f8a2e'))
    parts.push(put(one, { at: [0, i * 0.035, 0], turn: [0.5, i * 2.4 + seed, 0] }))
    one.geometry.translate(0, 0, 0.17)
  }
  return put(group(parts), { size })
}

/** Returns mustard seeds, red chilli and curry leaf from hot oil. */
export function tempering(r, seed = 1, lie = () => 0) {
  const seeds = strew(
    new THREE.SphereGeometry(0.02, 8, 6),
    food({ color: '#1d120c', rough: 0.4 }),
    22,
    seed,
    (random) => {
      const [x, z] = random.disc()
      return { at: [x * r, lie(x * r, z * r) + 0.01, z * r] }
    },
  )
  return group(seeds, curryLeaves(2, r * 0.7, seed, lie), dryChilli(r * 0.5, seed, lie))
}

export function dryChilli(r, seed = 1, lie = () => 0) {
  const red = food({ color: '#8a1a0e', rough: 0.3, coat: 0.6, bump: '.03 * fbm(p * 14.)' })
  const x = Math.cos(seed * 2.1) * r
  const z = Math.sin(seed * 2.1) * r
  const y = lie(x, z) + 0.05
  return mesh(
    tube(
      [
        [x - 0.2, y, z],
        [x, y + 0.05, z + 0.05],
        [x + 0.24, y, z - 0.02],
      ],
      (v) => 0.05 * Math.sin(Math.PI * (v * 0.85 + 0.12)),
      { segments: 24, sides: 10 },
    ),
    red,
  )
}

/** Returns onion rings, red at their edge. */
export function onionRings(count, seed = 1, spread = 0.4) {
  const skin = food({
    color: '#f1e3e6',
    tones: [['#a03a68', 'smoothstep(.40, .47, length(p.xz))']],
    rough: 0.3,
    coat: 0.3,
    glow: 0.1,
  })
  const ring = surface(48, 8, (u, v) => {
    const [a, b] = [u * 2 * Math.PI, v * 2 * Math.PI]
    const r = 0.43 + 0.045 * Math.cos(b)
    return [r * Math.cos(a), 0.035 * Math.sin(b) + 0.01 * Math.sin(a * 2), r * Math.sin(a)]
  })
  return strew(ring, skin, count, seed + 3, (random, i) => {
    const [x, z] = random.disc()
    return {
      at: [x * spread, 0.04 + i * 0.035, z * spread],
      turn: [random.between(-0.25, 0.25), random.between(0, 6), random.between(-0.2, 0.2)],
      size: random.between(0.5, 1),
    }
  })
}

/** Returns a wedge of lime, with the cut face up and forward. */
export function lime(kind = 'lime') {
  const rind = kind === 'lime' ? '#4f8a1f' : '#e3b21f'
  const flesh = kind === 'lime' ? '#bcd66a' : '#f3dc74'
  const skin = food({ color: rind, bump: '.02 * cell(p * 26.).x', rough: 0.35, coat: 0.4, glow: 0.06 })
  const cut = food({
    color: flesh,
    tones: [
      ['#eef3c8', 'smoothstep(.86, .93, length(uvp - .5) * 2.)'],
      ['#e9f0bd', '.9 * smoothstep(.1, .0, abs(sin(atan(uvp.y - .5, uvp.x - .5) * 4.))) '],
      ['#dfe89c', '.5 * smoothstep(.5, .7, fbm(vec3(uvp * 30., 1.)))'],
    ],
    bump: '.02 * fbm(vec3(uvp * 26., 2.))',
    rough: 0.15,
    coat: 0.7,
    glow: 0.14,
  })
  const ball = mesh(new THREE.SphereGeometry(0.34, 40, 24, 0, Math.PI * 2, Math.PI / 2, Math.PI / 2), skin)
  const face = put(mesh(new THREE.CircleGeometry(0.335, 48), cut), { turn: [-Math.PI / 2, 0, 0] })
  return group(put(group(ball, face), { at: [0, 0.3, 0], turn: [0.55, 0.3, 0.1] }))
}

/** Returns half a boiled egg, with the cut face up. */
export function halfEgg({ masala = false } = {}) {
  const white = food({
    color: masala ? '#e8c79a' : '#f7f1e6',
    tones: masala ? [['#b8722e', '.8 * smoothstep(.4, .65, fbm(p * 6.))']] : [],
    rough: 0.3,
    coat: 0.35,
    glow: 0.12,
  })
  const cut = food({
    color: '#f8f3e8',
    tones: [
      ['#efa82c', 'smoothstep(.56, .53, length(uvp - vec2(.5, .46)) * 2.)'],
      [
        '#d98a1c',
        '.6 * smoothstep(.5, .7, fbm(vec3(uvp * 14., 3.))) * smoothstep(.56, .53, length(uvp - vec2(.5, .46)) * 2.)',
      ],
    ],
    bump: '.02 * fbm(vec3(uvp * 20., 1.)) * smoothstep(.56, .53, length(uvp - vec2(.5, .46)) * 2.)',
    rough: 0.35,
    coat: 0.2,
    glow: 0.14,
  })
  const shell = mesh(new THREE.SphereGeometry(0.4, 40, 20, 0, Math.PI * 2, Math.PI / 2, Math.PI / 2), white)
  const face = put(mesh(new THREE.CircleGeometry(0.395, 48), cut), { turn: [-Math.PI / 2, 0, 0] })
  return group(put(group(shell, face), { at: [0, 0.36, 0], size: [0.86, 0.86, 1.12] }))
}

/** Returns a melting piece of butter. */
export function butter(size = 1) {
  const fat = food({ color: '#f6d877', rough: 0.3, coat: 0.6, glow: 0.12, bump: '.01 * fbm(p * 6.)' })
  const lump = mesh(
    blob({
      size: [0.3, 0.15, 0.24],
      rough: 0.12,
      often: 1.5,
      shape: (x, y, z) => [
        Math.sign(x) * Math.abs(x) ** 0.6,
        Math.sign(y) * Math.abs(y) ** 0.6,
        Math.sign(z) * Math.abs(z) ** 0.6,
      ],
      detail: 20,
    }),
    fat,
  )
  const melt = mesh(
    heap(0.5, (v, x, z) => 0.045 * smooth(1, 0.5, v) + 0.01 * fbm(x * 4, 0, z * 4, 2), {
      edge: (a) => 1 + 0.25 * Math.sin(a * 3 + 1) + 0.12 * Math.sin(a * 5),
      rings: 20,
      segments: 60,
    }),
    food({ color: '#f2c95a', rough: 0.08, coat: 1, glow: 0.1, see: 0.75 }),
  )
  return put(group(put(lump, { at: [0, 0.1, 0], turn: [0, 0.5, 0.05] }), melt), { size })
}
