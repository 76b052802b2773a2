import * as THREE from 'three'
import { food, steel } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, surface, tube, turned } from '../kitchen/kit.js'
import { glaze, plate } from '../kitchen/vessels.js'
import { beside, clear, froth } from './drink-parts.js'

export const hotDrinks = {
  /** Builds frothed coffee in a steel tumbler, which stands in its bowl. */
  davara({ seed, foam = '#d8a86a', count = 1, next = ['beans'] }) {
    const set = () => {
      const cup = mesh(
        turned(
          [
            [0, 0],
            [0.42, 0],
            [0.44, 1.25],
            [0.54, 1.34],
            [0.55, 1.35],
            [0.51, 1.33],
            [0.41, 1.24],
            [0.38, 0.05],
            [0, 0.05],
          ],
          0.04,
          72,
        ),
        steel(),
      )
      const dish = mesh(
        turned(
          [
            [0, 0],
            [0.66, 0],
            [0.72, 0.05],
            [0.74, 0.42],
            [0.9, 0.5],
            [0.91, 0.52],
            [0.87, 0.5],
            [0.7, 0.44],
            [0.68, 0.07],
            [0, 0.05],
          ],
          0.05,
          72,
        ),
        steel(),
      )
      const face = put(
        mesh(
          heap(0.43, (v, x, z) => 0.17 * (1 - v ** 2.4) + 0.02 * fbm(x * 7, seed, z * 7, 3), { rings: 30 }),
          froth(foam),
        ),
        { at: [0, 1.24, 0] },
      )
      return group(dish, put(group(cup, face), { at: [0, 0.06, 0] }))
    }
    const sets = Array.from({ length: count }, (_, i) =>
      put(set(), { at: [count > 1 ? -0.75 + i * 1.45 : 0, 0, count > 1 ? 0.3 - i * 0.6 : 0] }),
    )
    return {
      objects: [...sets, ...(count > 1 ? [] : next.flatMap((name) => beside[name](seed)))],
      look: { ground: 'wood', angle: { lift: 24, far: 6.9, at: [count > 1 ? 0 : 0.35, 0.72, 0] }, steam: 0.4 },
    }
  },
  /** Builds small ribbed glasses of tea. */
  chai({ seed, color = '#b8763a', count = 2, next = ['ginger'], thin }) {
    const one = () => {
      const wall = mesh(
        surface(120, 20, (u, v) => {
          const a = u * 2 * Math.PI
          const r = (0.38 + 0.13 * v) * (1 + (v < 0.75 ? 0.018 * Math.cos(a * 14) : 0))
          return [r * Math.cos(a), v * 1.15, r * Math.sin(a)]
        }),
        clear(0.2),
      )
      const tea = mesh(
        surface(60, 10, (u, v) => {
          const a = u * 2 * Math.PI
          const y = 0.05 + 0.92 * v
          const r = 0.36 + 0.105 * v
          return [r * Math.cos(a), y, r * Math.sin(a)]
        }),
        food({ color, rough: 0.15, coat: 0.8, glow: thin ? 0.3 : 0.16 }),
      )
      const face = put(
        mesh(
          heap(0.465, (_v, _x, _z) => 0.012, { rings: 12 }),
          thin
            ? food({ color, rough: 0.05, coat: 1, glow: 0.2 })
            : froth(new THREE.Color(color).lerp(new THREE.Color('#f3dcb4'), 0.25)),
        ),
        { at: [0, 0.965, 0] },
      )
      return group(tea, face, wall)
    }
    return {
      objects: [
        ...Array.from({ length: count }, (_, i) => put(one(), { at: [i ? 0.55 : -0.45, 0, i ? -0.55 : 0.25] })),
        ...next.flatMap((name) => beside[name](seed)),
      ],
      look: { ground: 'wood', angle: { lift: 24, far: 6.6, at: [0.3, 0.55, 0] }, steam: 0.4 },
    }
  },
  /** Builds a cup on a saucer; `art` is the pattern of milk on the coffee. */
  cup({ seed, color = '#8a4a1e', art, kind = 'white', foam, next = ['beans'], black, top }) {
    const wall = mesh(
      turned(
        [
          [0, 0.06],
          [0.4, 0.06],
          [0.46, 0.1],
          [0.72, 0.5],
          [0.8, 0.95],
          [0.82, 0.97],
          [0.76, 0.95],
          [0.68, 0.5],
          [0.4, 0.14],
          [0, 0.14],
        ],
        0.06,
        84,
      ),
      glaze(kind),
    )
    const grip = put(mesh(new THREE.TorusGeometry(0.27, 0.065, 14, 40), glaze(kind)), {
      at: [0.98, 0.55, 0],
      turn: [0, 0, 0],
    })
    const painted =
      art === 'heart'
        ? [
            [
              '#f8ead0',
              'smoothstep(.06, .0, pow(pow(p.x / .42, 2.) + pow(p.z / -.42, 2.) - 1. + .35, 3.) - pow(p.x / .42, 2.) * pow(-p.z / .42, 3.))',
            ],
          ]
        : art === 'leaf'
          ? [
              [
                '#f8ead0',
                'smoothstep(.04, .0, abs(fract((p.z + .4 * abs(p.x)) * 5.) - .5) - .2) * step(length(p.xz * vec2(1.5, 1.)), .5)',
              ],
            ]
          : []
    const face = put(
      mesh(
        heap(0.745, (v, x, z) => (foam ? 0.07 * (1 - v ** 3) : 0.005) + 0.008 * fbm(x * 6, seed, z * 6, 2), {
          rings: 40,
          segments: 90,
        }),
        black
          ? food({
              color,
              tones: [['#b8763a', 'smoothstep(.66, .74, length(p.xz))']],
              rough: 0.05,
              coat: 1,
              glow: 0.03,
            })
          : food({
              color,
              tones: [
                ['#c88a4a', '.7 * smoothstep(.4, .7, fbm(p * 4.))'],
                ...(foam ? [[foam, 'smoothstep(.72, .45, length(p.xz) + .25 * (fbm2(p * 4.) - .5))']] : []),
                ...painted,
                ...(top
                  ? [[top, '.8 * smoothstep(.52, .62, noise3(p * 30.)) * smoothstep(.6, .3, length(p.xz))']]
                  : []),
              ],
              rough: 0.32,
              coat: 0.5,
              glow: 0.08,
            }),
      ),
      { at: [0, 0.88, 0] },
    )
    return {
      objects: [
        plate(kind, 1.3),
        put(group(wall, grip, face), { at: [0, 0.08, 0], turn: [0, -0.5, 0] }),
        ...next.flatMap((name) => beside[name](seed)).map((one) => put(group(one), { at: [0.35, 0, 0.25] })),
      ],
      look: { ground: 'wood', angle: { lift: 42, far: 6.2, at: [0.12, 0.5, 0.05] }, steam: 0.35 },
    }
  },
  flask({ seed }) {
    const body = mesh(
      turned(
        [
          [0, 0],
          [0.62, 0],
          [0.64, 1.7],
          [0.5, 1.92],
          [0.5, 2],
          [0, 2],
        ],
        0.06,
        80,
      ),
      steel('#c9c4bc'),
    )
    const cap = put(
      mesh(
        turned(
          [
            [0, 0],
            [0.52, 0],
            [0.5, 0.5],
            [0, 0.52],
          ],
          0.06,
          60,
        ),
        steel(),
      ),
      { at: [0, 2, 0] },
    )
    const cup = hotDrinks.davara({ seed, next: [] }).objects
    return {
      objects: [put(group(body, cap), { at: [-0.85, 0, -0.35] }), put(group(cup), { at: [0.75, 0, 0.3] })],
      look: { ground: 'wood', angle: { lift: 20, far: 8.4, at: [0, 1.05, 0] }, steam: 0.25 },
    }
  },
  pot({ seed }) {
    const skin = glaze('blue')
    const body = mesh(blob({ size: [0.95, 0.78, 0.95], rough: 0, detail: 50 }), skin)
    const spout = mesh(
      tube(
        [
          [0.8, -0.1, 0],
          [1.15, 0.1, 0],
          [1.35, 0.55, 0],
        ],
        (v) => 0.2 - 0.1 * v,
        { segments: 30, sides: 18 },
      ),
      skin,
    )
    const grip = put(mesh(new THREE.TorusGeometry(0.42, 0.075, 14, 40, Math.PI * 1.1), skin), {
      at: [-0.86, 0.05, 0],
      turn: [0, 0, 1.45],
    })
    const lid = put(
      mesh(
        turned(
          [
            [0, 0.2],
            [0.1, 0.2],
            [0.12, 0.1],
            [0.45, 0.02],
            [0.46, -0.04],
            [0, -0.04],
          ],
          0.03,
        ),
        skin,
      ),
      { at: [0, 0.74, 0] },
    )
    const cups = drinks
      .chai({ seed, count: 2, next: [] })
      .objects.map((one, i) => put(one, { at: [i ? 1.55 : 0.85, 0, i ? 0 : 0.9], size: 0.85 }))
    return {
      objects: [put(group(body, spout, grip, lid), { at: [-0.45, 0.76, -0.25] }), ...cups],
      look: { ground: 'wood', angle: { lift: 22, far: 8, at: [0.2, 0.72, 0] }, steam: 0.3 },
    }
  },
}
