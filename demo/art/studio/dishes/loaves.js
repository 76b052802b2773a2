import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, group, mesh, put, strew, tube } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { board, paper, plate } from '../kitchen/vessels.js'
import { baked, crumb } from './bakery-parts.js'

export const loaves = {
  croissant({ seed, count = 2, top, on = 'white', fill }) {
    const one = (i) => {
      const points = Array.from({ length: 9 }, (_, n) => {
        const a = -1.15 + (2.3 * n) / 8
        return [1.25 * Math.sin(a), 0, 0.75 * Math.cos(a) - 0.4]
      })
      const body = mesh(
        tube(
          points,
          (v) => {
            const step = v * 9
            const ridge = 1 - 0.16 * (step % 1) ** 2
            return (0.1 + 0.4 * Math.sin(Math.PI * (0.05 + 0.9 * v)) ** 1.1) * ridge
          },
          { segments: 180, sides: 40, flat: 0.85 },
        ),
        food({
          color: '#b8702a',
          tones: [
            ['#e8bd74', '.85 * smoothstep(.5, .72, fbm(p * 4.) + .1 * sin(p.x * 40.))'],
            ['#713a10', '.7 * smoothstep(.5, .7, fbm(p * 3. + 5.))'],
            ['#efcf92', '.22 * smoothstep(.45, .5, fract(p.x * 9. + p.z * 3.))'],
          ],
          bump: '.004 * sin(p.x * 70. + 5. * fbm2(p * 2.)) + .01 * fbm(p * 10.)',
          rough: '.32 + .25 * fbm(p * 6.)',
          coat: 0.45,
          coatRough: 0.25,
          glow: 0.06,
        }),
      )
      const over = top
        ? scatter(
            top === 'almond' ? 'slice' : 'nugget',
            skins.plain(top === 'almond' ? '#efdcb0' : '#c86a8a'),
            26,
            0.9,
            {
              seed: seed + i,
              size: top === 'almond' ? 0.2 : 0.09,
              lie: (x, _z) => 0.36 - 0.18 * Math.abs(x),
              flat: 0.5,
            },
          )
        : null
      return group(body, over)
    }
    const parts = Array.from({ length: count }, (_, i) =>
      put(one(i), {
        at: [i ? 0.35 : -0.1, 0.5, i ? -0.55 : 0.5],
        turn: [0, i ? 0.7 : -0.35, 0],
        size: count > 1 ? 0.95 : 1.25,
      }),
    )
    const inside = fill
      ? [put(scatter('wedge', skins.plain(fill, { coat: 0.4 }), 14, 0.7, { seed, size: 0.36 }), { at: [0, 0.3, 1.1] })]
      : []
    return {
      objects: [plate(on, 1.95), ...parts, ...inside],
      look: { ground: 'paleWood', angle: { lift: 33, far: 7.6, at: [0, 0.42, 0] } },
    }
  },
  loaf({ seed, color = '#b8742f', inside = '#f0dfbc', seeds, round, sliced = true, flour, length = 1.5 }) {
    const skin = food({
      color,
      tones: [
        ['#e0b472', '.8 * smoothstep(.45, .65, fbm(p * 2.6))'],
        ['#8a4c1c', '.6 * smoothstep(.54, .72, fbm(p * 3.4 + 5.))'],
        ...(flour ? [['#f3ead8', '.8 * smoothstep(.42, .6, fbm(p * 3. + 9.)) * smoothstep(.2, .6, p.y)']] : []),
      ],
      bump: '.03 * fbm(p * 6.)',
      rough: 0.6,
      coat: flour ? 0 : 0.3,
      glow: 0.05,
    })
    const body = round
      ? mesh(
          blob({
            size: [1.35, 0.95, 1.2],
            rough: 0.05,
            often: 1.6,
            seed,
            detail: 56,
            shape: (x, y, z) => [
              x,
              (y < 0 ? y * 0.5 : y) +
                0.07 * Math.exp(-(((z - x * 0.4) * 5) ** 2)) * Math.sin(Math.min(1.4, Math.max(0, y)) * 2),
              z,
            ],
          }),
          skin,
        )
      : mesh(
          blob({
            size: [length, 0.66, 0.62],
            rough: 0.03,
            often: 1.6,
            seed,
            detail: 50,
            shape: (x, y, z) => [
              Math.sign(x) * Math.abs(x) ** 0.55,
              Math.sign(y) * Math.abs(y) ** (y < 0 ? 0.45 : 0.8),
              Math.sign(z) * Math.abs(z) ** 0.6,
            ],
          }),
          skin,
        )
    const over = seeds
      ? [
          scatter('finger', skins.plain(seeds), 110, round ? 1 : 0.55, {
            seed,
            size: 0.1,
            lie: (x, z) => (round ? 1.45 - 0.5 * (x * x + z * z) : 1.27 - 0.3 * z * z),
          }),
        ]
      : []
    const cuts = sliced
      ? [0, 1].map((i) =>
          put(mesh(new THREE.CylinderGeometry(0.62, 0.62, 0.16, 40), [skin, crumb(inside), crumb(inside)]), {
            at: [0.85 + i * 0.35, 0.68 - i * 0.1, 0.85 + i * 0.18],
            turn: [0, 0.25, 1.35 - i * 0.12],
            size: [1, 1, round ? 1.25 : 1],
          }),
        )
      : []
    return {
      objects: [
        board('square', 2.05),
        put(group(body), { at: [-0.35, round ? 0.6 : 0.74, -0.1], turn: [0, 0.25, 0] }),
        ...over.map((one) =>
          put(one, { at: [-0.35, round ? -0.05 : 0, -0.1], turn: [0, 0.25, 0], size: round ? 1 : [2, 1, 1] }),
        ),
        ...cuts,
      ],
      look: { ground: 'linen', angle: { lift: 28, far: 8, at: [0.05, 0.6, 0.1] } },
    }
  },
  /** Builds round buns: pav, masala bun, khara bun, potato bun. */
  buns({ seed, count = 3, color = '#b8682a', top, fill, on = 'board' }) {
    const skin = food({
      color,
      tones: [
        ['#eec98c', '.9 * smoothstep(.15, -.1, p.y)'],
        ['#8a4a1a', '.6 * smoothstep(.45, .7, fbm(p * 2.4))'],
        ...(top === 'green'
          ? [
              ['#3f6a1c', 'smoothstep(.16, .11, cell(p * 5.).x)'],
              ['#b83a1c', 'smoothstep(.13, .09, cell(p * 4. + 7.).x)'],
            ]
          : []),
      ],
      bump: '.008 * fbm(p * 10.)',
      rough: 0.36,
      coat: 0.5,
      coatRough: 0.25,
      glow: 0.06,
    })
    const at = [
      [-0.75, 0.55],
      [0.72, 0.5],
      [0, -0.4],
      [-0.95, -0.55],
      [1, -0.6],
      [0, 0.75],
    ]
    const parts = Array.from({ length: count }, (_, i) => {
      const body = mesh(
        blob({
          size: [0.72, 0.55, 0.72],
          rough: 0.03,
          seed: seed + i,
          detail: 40,
          shape: (x, y, z) => [x, y < 0 ? y * 0.55 : y, z],
        }),
        skin,
      )
      const seeds =
        top === 'sesame'
          ? scatter('finger', skins.plain('#f5e6c4'), 40, 0.5, {
              seed: seed + i,
              size: 0.07,
              lie: (x, z) => 0.54 - 0.5 * (x * x + z * z),
            })
          : null
      const inside = fill
        ? put(
            mesh(
              blob({ size: [0.74, 0.12, 0.74], rough: 0.14, often: 4, seed, detail: 24 }),
              skins.plain(fill, { coat: 0.4, bump: 0.06 }),
            ),
            { at: [0, 0.02, 0] },
          )
        : null
      return put(group(body, seeds, inside), { at: [at[i][0], 0.45, at[i][1]], turn: [0, i * 2, 0] })
    })
    const base = on === 'board' ? board('square', 2) : on === 'paper' ? paper(4.4, 3.8, seed) : plate(on, 2)
    return { objects: [base, ...parts], look: { ground: 'linen', angle: { lift: 32, far: 7.6, at: [0, 0.4, 0.05] } } }
  },
  baguette({ count = 2 }) {
    const skin = food({
      color: '#b8712c',
      tones: [
        ['#ecd09a', '.9 * smoothstep(.3, .45, abs(fract(p.x * 1.15 + p.z * .9) - .5))'],
        ['#6e3a12', '.7 * smoothstep(.5, .7, fbm(p * 4.))'],
      ],
      bump: '.05 * smoothstep(.3, .45, abs(fract(p.x * 1.15 + p.z * .9) - .5)) + .02 * fbm(p * 9.)',
      rough: 0.55,
      coat: 0.2,
      glow: 0.06,
    })
    const one = (i) =>
      mesh(
        tube(
          Array.from({ length: 7 }, (_, n) => [-1.75 + n * 0.583, 0, 0.05 * Math.sin(n + i)]),
          (v) => 0.36 * Math.sin(Math.PI * (0.04 + 0.92 * v)) ** 0.35,
          { segments: 100, sides: 36, flat: 0.85 },
        ),
        skin,
      )
    return {
      objects: [
        board('square', 2),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), { at: [i * 0.1, 0.45, 0.45 - i * 0.8], turn: [0, 0.3 - i * 0.1, 0] }),
        ),
      ],
      look: { ground: 'linen', angle: { lift: 34, far: 7.8, at: [0, 0.4, 0.05] } },
    }
  },
  pretzel() {
    const skin = baked({ color: '#8e4a18', pale: '#c8802c', deep: '#5a2a0c', coat: 0.6 })
    const loop = [
      [0.28, 0.14, 0.72],
      [-0.1, 0.2, 0.3],
      [-0.55, 0.02, 0.0],
      [-1.05, 0, -0.35],
      [-0.95, 0, -1.0],
      [-0.3, 0, -1.05],
      [0, 0, -0.72],
      [0.3, 0, -1.05],
      [0.95, 0, -1.0],
      [1.05, 0, -0.35],
      [0.55, 0.02, 0],
      [0.1, 0.24, 0.3],
      [-0.28, 0.16, 0.72],
    ]
    const body = mesh(
      tube(
        loop.map(([x, y, z]) => [x * 1.25, y, -z * 1.25]),
        (v) => 0.17 + 0.1 * Math.sin(Math.PI * v),
        { segments: 200, sides: 24 },
      ),
      skin,
    )
    return {
      objects: [board('round', 1.95), put(body, { at: [0, 0.42, -0.05] })],
      look: { ground: 'linen', angle: { lift: 50, far: 7.4, at: [0, 0.3, 0.05] } },
    }
  },
  bagel({ seed, count = 2 }) {
    const skin = baked({ color: '#b8702a', pale: '#e0ac64', deep: '#7a4012', coat: 0.45 })
    const parts = Array.from({ length: count }, (_, i) => {
      const ring = mesh(new THREE.TorusGeometry(0.52, 0.34, 30, 70).rotateX(Math.PI / 2), skin)
      const seeds = strew(
        blob({ size: [0.045, 0.018, 0.026], rough: 0, detail: 6 }),
        skins.plain('#f5e6c4'),
        150,
        seed + i,
        (random) => {
          const [a, b] = [random.between(0, 6.28), random.between(0.2, 2.9)]
          return {
            at: [
              (0.52 + 0.345 * Math.cos(b)) * Math.cos(a),
              0.345 * Math.sin(b),
              (0.52 + 0.345 * Math.cos(b)) * Math.sin(a),
            ],
            turn: [0, random.next() * 6, 0],
          }
        },
      )
      return put(group(ring, seeds), {
        at: [i ? 0.7 : -0.45, i ? 0.64 : 0.48, i ? -0.35 : 0.45],
        turn: [i ? 0.5 : 0.08, i, i ? 0.3 : 0],
      })
    })
    return {
      objects: [board('round', 1.9), ...parts],
      look: { ground: 'linen', angle: { lift: 36, far: 7.4, at: [0, 0.42, 0.05] } },
    }
  },
}
