import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, group, mesh, put, randomOf, tube } from '../kitchen/kit.js'
import { skins } from '../kitchen/pieces.js'

export const appleOf = (color, deep) =>
  group(
    mesh(
      blob({
        size: [0.58, 0.54, 0.58],
        rough: 0.03,
        detail: 44,
        shape: (x, y, z) => {
          const r = Math.hypot(x, z)
          return [x * (1 + 0.1 * y), y - 0.32 * Math.exp(-((r * 3.4) ** 2)) * Math.sign(y), z * (1 + 0.1 * y)]
        },
      }),
      food({
        color,
        tones: [
          [deep ?? '#e0a03a', '.6 * smoothstep(.5, .72, fbm(vec3(p.x * 5., p.y * 1.2, p.z * 5.)))'],
          ['#f3dfae', '.5 * smoothstep(.1, .06, cell(p * 8.).x)'],
        ],
        rough: 0.25,
        coat: 0.6,
        glow: 0.06,
      }),
    ),
    put(
      mesh(
        tube(
          [
            [0, 0.3, 0],
            [0.02, 0.5, 0],
            [0.1, 0.68, 0.02],
          ],
          0.03,
          { segments: 10, sides: 8 },
        ),
        skins.plain('#5e3a1c'),
      ),
      {},
    ),
  )

export function carrot(seed = 1) {
  const body = mesh(
    tube(
      Array.from({ length: 6 }, (_, n) => [-0.9 + n * 0.36, 0, 0.02 * Math.sin(n + seed)]),
      (v) => 0.24 * (1 - v * 0.86) ** 0.7 + 0.01,
      { segments: 60, sides: 20 },
    ),
    food({
      color: '#e8741c',
      tones: [['#c85a10', '.7 * smoothstep(.4, .5, abs(fract(p.x * 6. + .6 * fbm2(p * 4.)) - .5))']],
      bump: '.012 * fbm(vec3(p.x * 14., p.y * 3., p.z * 3.))',
      rough: 0.45,
      coat: 0.2,
      glow: 0.07,
    }),
  )
  const leaves = [0, 1, 2, 3].map((i) =>
    mesh(
      tube(
        [
          [-0.88, 0, 0],
          [-1.1, 0.12 + 0.05 * i, 0.12 * (i - 1.5)],
          [-1.45, 0.22 * (i % 2) + 0.1, 0.3 * (i - 1.5)],
        ],
        (v) => 0.035 * (1 - v * 0.4),
        { segments: 12, sides: 7 },
      ),
      skins.plain('#4a8a2a'),
    ),
  )
  return group(body, leaves)
}

export function mango() {
  return mesh(
    blob({
      size: [0.62, 0.46, 0.44],
      rough: 0.02,
      detail: 44,
      shape: (x, y, z) => [x, y + 0.12 * x * x, z * (1 - 0.1 * x)],
    }),
    food({
      color: '#f5bb33',
      tones: [
        ['#e06a2a', '.7 * smoothstep(.45, .7, fbm(p * 1.4))'],
        ['#a8b03a', '.4 * smoothstep(.55, .7, fbm(p * 1.6 + 7.))'],
      ],
      rough: 0.32,
      coat: 0.5,
      glow: 0.08,
    }),
  )
}

export function bananas(count = 3) {
  const skin = food({
    color: '#f0c93a',
    tones: [
      ['#a8b03a', 'smoothstep(.75, 1.1, abs(p.x))'],
      ['#6e4a14', '.8 * smoothstep(.66, .74, fbm(p * 6.))'],
    ],
    rough: 0.42,
    coat: 0.25,
    glow: 0.08,
  })
  return group(
    Array.from({ length: count }, (_, i) =>
      put(
        mesh(
          tube(
            [
              [-1, 0.42, 0],
              [-0.6, 0.1, 0],
              [0, 0, 0],
              [0.6, 0.14, 0],
              [1.02, 0.5, 0],
            ],
            (v) => 0.05 + 0.17 * Math.sin(Math.PI * (0.06 + 0.88 * v)) ** 0.6,
            { segments: 60, sides: 6 },
          ),
          skin,
        ),
        { at: [0, 0.2, (i - 1) * 0.32], turn: [(i - 1) * 0.3, 0.1 * i, 0] },
      ),
    ),
  )
}

export function grapes(color = '#3a1a4a', deep = '#1e0c2a') {
  const random = randomOf(5)
  return group(
    Array.from({ length: 34 }, (_, i) => {
      const level = i / 34
      const r = 0.5 * (1 - level) + 0.05
      const a = i * 2.4
      return put(mesh(new THREE.SphereGeometry(0.17, 22, 16), skins.plain(color, { deep, coat: 0.5, rough: 0.3 })), {
        at: [
          -0.75 + level * 1.4,
          0.2 + 0.3 * (1 - level) * Math.abs(Math.sin(a)),
          r * Math.cos(a) + random.between(-0.03, 0.03),
        ],
      })
    }),
    mesh(
      tube(
        [
          [-0.8, 0.4, 0],
          [-1.05, 0.6, 0],
          [-1.25, 0.62, 0.1],
        ],
        0.035,
        { segments: 12, sides: 8 },
      ),
      skins.plain('#6e5a24'),
    ),
  )
}

export function pineapple() {
  const body = mesh(
    blob({
      size: [0.52, 0.78, 0.52],
      rough: 0.01,
      detail: 50,
      shape: (x, y, z) => [x * (1 + 0.05), Math.sign(y) * Math.abs(y) ** 0.85, z],
    }),
    food({
      color: '#c88a24',
      tones: [
        [
          '#6e5a14',
          'smoothstep(.3, .46, max(abs(fract(atan(p.z, p.x) * 1.6 + p.y * 2.) - .5), abs(fract(atan(p.z, p.x) * 1.6 - p.y * 2.) - .5)))',
        ],
        ['#e8b83a', '.6 * smoothstep(.5, .7, fbm(p * 4.))'],
      ],
      bump: '-.08 * max(abs(fract(atan(p.z, p.x) * 1.6 + p.y * 2.) - .5), abs(fract(atan(p.z, p.x) * 1.6 - p.y * 2.) - .5))',
      rough: 0.5,
      coat: 0.2,
      glow: 0.06,
    }),
  )
  const leaf = skins.plain('#4a7a34', { deep: '#2a5220' })
  leaf.side = 2
  const crown = Array.from({ length: 22 }, (_, i) => {
    const a = i * 2.4
    const out = 0.12 + 0.5 * (1 - i / 22)
    return mesh(
      tube(
        [
          [0.1 * Math.cos(a), 1.5, 0.1 * Math.sin(a)],
          [out * 0.6 * Math.cos(a), 1.8, out * 0.6 * Math.sin(a)],
          [out * Math.cos(a), 2.1 + 0.02 * i, out * Math.sin(a)],
        ],
        (v) => 0.09 * (1 - v) + 0.006,
        { segments: 14, sides: 8, flat: 0.35 },
      ),
      leaf,
    )
  })
  return group(put(body, { at: [0, 0.76, 0] }), crown)
}

export function avocado() {
  const skin = skins.plain('#2e4420', { deep: '#1a2a12', coat: 0.2, bump: 0.05 })
  const shape = (s) =>
    blob({
      size: [0.62 * s, 0.3 * s, 0.46 * s],
      rough: 0.01,
      detail: 36,
      shape: (x, y, z) => [x, y > 0 ? y * 0.05 : y, z * (1 - 0.35 * Math.max(0, x))],
    })
  return group(
    put(mesh(shape(1), skin), { at: [0, 0.3, 0] }),
    put(mesh(shape(0.93), skins.plain('#d8d87a', { deep: '#8aa84a', coat: 0.3 })), { at: [0, 0.31, 0] }),
    put(mesh(new THREE.SphereGeometry(0.2, 24, 18), skins.plain('#7a4a24', { coat: 0.4 })), { at: [-0.14, 0.36, 0] }),
  )
}

export function citrus(rind, flesh, r) {
  const disc = mesh(
    new THREE.CylinderGeometry(r, r, 0.14, 48),
    food({
      color: flesh,
      tones: [
        ['#fbf3d4', `smoothstep(.80, .86, length(p.xz) / ${r.toFixed(2)})`],
        ['#fbf3d4', '.8 * smoothstep(.16, .04, abs(sin(atan(p.z, p.x) * 5.)))'],
        [rind, `step(.93, length(p.xz) / ${r.toFixed(2)})`],
      ],
      rough: 0.16,
      coat: 0.8,
      glow: 0.14,
    }),
  )
  return put(disc, { at: [1.05, 0.42, 0.45], turn: [1.15, 0.3, 0] })
}

export function melon(flesh, rind, white) {
  const one = (turn, at) =>
    put(
      mesh(
        new THREE.CylinderGeometry(0.95, 0.95, 0.26, 60, 1, false, -Math.PI * 0.31, Math.PI * 0.62),
        food({
          color: flesh,
          side: 2,
          tones: [
            [white, 'smoothstep(.82, .86, length(p.xz))'],
            [rind, 'smoothstep(.9, .92, length(p.xz))'],
            [
              '#1d120c',
              flesh === '#d8283a'
                ? '.95 * smoothstep(.2, .15, cell(p * vec3(6., 1., 6.)).x) * step(length(p.xz), .74)'
                : '0. * p.x',
            ],
          ],
          rough: 0.25,
          coat: 0.5,
          glow: 0.1,
        }),
      ),
      { at, turn },
    )
  return group(
    one([Math.PI / 2 - 0.25, 0.35, 0], [1.55, 0.93, -0.55]),
    one([Math.PI / 2 - 0.3, -0.15, 0], [1.2, 0.93, 0.2]),
  )
}
