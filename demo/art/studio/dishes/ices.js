import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { group, heap, mesh, put, surface, turned } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { mint } from '../kitchen/sides.js'
import { bowl, plate } from '../kitchen/vessels.js'
import { glassSkin, scoop } from './sweet-parts.js'

export const ices = {
  scoops({
    seed,
    colors = ['#f6e8c4', '#f6e8c4'],
    in: vessel = 'clay',
    bits,
    bitColor,
    sauce,
    leaf = true,
    wafer = true,
  }) {
    const at = [
      [-0.48, 0.92, 0.28],
      [0.5, 0.92, 0.18],
      [0.02, 1.55, 0.12],
      [0.02, 0.95, -0.5],
    ]
    const parts = colors.map((color, i) => put(scoop(seed + i, color, { bits, bitColor }), { at: at[i] }))
    if (sauce)
      parts.push(
        put(
          mesh(
            heap(0.6, (v) => 0.62 * (1 - v ** 2.2) - 0.02, {
              edge: (a) => 0.85 + 0.22 * Math.sin(a * 5 + seed) + 0.1 * Math.sin(a * 8),
              rings: 40,
            }),
            food({ color: sauce, rough: 0.1, coat: 1, glow: 0.03, side: 2 }),
          ),
          { at: [at[colors.length - 1][0], at[colors.length - 1][1] + 0.06, at[colors.length - 1][2]] },
        ),
      )
    if (wafer) {
      const crisp = food({
        color: '#d8a04c',
        tones: [['#9a5e20', 'smoothstep(.4, .48, max(abs(fract(p.x * 8.) - .5), abs(fract(p.y * 8.) - .5)))']],
        rough: 0.6,
        glow: 0.06,
      })
      parts.push(
        put(mesh(new THREE.CylinderGeometry(0.11, 0.11, 1.5, 20), crisp), {
          at: [0.62, 1.75, -0.35],
          turn: [0.25, 0, -0.3],
        }),
      )
    }
    if (leaf) parts.push(put(mint(seed, 0.6), { at: [0.05, colors.length > 2 ? 2.1 : 1.42, 0.3] }))
    const y = colors.length > 2 ? 1.05 : 0.85
    return {
      objects: [bowl(vessel, 1.25, 0.8), ...parts],
      look: { ground: 'stone', angle: { lift: 25, far: colors.length > 2 ? 7.8 : 6.7, at: [0, y, 0] } },
    }
  },
  sundae({
    seed,
    layers = ['#c8202a', '#f6e8c4', '#f2c53a', '#4a2414'],
    colors = ['#f6e8c4', '#e8a8b4', '#f2c060'],
    sauce = '#3a1a0e',
    bits = '#d8a868',
  }) {
    const tall = mesh(
      turned(
        [
          [0, 0],
          [0.5, 0],
          [0.52, 0.06],
          [0.12, 0.14],
          [0.12, 0.4],
          [0.3, 0.52],
          [0.72, 1.9],
          [0.74, 1.92],
        ],
        0.05,
      ),
      glassSkin(),
    )
    const inside = layers.map((color, i) => {
      const low = 0.55 + (i * 1.3) / layers.length
      const up = 0.55 + ((i + 1) * 1.3) / layers.length
      const rOf = (y) => 0.27 + (y - 0.52) * 0.3
      return mesh(
        surface(60, 6, (u, v) => {
          const a = u * 2 * Math.PI
          const y = low + (up - low) * v + 0.05 * Math.sin(a * 2 + i * 2 + seed)
          return [rOf(y) * Math.cos(a), y, rOf(y) * Math.sin(a)]
        }),
        skins.plain(color, { coat: 0.6, bump: 0.04 }),
      )
    })
    const parts = colors.map((color, i) =>
      put(scoop(seed + i, color, { size: 0.72 }), {
        at: [
          [-0.3, 2.05, 0.15],
          [0.32, 2.05, 0.1],
          [0, 2.45, 0.1],
        ][i],
      }),
    )
    const more = [
      scatter('nugget', skins.plain(bits), 24, 0.4, { seed, size: 0.12, lie: (x, z) => 2.86 - 1.2 * Math.hypot(x, z) }),
      put(mesh(new THREE.SphereGeometry(0.14, 24, 18), skins.plain('#a80f1e', { coat: 0.9, rough: 0.15 })), {
        at: [0, 2.98, 0.1],
      }),
    ]
    if (sauce)
      more.push(
        put(
          mesh(
            heap(0.44, (v) => 0.44 * (1 - v ** 2.2), { edge: (a) => 0.85 + 0.24 * Math.sin(a * 5 + seed), rings: 30 }),
            food({ color: sauce, rough: 0.1, coat: 1, glow: 0.03, side: 2 }),
          ),
          { at: [0, 2.49, 0.1] },
        ),
      )
    return {
      objects: [...inside, tall, ...parts, ...more],
      look: { ground: 'stone', angle: { lift: 15, far: 9, at: [0, 1.5, 0] } },
    }
  },
  kulfi({ seed, color = '#f0d48a', count = 2 }) {
    const one = () => {
      const body = mesh(
        turned(
          [
            [0, 0],
            [0.22, 0],
            [0.4, 1.5],
            [0.3, 1.7],
            [0, 1.74],
          ],
          0.14,
          48,
        ),
        food({
          color,
          tones: [
            ['#7a9a3a', 'smoothstep(.15, .1, cell(p * 6.).x)'],
            ['#c8782a', 'smoothstep(.11, .08, cell(p * 5. + 7.).x)'],
          ],
          bump: '.02 * fbm(p * 9.)',
          rough: 0.4,
          coat: 0.3,
          glow: 0.13,
        }),
      )
      const stick = put(mesh(new RoundedBoxGeometry(0.16, 0.9, 0.07, 3, 0.03), skins.plain('#d8b07a')), {
        at: [0, -0.4, 0],
      })
      return group(body, stick)
    }
    return {
      objects: [
        plate('clay', 1.95),
        ...Array.from({ length: count }, (_, i) =>
          put(one(), { at: [-0.5 + i * 0.8, 0.5, 0.75], turn: [-Math.PI / 2 + 0.06, 0.5 - i * 0.2, 0] }),
        ),
        scatter('nugget', skins.plain('#7a9a3a'), 30, 1.2, { seed, size: 0.08, lie: () => 0.12 }),
      ],
      look: { ground: 'terracotta', angle: 'plate' },
    }
  },
}
