import * as THREE from 'three'
import { food, leafGreen, steel } from './food.js'
import { fbm, group, heap, mesh, put, randomOf, smooth, surface, turned } from './kit.js'

/** The grounds on which a dish stands, as materials of a large plane at y = 0. */
export const grounds = {
  wood: () =>
    food({
      color: '#7a4a28',
      tones: [
        ['#a06a3c', '.8 * smoothstep(.3, .75, fbm(vec3(p.x * .5, 0., p.z * 7.)))'],
        ['#4a2a15', '.7 * smoothstep(.52, .8, fbm(vec3(p.x * .8 + 9., 3., p.z * 13.)))'],
        ['#2c180c', 'smoothstep(.03, .0, abs(fract(p.z * .42 + .3) - .5) - .005)'],
      ],
      bump: '.012 * fbm(vec3(p.x * .8, 3., p.z * 13.))',
      rough: '.55 + .25 * fbm(p * 3.)',
      glow: 0.01,
    }),
  paleWood: () =>
    food({
      color: '#c39a6c',
      tones: [
        ['#dcb88a', '.8 * smoothstep(.3, .7, fbm(vec3(p.x * .4, 0., p.z * 6.)))'],
        ['#96693e', '.6 * smoothstep(.5, .8, fbm(vec3(p.x * .7 + 4., 3., p.z * 12.)))'],
        ['#5d3f22', 'smoothstep(.03, .0, abs(fract(p.z * .36 + .1) - .5) - .004)'],
      ],
      rough: 0.6,
      glow: 0.01,
    }),
  slate: () =>
    food({
      color: '#3d3c3d',
      tones: [
        ['#57524e', '.8 * smoothstep(.35, .7, fbm(p * 1.3))'],
        ['#2a2829', '.7 * smoothstep(.5, .75, fbm(p * 4. + 3.))'],
      ],
      bump: '.03 * fbm(p * 5.)',
      rough: 0.62,
      glow: 0,
    }),
  stone: () =>
    food({
      color: '#d8cdbd',
      tones: [
        ['#efe6d8', '.8 * smoothstep(.3, .7, fbm(p * .9))'],
        ['#b8a68f', '.5 * smoothstep(.55, .75, fbm(p * 3. + 5.))'],
      ],
      bump: '.012 * fbm(p * 7.)',
      rough: 0.5,
      glow: 0.02,
    }),
  terracotta: () =>
    food({
      color: '#a8552f',
      tones: [
        ['#c4713f', '.8 * smoothstep(.3, .7, fbm(p * 1.1))'],
        ['#7b3a20', '.6 * smoothstep(.5, .8, fbm(p * 5. + 5.))'],
      ],
      bump: '.015 * fbm(p * 9.)',
      rough: 0.75,
      glow: 0.02,
    }),
  linen: () =>
    food({
      color: '#e9dfcc',
      tones: [
        ['#d6cab0', '.5 * smoothstep(.35, .7, fbm2(vec3(p.x * 30., 0., p.z * 3.)))'],
        ['#d6cab0', '.5 * smoothstep(.35, .7, fbm2(vec3(p.x * 3., 4., p.z * 30.)))'],
        ['#f6eee0', '.6 * smoothstep(.35, .7, fbm(p * 1.2))'],
      ],
      bump: '.1 * fbm2(p * .7)',
      rough: 0.9,
      glow: 0.03,
    }),
  green: () =>
    food({
      color: '#2f5a3d',
      tones: [['#40734f', '.8 * smoothstep(.3, .7, fbm(p * 1.2))']],
      bump: '.012 * fbm(p * 8.)',
      rough: 0.5,
      glow: 0.02,
    }),
  kraft: () =>
    food({
      color: '#b48a5a',
      tones: [
        ['#c9a272', '.7 * smoothstep(.3, .7, fbm(p * 2.))'],
        ['#8b6539', '.35 * smoothstep(.6, .75, noise3(p * 60.))'],
      ],
      bump: '.03 * fbm(p * 1.5)',
      rough: 0.85,
      glow: 0.02,
    }),
}

export function ground(kind) {
  const plane = mesh(new THREE.PlaneGeometry(160, 160).rotateX(-Math.PI / 2), grounds[kind]())
  plane.castShadow = false
  // The ground is drawn last, so that the renderer spends no time on its hidden parts.
  plane.renderOrder = 9
  return plane
}

const glazes = {
  white: ['#efe9df', '#e3d9c8'],
  cream: ['#e9d9b8', '#c9ad7c'],
  grey: ['#7d7b78', '#5d5a57'],
  black: ['#2d2b2b', '#1c1a1a'],
  blue: ['#38566b', '#263d50'],
  green: ['#5e7257', '#43563f'],
  clay: ['#a4552f', '#86401f'],
}

/** Returns the material of glazed pottery, with a slightly uneven colour. */
export function glaze(kind) {
  const [color, deep] = glazes[kind]
  return food({
    color,
    tones: [
      [deep, '.7 * smoothstep(.45, .75, fbm(p * 2.2))'],
      [deep, '.4 * smoothstep(.72, .8, noise3(p * 40.))'],
    ],
    rough: kind === 'clay' ? 0.75 : 0.3,
    coat: kind === 'clay' ? 0 : 0.55,
    bump: kind === 'clay' ? '.008 * fbm(p * 14.)' : undefined,
    glow: 0.03,
    side: THREE.DoubleSide,
  })
}

const brass = () => food({ color: '#b08d57', metal: 1, rough: '.3 + .2 * fbm(p * 5.)', glow: 0 })
const copper = () => food({ color: '#a4623c', metal: 1, rough: '.28 + .2 * fbm(p * 5.)', glow: 0 })

/** Returns a flat plate of radius `r`; its surface for food is at y = 0.1. */
export function plate(kind = 'white', r = 1.75) {
  const profile = [
    [0, 0.02],
    [r * 0.55, 0.02],
    [r * 0.66, 0.06],
    [r, 0.24],
    [r + 0.03, 0.27],
    [r - 0.03, 0.29],
    [r * 0.68, 0.13],
    [r * 0.6, 0.09],
    [0, 0.09],
  ]
  return mesh(turned(profile, 0.05), kind === 'steel' ? steel() : glaze(kind))
}

/** Returns a steel plate with an upright rim, as in a tiffin room. */
export function thali(r = 2.1, metal = 'steel') {
  const profile = [
    [0, 0.02],
    [r, 0.02],
    [r + 0.08, 0.3],
    [r + 0.13, 0.32],
    [r + 0.1, 0.35],
    [r + 0.02, 0.32],
    [r - 0.06, 0.08],
    [0, 0.08],
  ]
  return mesh(turned(profile, 0.05, 96), metal === 'brass' ? brass() : steel())
}

/** Returns a small steel bowl of radius `r` and height `h`; its content is a disc of radius 0.88 r at 0.8 h. */
export function katori(r = 0.55, h = 0.42, metal = 'steel') {
  const profile = [
    [0, 0],
    [r * 0.62, 0],
    [r * 0.86, h * 0.35],
    [r, h],
    [r + 0.04, h + 0.015],
    [r - 0.02, h + 0.01],
    [r * 0.82, h * 0.4],
    [r * 0.55, 0.04],
    [0, 0.04],
  ]
  return mesh(turned(profile, 0.06), metal === 'brass' ? brass() : metal === 'steel' ? steel() : glaze(metal))
}

/** Returns a deep bowl of radius `r` with a wall of height `h`; its content is a disc of radius 0.86 r at 0.78 h. */
export function bowl(kind = 'white', r = 1.5, h = 0.85) {
  const profile = [
    [0, 0.05],
    [r * 0.42, 0.05],
    [r * 0.42, 0],
    [r * 0.48, 0],
    [r * 0.55, 0.09],
    [r * 0.86, h * 0.5],
    [r, h],
    [r - 0.03, h + 0.03],
    [r - 0.08, h],
    [r * 0.8, h * 0.5],
    [r * 0.5, 0.14],
    [0, 0.12],
  ]
  const skin = kind === 'steel' ? steel() : kind === 'brass' ? brass() : kind === 'copper' ? copper() : glaze(kind)
  return mesh(turned(profile, 0.07, 96), skin)
}

/** Returns a round-bellied cooking pot; its content is a disc of radius 1.18 at y = 0.98. */
export function handi(kind = 'copper') {
  const profile = [
    [0, 0],
    [0.75, 0],
    [1.28, 0.36],
    [1.36, 0.66],
    [1.22, 0.98],
    [1.24, 1.04],
    [1.44, 1.12],
    [1.44, 1.16],
    [1.2, 1.1],
    [1.15, 0.98],
    [1.2, 0.7],
    [0, 0.5],
  ]
  const skin = kind === 'copper' ? copper() : kind === 'brass' ? brass() : kind === 'steel' ? steel() : glaze(kind)
  const parts = [mesh(turned(profile, 0.16, 110), skin)]
  for (const side of [-1, 1]) {
    const ring = mesh(new THREE.TorusGeometry(0.2, 0.045, 14, 30), kind === 'clay' ? glaze('clay') : brass())
    parts.push(put(ring, { at: [side * 1.5, 0.9, 0], turn: [0.3, 0, 0] }))
  }
  return group(parts)
}

/** Returns a shallow iron pan with two handles; its content is a disc of radius 1.32 at y = 0.3. */
export function pan() {
  const iron = food({
    color: '#262424',
    metal: 0.5,
    rough: '.42 + .3 * fbm(p * 8.)',
    bump: '.01 * fbm(p * 20.)',
    glow: 0,
  })
  const profile = [
    [0, 0.02],
    [1.2, 0.02],
    [1.5, 0.42],
    [1.55, 0.44],
    [1.46, 0.46],
    [1.18, 0.09],
    [0, 0.09],
  ]
  const parts = [mesh(turned(profile, 0.07, 96), iron)]
  for (const side of [-1, 1]) {
    const grip = mesh(new THREE.TorusGeometry(0.27, 0.055, 14, 30, Math.PI), iron)
    parts.push(put(grip, { at: [side * 1.5, 0.42, 0], turn: [side * 1.45, side * 1.5708, 0] }))
  }
  return group(parts)
}

/** Returns a piece of banana leaf, `w` by `d`, with midrib and veins. */
export function bananaLeaf(w = 4.4, d = 2.6, seed = 1) {
  const shape = surface(90, 60, (u, v) => {
    const across = (v - 0.5) * 2
    const x = (u - 0.5) * w
    const wide = d * (0.5 - 0.05 * Math.cos(u * 3)) * (1 - 0.15 * smooth(0.75, 1, u))
    const y =
      0.03 +
      0.05 * Math.abs(across) ** 2.2 +
      0.03 * fbm(x * 1.1, across * 2, seed, 3) +
      0.012 * Math.exp(-((across * 16) ** 2))
    return [x, Math.max(0.012, y), across * wide]
  })
  const skin = food({
    color: '#35662a',
    tones: [
      ['#4f8034', '.7 * smoothstep(.35, .7, fbm(p * 1.2))'],
      ['#2a5a1c', '.2 * smoothstep(.3, .95, .5 + .5 * sin((p.x + abs(p.z) * .3 + .1 * fbm2(p * 2.)) * 62.))'],
      ['#a9c468', 'smoothstep(.045, .0, abs(p.z))'],
    ],
    bump: '.0015 * sin((p.x + abs(p.z) * .3 + .1 * fbm2(p * 2.)) * 62.) + .02 * fbm2(p * 1.4)',
    rough: 0.36,
    coat: 0.35,
    glow: 0.04,
    side: THREE.DoubleSide,
  })
  return mesh(shape, skin)
}

/** Returns a sheet of brown or printed paper, slightly crumpled. */
export function paper(w = 3.6, d = 3.2, seed = 1, colour = '#c79d6b') {
  const random = randomOf(seed)
  const [a, b] = [random.between(0, 9), random.between(0, 9)]
  const shape = surface(70, 70, (u, v) => {
    const [x, z] = [(u - 0.5) * w, (v - 0.5) * d]
    const crease = Math.abs(fbm(x * 0.9 + a, b, z * 0.9, 3))
    return [x + 0.05 * fbm(z, a, 0, 2), 0.015 + 0.1 * crease * Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)) * 2, z]
  })
  const skin = food({
    color: colour,
    tones: [['#8b6539', '.25 * smoothstep(.6, .75, noise3(p * 50.))']],
    bump: '.05 * abs(fbm(p * 1.4) - .5)',
    rough: 0.85,
    glow: 0.03,
    side: THREE.DoubleSide,
  })
  return mesh(shape, skin)
}

/** Returns a round or square wooden board. */
export function board(kind = 'round', r = 1.9) {
  const wood = food({
    color: '#96602f',
    tones: [
      ['#b98048', '.8 * smoothstep(.3, .7, fbm(vec3(p.x * 1., p.y, p.z * 9.)))'],
      ['#5e371a', '.5 * smoothstep(.5, .8, fbm(vec3(p.x * 1.3 + 4., 3., p.z * 16.)))'],
    ],
    rough: 0.55,
    glow: 0.02,
  })
  if (kind === 'round')
    return mesh(
      turned(
        [
          [0, 0],
          [r, 0],
          [r, 0.14],
          [0, 0.14],
        ],
        0.05,
      ),
      wood,
    )
  const slab = mesh(new THREE.BoxGeometry(r * 2.2, 0.14, r * 1.4), wood)
  return put(slab, { at: [0, 0.07, 0] })
}

/**
 * Returns a bowl pinned from dry leaves, as for donne biryani: it has the radius 1.3, and its content is a disc of
 * radius 1.1 at y = 0.72.
 */
export function leafBowl() {
  const shape = surface(120, 40, (u, v) => {
    const angle = u * 2 * Math.PI
    const fold = 0.06 * Math.cos(angle * 7 + 0.4) * smooth(0.4, 1, v)
    const r = v < 0.42 ? (v / 0.42) * 0.86 : 0.86 + ((v - 0.42) / 0.58) * 0.5
    const y = v < 0.42 ? 0.05 : 0.05 + ((v - 0.42) / 0.58) ** 0.9 * 0.86
    return [(r + fold) * Math.cos(-angle), y + fold * 0.4, (r + fold) * Math.sin(-angle)]
  })
  const skin = food({
    color: '#8a7a3a',
    tones: [
      ['#a8964e', '.8 * smoothstep(.3, .7, fbm(p * 2.5))'],
      ['#5e5224', '.6 * smoothstep(.2, .9, .5 + .5 * sin(atan(p.z, p.x) * 60. + p.y * 9.))'],
    ],
    bump: '.015 * sin(atan(p.z, p.x) * 60. + p.y * 9.)',
    rough: 0.65,
    glow: 0.03,
    side: THREE.DoubleSide,
  })
  return mesh(shape, skin)
}

/** Returns the liquid or gravy in a bowl: a disc of radius `r` at height `y` with a slight relief. */
export function pool(r, y, material, { wave = 0.015, often = 2, dome = 0, seed = 1 } = {}) {
  const rim = (v) => 0.03 * smooth(0.93, 1, v)
  const shape = heap(r, (v, x, z) => dome * (1 - v * v) + wave * fbm(x * often, seed, z * often, 4) + rim(v))
  return put(mesh(shape, material), { at: [0, y, 0] })
}

export const garnishLeaf = leafGreen
