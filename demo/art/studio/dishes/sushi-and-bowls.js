import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf } from '../kitchen/kit.js'
import { skins } from '../kitchen/pieces.js'
import { dip, mint } from '../kitchen/sides.js'
import { board, bowl } from '../kitchen/vessels.js'
import { maki, nigiri, toppings } from './eastern-parts.js'

export const sushiAndBowls = {
  maki({ seed, count = 8, fill, outside = 'nori', top }) {
    const random = randomOf(seed)
    const parts = Array.from({ length: count }, (_, i) => {
      const piece = maki(seed + i, { fill, outside })
      const cap = top
        ? put(mesh(blob({ size: [0.36, 0.08, 0.3], rough: 0.1, seed, detail: 16 }), skins.plain(top, { coat: 0.7 })), {
            at: [0, 0.56, 0],
          })
        : null
      return put(group(piece, cap), {
        at: [-1.35 + (i % 4) * 0.9, 0.15, i < 4 ? -0.2 : 0.75],
        turn: [0, random.between(0, 6), 0],
      })
    })
    const wasabi = put(
      mesh(blob({ size: [0.2, 0.16, 0.2], rough: 0.3, often: 3, seed, detail: 20 }), skins.plain('#9ab83e')),
      { at: [1.75, 0.28, -0.9] },
    )
    return {
      objects: [
        board('square', 2.1),
        ...parts,
        wasabi,
        put(dip('soy', { r: 0.5, metal: 'black', seed }), { at: [-1.6, 0.14, -0.95] }),
        put(mint(seed, 0.7), { at: [1.2, 0.16, -0.95] }),
      ],
      look: { ground: 'slate', angle: { lift: 40, far: 8.4, at: [0, 0.3, 0.15] } },
    }
  },
  nigiri({ seed, count = 4 }) {
    const parts = Array.from({ length: count }, (_, i) =>
      put(nigiri(seed + i), { at: [-1.15 + i * 0.78, 0.15, 0.35 - i * 0.12], turn: [0, 1.15, 0] }),
    )
    return {
      objects: [
        board('square', 2.1),
        ...parts,
        put(dip('soy', { r: 0.5, metal: 'black', seed }), { at: [1.5, 0.14, -0.95] }),
      ],
      look: { ground: 'slate', angle: { lift: 34, far: 7.4, at: [0, 0.3, 0.15] } },
    }
  },
  /** Builds a bowl of rice or leaves with several toppings side by side. */
  bowlOf({ seed, base = '#f3ead6', kind = 'grey', parts = [] }) {
    const floor = mesh(
      heap(1.42, (v, x, z) => 0.05 * fbm(x * 3, seed, z * 3, 3) + 0.12 * (1 - v * v)),
      food({
        color: base,
        tones: [[new THREE.Color(base).multiplyScalar(0.7), '.6 * smoothstep(.28, .1, cell(p * 9.).x)']],
        bump: '.05 * cell(p * 9.).x',
        rough: 0.5,
        glow: 0.12,
      }),
    )
    const sector = (make, i) => {
      const a = (i / parts.length) * 2 * Math.PI + 0.6 + seed
      return put(group(make(seed + i)), { at: [0.78 * Math.cos(a), 0.64, 0.78 * Math.sin(a)] })
    }
    return {
      objects: [
        bowl(kind, 1.65, 0.85),
        put(floor, { at: [0, 0.58, 0] }),
        ...parts.map((name, i) => sector(toppings[name], i)),
        mint(seed, 0.8),
      ].map((one, i, all) => (i === all.length - 1 ? put(one, { at: [0, 0.86, 0] }) : one)),
      look: { ground: 'stone', angle: { lift: 54, far: 8.2, at: [0, 0.5, 0] } },
    }
  },
}
