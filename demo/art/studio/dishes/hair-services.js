import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food, steel } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, strew, surface, tube } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { bowl, pool } from '../kitchen/vessels.js'
import {
  brush,
  cloth,
  comb,
  drape,
  dryer,
  flower,
  foldedTowel,
  hairBrush,
  iron,
  lacquer,
  look,
  rolledTowel,
  scissors,
} from './service-parts.js'

export const hairServices = {
  cut({ seed, fabric = '#d8cfc0', combs = 1, tint, brush: withBrush, clips }) {
    const parts = [
      drape(seed, fabric),
      put(scissors(tint), { at: [-0.35, 0.24, 0.5], turn: [0, -0.75, 0], size: 0.95 }),
      put(comb('#2b2628'), { at: [0.75, 0.2, -0.35], turn: [0, -0.5, 0], size: 0.9 }),
    ]
    if (combs > 1) parts.push(put(comb('#a8642a', 18), { at: [-0.9, 0.2, -0.85], turn: [0, 0.35, 0], size: 0.8 }))
    if (withBrush) parts.push(put(hairBrush(), { at: [1.35, 0.28, 0.35], turn: [0, 0.6, 0], size: 0.75 }))
    if (clips)
      for (let i = 0; i < 3; i++)
        parts.push(
          put(mesh(new RoundedBoxGeometry(0.62, 0.1, 0.16, 3, 0.05), lacquer(['#d3165f', '#e8a33a', '#3f8f78'][i])), {
            at: [1.0 + 0.2 * i, 0.24, 0.75 - i * 0.32],
            turn: [0, 0.5 + i * 0.3, 0],
          }),
        )
    return { objects: parts, look: look('stone') }
  },
  dry({ seed, fabric = '#e3d3cf', color, iron: withIron, round }) {
    const parts = [drape(seed, fabric)]
    if (withIron) parts.push(put(iron(), { at: [0.1, 0.2, 0.45], turn: [0, 0.5, 0], size: 0.95 }))
    else parts.push(put(dryer(color), { at: [0.1, 0.2, -0.25], turn: [0, 0.25, 0], size: 0.95 }))
    if (round !== false)
      parts.push(
        put(hairBrush(), {
          at: withIron ? [-0.8, 0.28, -0.9] : [1.35, 0.26, 0.5],
          turn: [0, withIron ? 1.2 : 0.3, 0],
          size: 0.7,
        }),
      )
    return { objects: parts, look: look('stone', 8.4) }
  },
  braid({ seed, fabric = '#e6d9c8', ribbon = '#c2547a' }) {
    const hair = food({
      color: '#2c1a12',
      tones: [['#5a3a28', '.6 * smoothstep(.45, .7, fbm2(vec3(p.x * 3., p.y * 34., p.z * 34.)))']],
      bump: '.04 * fbm2(vec3(p.x * 3., p.y * 34., p.z * 34.))',
      rough: 0.4,
      coat: 0.25,
      glow: 0.02,
    })
    const strand = (phase) =>
      mesh(
        tube(
          Array.from({ length: 34 }, (_, i) => {
            const t = i / 33
            const a = t * 15 + phase
            return [-1.7 + t * 3.2, 0.34 + 0.14 * Math.sin(2 * a), 0.3 * Math.sin(a) * (1 - 0.25 * t)]
          }),
          (v) => 0.25 * (1 - 0.35 * v),
          { segments: 240, sides: 20 },
        ),
        hair,
      )
    const tip = put(mesh(blob({ size: [0.5, 0.2, 0.24], rough: 0.1, seed, detail: 30 }), hair), { at: [1.95, 0.3, 0] })
    const bow = group(
      [-1, 1].map((s) =>
        put(mesh(blob({ size: [0.34, 0.12, 0.22], rough: 0.08, seed, detail: 24 }), cloth(ribbon)), {
          at: [0, 0.1, s * 0.34],
          turn: [0, 1.57 + s * 0.3, 0],
        }),
      ),
      mesh(shapes.ball(1), cloth(ribbon)),
    )
    return {
      objects: [
        drape(seed, fabric),
        put(group([0, 2.094, 4.189].map(strand), tip, put(bow, { at: [1.5, 0.42, 0], size: 0.62 })), {
          at: [-0.05, 0.16, 0.2],
          turn: [0, 0.45, 0],
        }),
        put(comb('#a8642a', 26), { at: [0.7, 0.2, -1.05], turn: [0, 0.3, 0], size: 0.75 }),
      ],
      look: look('stone'),
    }
  },
  shave({ seed, fabric = '#cfd6d8', razor = true, scissorsToo }) {
    const parts = [drape(seed, fabric)]
    const mug = bowl('black', 0.75, 0.6)
    parts.push(
      put(
        group(
          mug,
          put(
            mesh(
              heap(0.62, (v, x, z) => 0.2 * (1 - v * v) + 0.12 * fbm(x * 4, seed, z * 4, 3)),
              food({ color: '#fbf8f2', rough: 0.6, glow: 0.14 }),
            ),
            { at: [0, 0.42, 0] },
          ),
        ),
        { at: [-0.95, 0.15, -0.35] },
      ),
    )
    parts.push(put(brush('#5a2f1c', '#d8c4a4', 0.95), { at: [0.55, 0.22, -0.35], turn: [0, -0.7, 0] }))
    if (razor)
      parts.push(
        put(
          group(
            put(mesh(new RoundedBoxGeometry(1.5, 0.1, 0.22, 4, 0.05), lacquer('#3a2418')), {}),
            put(mesh(new RoundedBoxGeometry(1.3, 0.05, 0.32, 3, 0.02), steel()), {
              at: [1.25, 0.02, -0.3],
              turn: [0, 0.5, 0],
            }),
          ),
          { at: [-0.35, 0.3, 0.85], turn: [0, 0.2, 0] },
        ),
      )
    if (scissorsToo) parts.push(put(scissors(), { at: [0.2, 0.24, 0.75], turn: [0, -1.1, 0], size: 0.75 }))
    parts.push(put(foldedTowel(seed, '#f3efe6', 1.5, 1.1, 2), { at: [1.5, 0.1, -1.1], turn: [0, -0.3, 0] }))
    return { objects: parts, look: look('slate', 8) }
  },
  fade({ seed, fabric = '#c9cdd0' }) {
    const body = mesh(new RoundedBoxGeometry(0.62, 0.5, 2.1, 8, 0.2), lacquer('#2b2a2c'))
    const head = put(mesh(new RoundedBoxGeometry(0.78, 0.14, 0.34, 4, 0.05), steel()), { at: [0, 0.05, -1.15] })
    const teeth = strew(new THREE.BoxGeometry(0.03, 0.06, 0.14), steel(), 20, 1, (_random, i) => ({
      at: [-0.34 + i * 0.036, 0.06, -1.36],
    }))
    const trim = put(mesh(new RoundedBoxGeometry(0.64, 0.06, 0.7, 3, 0.03), steel('#d8a94a')), { at: [0, 0.24, 0.1] })
    return {
      objects: [
        drape(seed, fabric),
        put(group(body, head, teeth, trim), { at: [-0.35, 0.48, 0.25], turn: [0, -0.55, 0] }),
        put(comb('#2b2628'), { at: [0.95, 0.2, -0.3], turn: [0, -0.9, 0], size: 0.9 }),
        put(brush('#5a2f1c', '#2a1a12', 0.75), { at: [-1.3, 0.2, -0.9], turn: [0, 0.9, 0] }),
      ],
      look: look('slate'),
    }
  },
  colour({ seed, fabric = '#d6c9c4', paint = '#7a1f1c', foils, second }) {
    const pot = (x, z, c) =>
      put(
        group(
          bowl('black', 0.72, 0.5),
          pool(0.62, 0.36, food({ color: c, rough: 0.35, coat: 0.5, bump: '.04 * fbm(p * 5.)', glow: 0.04 }), {
            wave: 0.05,
            often: 4,
            seed,
          }),
        ),
        { at: [x, 0.16, z] },
      )
    const tint = group(
      put(mesh(new RoundedBoxGeometry(0.2, 0.09, 1.5, 3, 0.04), lacquer('#2b2628')), { at: [0, 0, 0.5] }),
      put(mesh(new RoundedBoxGeometry(0.46, 0.08, 0.3, 3, 0.03), lacquer('#2b2628')), { at: [0, 0, -0.38] }),
      put(
        mesh(
          new RoundedBoxGeometry(0.42, 0.06, 0.42, 2, 0.02),
          food({ color: paint, rough: 0.5, bump: '.04 * fbm2(vec3(p.x * 60., 1., p.z * 3.))', glow: 0.04 }),
        ),
        { at: [0, 0, -0.66] },
      ),
    )
    const parts = [drape(seed, fabric), pot(-0.75, 0.1, paint), put(tint, { at: [0.6, 0.3, 0.35], turn: [0, -0.6, 0] })]
    if (second) parts.push(pot(0.65, -0.95, second))
    if (foils)
      for (let i = 0; i < 4; i++)
        parts.push(
          put(
            mesh(
              surface(40, 30, (u, v) => [(u - 0.5) * 1.1, 0.05 * fbm(u * 6, i, v * 6, 3) + 0.03, (v - 0.5) * 0.7]),
              food({ color: '#d9dce0', metal: 1, rough: 0.3, bump: '.02 * fbm(p * 9.)', glow: 0, side: 2 }),
            ),
            { at: [1.25, 0.2 + i * 0.05, -0.55 + i * 0.1], turn: [0, 0.4 + i * 0.16, 0] },
          ),
        )
    else parts.push(put(comb('#2b2628', 40), { at: [1.0, 0.18, -0.55], turn: [0, 0.5, 0], size: 0.75 }))
    return { objects: parts, look: look('stone') }
  },
  head({ seed, oil = '#b8862a', fabric = '#e0d4bc' }) {
    const pot = put(
      group(
        bowl('brass', 0.85, 0.52),
        pool(0.74, 0.38, food({ color: oil, rough: 0.05, coat: 1, glow: 0.16 }), { wave: 0.01, seed }),
        put(flower(), { at: [0.2, 0.42, 0.1], size: 0.6 }),
      ),
      { at: [-0.35, 0.16, 0.35] },
    )
    return {
      objects: [
        drape(seed, fabric),
        pot,
        put(rolledTowel(seed, '#f3ede2', 1.6, 0.4), { at: [0.4, 0.55, -0.95], turn: [0, 1.2, 0] }),
        put(comb('#a8642a', 18), { at: [1.1, 0.22, 0.6], turn: [0, -0.7, 0], size: 0.75 }),
        scatter(blob({ size: [0.5, 0.04, 0.24], rough: 0.05, detail: 14 }), skins.plain('#5a7a24'), 9, 1.8, {
          seed,
          size: 0.36,
          lie: () => 0.2,
          flat: 0.3,
          sink: 0.36,
        }),
      ],
      look: look('stone', 7.6, 40),
    }
  },
}
