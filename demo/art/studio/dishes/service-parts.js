import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food, steel } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, smooth, strew, surface, tube, turned } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'

/** Woven cloth. */
export const cloth = (color) =>
  food({
    color,
    tones: [
      [new THREE.Color(color).multiplyScalar(0.8), '.6 * smoothstep(.35, .7, fbm2(p * 40.))'],
      [new THREE.Color(color).lerp(new THREE.Color('#ffffff'), 0.3), '.4 * smoothstep(.5, .7, fbm2(p * 2.))'],
    ],
    bump: '.02 * noise3(p * 55.)',
    rough: 0.95,
    sheen: 0.6,
    glow: 0.05,
    side: 2,
  })
export const lacquer = (color, rough = 0.25) => food({ color, rough, coat: 0.8, glow: 0.03 })
export const dark = () => lacquer('#232022', 0.35)

/** Returns a sheet of cloth with soft folds. */
export function drape(seed, color, w = 7, d = 5) {
  return mesh(
    surface(110, 80, (u, v) => {
      const [x, z] = [(u - 0.5) * w, (v - 0.5) * d]
      return [x, 0.03 + 0.16 * Math.max(0, fbm(x * 0.5 + z * 0.35, seed, z * 0.18 - x * 0.1, 3) + 0.15), z]
    }),
    cloth(color),
  )
}

/** Returns a rolled-up towel with its end towards the viewer. */
export function rolledTowel(seed, color, length = 1.7, r = 0.44) {
  const body = surface(120, 60, (u, v) => {
    const a = u * 2 * Math.PI
    const rr =
      r *
      (1 + 0.03 * fbm(Math.cos(a) * 3, v * 6, Math.sin(a) * 3 + seed, 3)) *
      (1 - 0.06 * smooth(0.9, 1, Math.abs(v - 0.5) * 2))
    return [rr * Math.cos(a), rr * Math.sin(a), (v - 0.5) * length]
  })
  const swirl = heap(r * 0.95, (v, x, z) => 0.06 * Math.sin(v * 26 - Math.atan2(z, x)) * (1 - v * 0.5), {
    rings: 90,
    segments: 110,
  })
  const end = put(mesh(swirl, cloth(color)), { at: [0, 0, length / 2 - 0.02], turn: [Math.PI / 2, 0, 0] })
  return group(mesh(body, cloth(color)), end)
}

export function foldedTowel(seed, color, w = 2, d = 1.4, layers = 3) {
  const fold = (i) =>
    mesh(
      blob({
        size: [w / 2, 0.15, d / 2],
        rough: 0.035,
        often: 2.4,
        seed: seed + i,
        detail: 40,
        shape: (x, y, z) => [
          Math.sign(x) * Math.abs(x) ** 0.35,
          Math.sign(y) * Math.abs(y) ** 0.55,
          Math.sign(z) * Math.abs(z) ** 0.35,
        ],
      }),
      cloth(color),
    )
  return group(
    Array.from({ length: layers }, (_, i) =>
      put(fold(i), { at: [0.02 * Math.sin(i * 3), 0.15 + i * 0.27, 0.02 * Math.cos(i * 2)] }),
    ),
  )
}

export function scissors(color = '#c9c6c2') {
  const half = (side) => {
    const outline = new THREE.Shape([
      new THREE.Vector2(-0.09, 0),
      new THREE.Vector2(0.09, 0),
      new THREE.Vector2(0.1, 0.9),
      new THREE.Vector2(0.015, 1.9),
      new THREE.Vector2(-0.02, 1.9),
    ])
    const blade = mesh(
      new THREE.ExtrudeGeometry(outline, { depth: 0.05, bevelEnabled: true, bevelSize: 0.012, bevelThickness: 0.012 }),
      steel(color),
    )
    const shank = mesh(
      tube(
        [
          [0, 0.05, 0.03],
          [0.05, -0.45, 0.03],
          [0.16, -0.95, 0.03],
        ],
        0.075,
        { segments: 24, sides: 12 },
      ),
      steel(color),
    )
    const ring = put(mesh(new THREE.TorusGeometry(0.27, 0.06, 14, 40), steel('#3a3638')), {
      at: [0.3, -1.2, 0.03],
      size: [0.85, 1.15, 1],
    })
    return put(group(blade, shank, ring), { turn: [0, 0, 0], size: [side, 1, 1] })
  }
  const a = half(1)
  const b = half(-1)
  a.rotation.z = 0.24
  b.rotation.z = -0.24
  b.position.z = 0.06
  const pin = put(mesh(new THREE.CylinderGeometry(0.08, 0.08, 0.2, 20).rotateX(Math.PI / 2), steel('#d8a94a')), {
    at: [0, 0.12, 0.06],
  })
  return put(group(put(group(a, b, pin), { turn: [-Math.PI / 2, 0, 0] })), {})
}

export function comb(color = '#2b2628', teeth = 34) {
  const spine = put(mesh(new RoundedBoxGeometry(2.3, 0.08, 0.26, 3, 0.04), lacquer(color)), { at: [0, 0.06, -0.2] })
  const fine = strew(new RoundedBoxGeometry(0.032, 0.06, 0.5, 1, 0.01), lacquer(color), teeth, 1, (_random, i) => ({
    at: [-1.08 + (i * 2.16) / (teeth - 1), 0.06, 0.12],
  }))
  return group(spine, fine)
}

export function brush(color = '#d3a26a', hair = '#3a2418', size = 1) {
  const grip = mesh(
    turned(
      [
        [0, 0],
        [0.05, 0.02],
        [0.1, 0.6],
        [0.07, 1.5],
        [0.11, 1.6],
        [0.11, 1.85],
        [0, 1.86],
      ],
      0.04,
      36,
    ),
    lacquer(color),
  )
  const ring = put(
    mesh(
      turned(
        [
          [0, 0],
          [0.12, 0],
          [0.13, 0.32],
          [0, 0.33],
        ],
        0.02,
        36,
      ),
      steel('#d8b06a'),
    ),
    { at: [0, 1.82, 0] },
  )
  const tip = put(
    mesh(
      blob({
        size: [0.2, 0.42, 0.2],
        rough: 0.05,
        often: 3,
        detail: 30,
        shape: (x, y, z) => [x * (0.75 + 0.35 * Math.max(-0.6, y)), y, z * (0.75 + 0.35 * Math.max(-0.6, y))],
      }),
      food({
        color: hair,
        tones: [
          [
            new THREE.Color(hair).lerp(new THREE.Color('#f3dcc0'), 0.4),
            '.6 * smoothstep(.4, .7, fbm2(vec3(p.x * 40., p.y * 3., p.z * 40.)))',
          ],
        ],
        bump: '.03 * fbm2(vec3(p.x * 40., p.y * 3., p.z * 40.))',
        rough: 0.8,
        glow: 0.06,
      }),
    ),
    { at: [0, 2.42, 0] },
  )
  return put(group(put(group(grip, ring, tip), { turn: [Math.PI / 2, 0, 0], at: [0, 0.16, -1.2] })), { size })
}

export function hairBrush() {
  const pad = mesh(blob({ size: [0.5, 0.16, 0.9], rough: 0, detail: 36 }), lacquer('#7a3b24', 0.35))
  const grip = put(
    mesh(
      turned(
        [
          [0, 0],
          [0.13, 0.03],
          [0.17, 0.8],
          [0.1, 1.35],
          [0, 1.36],
        ],
        0.05,
        36,
      ),
      lacquer('#7a3b24', 0.35),
    ),
    { at: [0, 0, 2.1], turn: [-Math.PI / 2, 0, 0] },
  )
  const pins = strew(new THREE.CylinderGeometry(0.014, 0.014, 0.26, 6), skins.plain('#1d1a1a'), 130, 3, (random) => {
    const [x, z] = random.disc()
    return { at: [x * 0.4, 0.22, z * 0.78] }
  })
  return put(group(pad, grip, pins), { at: [0, 0.2, 0] })
}

export function dryer(color = '#3a3236') {
  const body = mesh(
    turned(
      [
        [0, 0],
        [0.5, 0],
        [0.55, 0.25],
        [0.5, 0.8],
        [0.36, 1.5],
        [0.34, 1.9],
        [0.3, 1.9],
        [0.3, 1.5],
        [0, 1.5],
      ],
      0.08,
      70,
    ),
    lacquer(color),
  )
  const ring = put(
    mesh(
      turned(
        [
          [0.33, 0],
          [0.37, 0],
          [0.37, 0.12],
          [0.33, 0.12],
        ],
        0.02,
        60,
      ),
      steel('#d8a94a'),
    ),
    { at: [0, 1.84, 0] },
  )
  const tube1 = put(group(body, ring), { turn: [0, 0, -Math.PI / 2], at: [-0.6, 0.62, 0] })
  const grip = put(mesh(new RoundedBoxGeometry(0.36, 0.34, 1.5, 6, 0.15), lacquer(color)), {
    at: [-0.25, 0.4, 0.95],
    turn: [0.12, -0.2, 0],
  })
  const wire = mesh(
    tube(
      [
        [-0.4, 0.3, 1.7],
        [-0.7, 0.08, 2.1],
        [-1.6, 0.06, 1.9],
        [-2.3, 0.06, 0.9],
      ],
      0.05,
      { segments: 50, sides: 10 },
    ),
    dark(),
  )
  return group(tube1, grip, wire)
}

export const iron = () => {
  const plateOf = (y) =>
    put(mesh(new RoundedBoxGeometry(2.9, 0.17, 0.34, 5, 0.07), lacquer('#4a2f3a')), { at: [0, y, 0] })
  const hot = (y) =>
    put(mesh(new RoundedBoxGeometry(1.3, 0.04, 0.24, 3, 0.015), steel('#d8a94a')), { at: [0.75, y, 0] })
  return group(plateOf(0.2), put(group(plateOf(0.0), hot(-0.1)), { at: [0, 0.5, 0], turn: [0, 0, 0.12] }), hot(0.3))
}

export const spool = (color) => {
  const wood = skins.plain('#c79a62', { coat: 0.3 })
  const rim = (y) => put(mesh(new THREE.CylinderGeometry(0.42, 0.42, 0.1, 44), wood), { at: [0, y, 0] })
  const thread = mesh(
    new THREE.CylinderGeometry(0.33, 0.33, 0.8, 50, 1),
    food({
      color,
      bump: '.03 * sin(p.y * 150.)',
      tones: [[new THREE.Color(color).multiplyScalar(0.75), '.6 * smoothstep(.2, .9, .5 + .5 * sin(p.y * 150.))']],
      rough: 0.6,
      sheen: 0.6,
      glow: 0.06,
    }),
  )
  return group(rim(0.05), rim(0.95), put(thread, { at: [0, 0.5, 0] }))
}

export const petals = (seed, count, r, color, lie = () => 0.02) =>
  scatter(
    blob({ size: [0.5, 0.08, 0.36], rough: 0.1, detail: 14, shape: (x, y, z) => [x, y + 0.5 * x * x, z] }),
    skins.plain(color, { deep: new THREE.Color(color).multiplyScalar(0.75), coat: 0.15, glow: 0.1 }),
    count,
    r,
    { seed, size: 0.3, lie, flat: 0.5, sink: 0.38 },
  )

export const stone = (seed, size) =>
  mesh(
    blob({ size: [0.5 * size, 0.2 * size, 0.4 * size], rough: 0.05, seed, often: 1.5, detail: 34 }),
    food({
      color: '#3a3a3e',
      tones: [['#55555a', '.5 * smoothstep(.45, .7, fbm(p * 6.))']],
      bump: '.006 * fbm(p * 20.)',
      rough: 0.3,
      coat: 0.5,
      glow: 0,
    }),
  )

export const candle = (h = 0.7, color = '#f3e6cf') => {
  const wax = mesh(
    turned(
      [
        [0, 0],
        [0.36, 0],
        [0.36, h],
        [0.3, h],
        [0, h - 0.06],
      ],
      0.04,
      50,
    ),
    food({ color, rough: 0.4, coat: 0.3, glow: 0.22 }),
  )
  const flame = put(
    mesh(
      blob({
        size: [0.07, 0.2, 0.07],
        rough: 0,
        detail: 18,
        shape: (x, y, z) => [x * (1 - 0.5 * y), y, z * (1 - 0.5 * y)],
      }),
      new THREE.MeshBasicMaterial({ color: new THREE.Color('#ffd27a').multiplyScalar(2.4) }),
    ),
    { at: [0, h + 0.2, 0] },
  )
  flame.castShadow = false
  return group(wax, flame)
}

export const flower = (color = '#f6efe0') => {
  const petal = blob({
    size: [0.2, 0.03, 0.36],
    rough: 0.04,
    detail: 16,
    shape: (x, y, z) => [x, y + 0.8 * z * z * 0.1, z],
  })
  const skin = skins.plain(color, { deep: '#f0c860', spots: 0.3, coat: 0.15, glow: 0.13 })
  return group(
    [0, 1, 2, 3, 4].map((i) => {
      const one = mesh(petal, skin)
      one.geometry = petal
      return put(group(put(one, { at: [0, 0.06, 0.3] })), { turn: [-0.25, i * 1.257, 0] })
    }),
    put(mesh(new THREE.SphereGeometry(0.09, 16, 12), skins.plain('#f0c040')), { at: [0, 0.06, 0] }),
  )
}

export const look = (ground, far = 8, lift = 44) => ({ ground, angle: { lift, far, at: [0, 0.25, 0.05] } })
