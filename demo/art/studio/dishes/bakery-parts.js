import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { group, mesh, put, surface } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'

/** Returns the material of a baked crust: dark gold outside, pale in the folds. */
export function baked({
  color = '#b8702a',
  pale = '#e6bd7a',
  deep = '#6e3a12',
  coat = 0.3,
  bump = 0.02,
  side = 0,
} = {}) {
  return food({
    color,
    tones: [
      [pale, '.8 * smoothstep(.45, .65, fbm(p * 3.))'],
      [deep, '.75 * smoothstep(.52, .72, fbm(p * 3.6 + 5.))'],
    ],
    bump: `${bump} * fbm(p * 9.)`,
    rough: '.4 + .25 * fbm(p * 6.)',
    coat,
    coatRough: 0.3,
    glow: 0.07,
    side,
  })
}

export const crumb = (color, deep) =>
  food({
    color,
    tones: [
      [deep ?? new THREE.Color(color).multiplyScalar(0.72), '.7 * smoothstep(.3, .12, cell(p * 11.).x)'],
      [new THREE.Color(color).multiplyScalar(1.08), '.5 * smoothstep(.5, .7, fbm(p * 6.))'],
    ],
    bump: '.05 * cell(p * 13.).x + .02 * fbm(p * 20.)',
    rough: 0.85,
    glow: 0.08,
  })

export const cream = (color = '#fbf4e8') =>
  food({ color, bump: '.02 * fbm(p * 6.)', rough: 0.42, coat: 0.2, glow: 0.12 })

/** Returns a rosette of piped cream. */
export function rosette(color, size = 1) {
  const shape = surface(60, 40, (u, v) => {
    const a = -u * 2 * Math.PI
    const r = 0.26 * (1 - v) ** 0.8 * (1 + 0.16 * Math.sin(a * 7 + v * 5))
    return [r * Math.cos(a) + 0.02 * v, 0.38 * v ** 0.8, r * Math.sin(a) + 0.02 * v]
  })
  return put(mesh(shape, food({ color, rough: 0.4, coat: 0.2, glow: 0.12, side: 2 })), { size })
}

export const cherry = () =>
  mesh(new THREE.SphereGeometry(0.14, 24, 18), skins.plain('#a80f1e', { deep: '#5e0810', coat: 0.9, rough: 0.15 }))

export const decor = {
  cherries: (r, y) => ring(8, r * 0.78, (_i) => [put(rosette('#fbf4e8'), {}), put(cherry(), { at: [0, 0.36, 0] })], y),
  curls: (r, y, seed) => [
    scatter('shred', skins.plain('#3a1a0e', { coat: 0.4 }), 70, r * 0.55, {
      seed,
      lie: () => y,
      size: 0.34,
      flat: 0.7,
    }),
  ],
  rosettes: (r, y, _seed, color) => ring(10, r * 0.8, () => [rosette(color ?? '#fbf4e8')], y),
  chocolateRosettes: (r, y) => ring(9, r * 0.8, () => [rosette('#4a2414')], y),
  praline: (r, y, seed) => [
    scatter('nugget', skins.plain('#d89a3c', { deep: '#a8641a', coat: 0.6 }), 90, r * 0.85, {
      seed,
      lie: () => y - 0.02,
      size: 0.11,
    }),
  ],
  crumbs: (r, y, seed) => [
    scatter('nugget', skins.plain('#9a1420', { deep: '#6e0c16' }), 120, r * 0.6, {
      seed,
      lie: () => y - 0.02,
      size: 0.09,
    }),
  ],
  fruit: (r, y, seed) => [
    scatter('slice', skins.plain('#8ab83a', { deep: '#4a7a1c', coat: 0.9 }), 7, r * 0.7, {
      seed,
      lie: () => y,
      size: 0.42,
      flat: 0.35,
    }),
    scatter('ball', skins.plain('#c8202a', { deep: '#8a0f1a', coat: 0.9 }), 8, r * 0.72, {
      seed: seed + 1,
      lie: () => y,
      size: 0.36,
    }),
    scatter('cube', skins.plain('#f2a83a', { coat: 0.9 }), 9, r * 0.75, { seed: seed + 2, lie: () => y, size: 0.3 }),
    scatter('ball', skins.plain('#3a3a6a', { coat: 0.6 }), 10, r * 0.75, { seed: seed + 3, lie: () => y, size: 0.2 }),
  ],
  pineapple: (r, y, seed) =>
    ring(
      7,
      r * 0.66,
      (i) => [
        put(mesh(shapes.wedge(seed), skins.plain('#f5cf3a', { deep: '#e0a82a', coat: 0.8 })), {
          at: [0, 0.12, 0],
          turn: [0, i, 0.4],
          size: 0.6,
        }),
      ],
      y,
    ).concat(
      ring(7, r * 0.86, () => [rosette('#fbf4e8', 0.8)], y, 0.45),
      [put(cherry(), { at: [0, y + 0.12, 0] })],
    ),
  rasmalai: (r, y, seed) => [
    scatter('patty', skins.plain('#f6dc86', { deep: '#e3b84a', coat: 0.6 }), 5, r * 0.55, {
      seed,
      lie: () => y,
      size: 0.62,
      flat: 0.1,
      sink: 0.28,
    }),
    scatter('nugget', skins.plain('#7a9a3a'), 40, r * 0.8, { seed: seed + 1, lie: () => y, size: 0.08 }),
  ],
  balloonText: () => [],
  hearts: (r, y) => ring(12, r * 0.86, () => [rosette('#f2b0bc', 0.8)], y),
  biscuit: (r, y, seed) => [
    scatter('nugget', skins.plain('#a86a2c', { deep: '#6e3c12' }), 60, r * 0.8, { seed, lie: () => y, size: 0.14 }),
    scatter('shred', skins.plain('#b8641a', { coat: 1 }), 24, r * 0.8, {
      seed: seed + 1,
      lie: () => y,
      size: 0.6,
      flat: 0.1,
    }),
  ],
  nuts: (r, y, seed) => [
    scatter('cashew', skins.plain('#d8a868', { deep: '#a8702a' }), 12, r * 0.7, {
      seed,
      lie: () => y - 0.03,
      size: 0.26,
    }),
  ],
}

export function ring(count, r, make, y, shift = 0) {
  return Array.from({ length: count }, (_, i) => {
    const a = ((i + shift) / count) * 2 * Math.PI
    return put(group(make(i)), { at: [r * Math.cos(a), y, r * Math.sin(a)] })
  })
}

export function inGap(position, start, gap) {
  if (Math.hypot(position.x, position.z) < 0.2) return false
  const a = Math.atan2(position.z, position.x)
  return a > start - 0.12 && a < start + gap + 0.12
}
