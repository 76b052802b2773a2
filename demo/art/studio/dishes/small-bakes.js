import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, smooth, strew, surface } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { paper, plate } from '../kitchen/vessels.js'
import { baked, rosette } from './bakery-parts.js'

export const smallBakes = {
  doughnut({ seed, glaze = '#e0b070', sprinkles, count = 2, on = 'white' }) {
    const torus = (r, t) => new THREE.TorusGeometry(r, t, 30, 70).rotateX(Math.PI / 2)
    const parts = Array.from({ length: count }, (_, i) => {
      const dough = mesh(torus(0.55, 0.33), baked({ color: '#c88a44', pale: '#efd09a', deep: '#9a5a24' }))
      const top = mesh(
        surface(90, 30, (u, v) => {
          const [a, b] = [u * 2 * Math.PI, -0.25 + v * (Math.PI + 0.5)]
          const t = 0.355 + 0.012 * fbm(Math.cos(a) * 3, b, Math.sin(a) * 3, 2)
          const drop = v < 0.12 ? 0.04 * Math.sin(a * 6 + seed) : 0
          return [
            (0.55 + t * Math.cos(b)) * Math.cos(a),
            t * Math.sin(b) * 0.95 + drop,
            (0.55 + t * Math.cos(b)) * Math.sin(a),
          ]
        }),
        food({ color: glaze, rough: 0.12, coat: 1, glow: 0.1, side: 2 }),
      )
      const bits = sprinkles
        ? strew(
            new THREE.CapsuleGeometry(0.018, 0.07, 3, 6),
            skins.plain('#ffffff', { spots: 0 }),
            40,
            seed + i,
            (random) => {
              const [a, b] = [random.between(0, 6.28), random.between(0.5, 2.6)]
              return {
                at: [
                  (0.55 + 0.37 * Math.cos(b)) * Math.cos(a),
                  0.37 * Math.sin(b),
                  (0.55 + 0.37 * Math.cos(b)) * Math.sin(a),
                ],
                turn: [random.next() * 6, random.next() * 6, 0],
                tint: random.pick(['#e84a6a', '#f2c53a', '#4a9ad8', '#6ab84a', '#ffffff']),
              }
            },
          )
        : null
      return put(group(dough, top, bits), {
        at: [i ? 0.7 : -0.45, i ? 0.62 : 0.42, i ? -0.3 : 0.45],
        turn: [i ? 0.5 : 0.1, i, i ? 0.3 : 0],
      })
    })
    return {
      objects: [plate(on, 1.9), ...parts],
      look: { ground: 'paleWood', angle: { lift: 36, far: 7.4, at: [0, 0.4, 0.05] } },
    }
  },
  cookies({
    seed,
    color = '#c88a44',
    chips = '#3a1a0c',
    count = 6,
    crack,
    r = 0.62,
    high = 0.12,
    on = 'white',

    cherryOn,
  }) {
    const skin = food({
      color,
      tones: [
        [new THREE.Color(color).multiplyScalar(0.66), '.75 * smoothstep(.5, .72, fbm(p * 4.))'],
        [new THREE.Color(color).lerp(new THREE.Color('#fff3d8'), 0.5), '.6 * smoothstep(.5, .68, fbm(p * 5. + 9.))'],
        ...(crack
          ? [[new THREE.Color(color).multiplyScalar(0.5), '.7 * smoothstep(.06, .02, abs(fbm(p * 3.) - .5))']]
          : []),
      ],
      bump: `.04 * fbm(p * 8.) + ${crack ? '.06 * smoothstep(.06, .0, abs(fbm(p * 3.) - .5)) * -1.' : '.0'}`,
      rough: 0.75,
      glow: 0.07,
    })
    const random = randomOf(seed)
    const at = [
      [-0.75, 0.55],
      [0.75, 0.6],
      [0, -0.2],
      [-0.9, -0.55],
      [0.95, -0.45],
      [0.05, 0.35],
    ]
    const parts = Array.from({ length: count }, (_, i) => {
      const body = mesh(
        heap(r, (v, x, z) => high * (1 - smooth(0.82, 1, v)) ** 0.6 + 0.03 * fbm(x * 3, seed + i, z * 3, 3), {
          edge: (a) => 1 + 0.03 * Math.sin(a * 5 + i) + 0.02 * Math.sin(a * 9),
          rings: 40,
          segments: 80,
        }),
        skin,
      )
      const bits = chips
        ? scatter('cube', skins.plain(chips, { coat: 0.5 }), 11, r * 0.8, {
            seed: seed + i,
            size: 0.16,
            lie: () => high,
            sink: 0.3,
          })
        : null
      const red = cherryOn
        ? put(mesh(new THREE.SphereGeometry(0.09, 14, 10), skins.plain(cherryOn, { coat: 0.8 })), {
            at: [0, high + 0.02, 0],
          })
        : null
      return put(group(body, bits, red), {
        at: [at[i][0], 0.12 + (i === 5 ? 0.16 : i === 2 ? 0.08 : 0), at[i][1]],
        turn: [i === 5 ? 0.15 : 0.03, random.between(0, 6), 0],
      })
    })
    return {
      objects: [plate(on, 1.95), ...parts],
      look: { ground: 'linen', angle: { lift: 42, far: 7.6, at: [0, 0.2, 0.05] } },
    }
  },
  pancakes({ seed, count = 4, color = '#d8a04a', top = 'butter', syrup = '#8a3e0c', waffle }) {
    const skin = waffle
      ? food({
          color: '#cf9440',
          tones: [
            ['#9a5a1c', 'smoothstep(.28, .4, max(abs(fract(p.x * 2.6) - .5), abs(fract(p.z * 2.6) - .5)) * -1. + .75)'],
            ['#efcf8a', '.5 * smoothstep(.5, .7, fbm(p * 4.))'],
          ],
          bump: '.09 * smoothstep(.3, .42, max(abs(fract(p.x * 2.6) - .5), abs(fract(p.z * 2.6) - .5)))',
          rough: 0.5,
          coat: 0.2,
          glow: 0.07,
        })
      : food({
          color,
          tones: [
            ['#f3dba4', '.9 * smoothstep(.05, -.05, abs(p.y - .09) - .06)'],
            ['#9a5418', '.8 * smoothstep(.42, .66, fbm(p * 1.6)) * smoothstep(.1, .15, p.y)'],
            ['#c07a2a', '.6 * smoothstep(.1, .15, p.y)'],
          ],
          bump: '.02 * fbm(p * 12.)',
          rough: 0.55,
          glow: 0.08,
        })
    const parts = Array.from({ length: count }, (_, i) =>
      put(
        mesh(
          heap(1.15, (v, x, z) => 0.2 * (1 - smooth(0.84, 1, v)) ** 0.5 + 0.02 * fbm(x * 2, seed + i, z * 2, 3), {
            edge: (a) => 1 + 0.015 * Math.sin(a * 5 + i),
            rings: 50,
          }),
          skin,
        ),
        { at: [0.06 * Math.sin(i * 3), 0.12 + i * 0.2, 0.1 + 0.06 * Math.cos(i * 2)], turn: [0, i * 1.7, 0] },
      ),
    )
    const y = 0.12 + count * 0.2
    const over = [
      put(
        mesh(
          heap(0.8, (v, _x, _z) => 0.05 * (1 - v * v), {
            edge: (a) => 1 + 0.25 * Math.sin(a * 3 + seed) + 0.15 * Math.sin(a * 5),
            rings: 24,
          }),
          food({ color: syrup, rough: 0.06, coat: 1, glow: 0.06, see: 0.85 }),
        ),
        { at: [0, y + 0.01, 0.1] },
      ),
    ]
    const cube = put(
      mesh(
        new RoundedBoxGeometry(0.42, 0.2, 0.42, 4, 0.06),
        food({ color: '#f6dc8a', rough: 0.35, coat: 0.5, glow: 0.12 }),
      ),
      { at: [0, y + 0.13, 0.1], turn: [0, 0.5, 0.04] },
    )
    if (top === 'butter') over.push(cube)
    if (top === 'berries')
      over.push(
        put(
          scatter('ball', skins.plain('#3a4272', { deep: '#1e2444', coat: 0.5 }), 15, 0.6, {
            seed,
            size: 0.24,
            lie: () => 0.02,
          }),
          { at: [0, y, 0.1] },
        ),
        put(rosette('#fbf4e8', 1.2), { at: [0.1, y, 0.05] }),
      )
    if (top === 'banana')
      over.push(
        put(
          scatter('slice', skins.plain('#f3e3a8', { deep: '#d8b860', coat: 0.4 }), 8, 0.7, {
            seed,
            size: 0.44,
            flat: 0.25,
            lie: () => 0.03,
          }),
          { at: [0, y, 0.1] },
        ),
      )
    return {
      objects: [plate('white', 1.95), ...parts, ...over],
      look: { ground: 'paleWood', angle: { lift: 29, far: 7.8, at: [0, 0.5, 0.05] } },
    }
  },
  puff({ seed, count = 2, on = 'white', filling }) {
    const skin = food({
      color: '#c8883a',
      tones: [
        ['#efcf92', '.7 * smoothstep(.35, .5, abs(fract(p.y * 9. + .4 * fbm2(p * 3.)) - .5)) * step(abs(p.y), .24)'],
        ['#8a4a16', '.7 * smoothstep(.5, .7, fbm(p * 3.))'],
        ['#e8bd78', '.6 * smoothstep(.5, .7, fbm(p * 6. + 3.))'],
      ],
      bump: '.03 * abs(fract(p.y * 9. + .4 * fbm2(p * 3.)) - .5) + .02 * fbm(p * 8.)',
      rough: 0.45,
      coat: 0.35,
      glow: 0.06,
    })
    const shape = blob({
      size: [0.95, 0.34, 0.68],
      rough: 0.08,
      often: 2,
      seed,
      detail: 44,
      shape: (x, y, z) => [
        Math.sign(x) * Math.abs(x) ** 0.45,
        Math.sign(y) * Math.abs(y) ** 0.7 * (1 - 0.3 * Math.abs(x) ** 6),
        Math.sign(z) * Math.abs(z) ** 0.45,
      ],
    })
    const parts = Array.from({ length: count }, (_, i) => {
      const inside = filling
        ? put(
            mesh(
              blob({ size: [0.2, 0.16, 0.5], rough: 0.25, often: 4, seed, detail: 20 }),
              skins.plain(filling, { coat: 0.3, bump: 0.06 }),
            ),
            { at: [0.9, 0, 0.1] },
          )
        : null
      return put(group(mesh(shape, skin), inside), {
        at: [i ? 0.4 : -0.3, i ? 0.5 : 0.44, i ? -0.55 : 0.5],
        turn: [0, 0.4 - i * 0.5, 0],
      })
    })
    return {
      objects: [on === 'paper' ? paper(4.2, 3.6, seed) : plate(on, 1.95), ...parts],
      look: { ground: 'wood', angle: { lift: 33, far: 7.4, at: [0, 0.4, 0.05] } },
    }
  },
}
