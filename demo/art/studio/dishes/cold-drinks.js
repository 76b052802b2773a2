import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, mesh, put } from '../kitchen/kit.js'
import { beside, glass } from './drink-parts.js'

export const coldDrinks = {
  glass({ seed, next = [], ground = 'stone', ...o }) {
    return {
      objects: [glass(seed, o), ...next.flatMap((name) => beside[name](seed))],
      look: { ground, angle: { lift: 17, far: 7.5, at: [next.length ? 0.45 : 0, 1.0, 0] } },
    }
  },
  coconut({ seed }) {
    const body = mesh(
      blob({
        size: [1, 1.05, 1],
        rough: 0.03,
        often: 1.4,
        seed,
        detail: 56,
        shape: (x, y, z) => [x * (1 - 0.08 * y), Math.min(y, 0.78), z * (1 - 0.08 * y)],
      }),
      food({
        color: '#6e9a34',
        tones: [
          ['#8ab04a', '.8 * smoothstep(.4, .65, fbm(p * 2.))'],
          ['#4a6e1e', '.6 * smoothstep(.5, .7, fbm(vec3(p.x * 6., p.y, p.z * 6.)))'],
          ['#f3ead0', 'smoothstep(.74, .8, p.y + .03 * fbm(p * 6.))'],
          ['#dce6ee', 'smoothstep(.40, .36, length(p.xz)) * smoothstep(.7, .75, p.y)'],
        ],
        bump: '.02 * fbm(p * 5.)',
        rough: 0.4,
        coat: 0.3,
        glow: 0.06,
      }),
    )
    const water = put(
      mesh(
        new THREE.CircleGeometry(0.37, 40).rotateX(-Math.PI / 2),
        food({ color: '#e8f0ee', rough: 0.04, coat: 1, glow: 0.12 }),
      ),
      { at: [0, 1.77, 0] },
    )
    const straw = put(
      mesh(
        new THREE.CylinderGeometry(0.05, 0.05, 1.5, 16),
        food({ color: '#d8304a', tones: [['#ffffff', 'step(.5, fract(p.y * 3.))']], rough: 0.4 }),
      ),
      { at: [0.15, 2.2, 0], turn: [0.1, 0, -0.25] },
    )
    return {
      objects: [put(body, { at: [0, 0.95, 0] }), water, straw],
      look: { ground: 'paleWood', angle: { lift: 24, far: 7.6, at: [0, 1.05, 0] } },
    }
  },
}
