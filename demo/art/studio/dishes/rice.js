import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, shade, smooth, strew } from '../kitchen/kit.js'
import { drumstick, piled, scatter, shapes, skins } from '../kitchen/pieces.js'
import {
  butter,
  coriander,
  curryLeaves,
  dip,
  dryChilli,
  halfEgg,
  lime,
  mint,
  onionRings,
  tempering,
} from '../kitchen/sides.js'
import { bananaLeaf, bowl, handi, leafBowl, pan, paper, plate, thali } from '../kitchen/vessels.js'

const grainSkin = (color, deep) =>
  food({ color, tones: [[deep, '.35 * smoothstep(.45, .7, fbm2(p * 4.))']], rough: 0.42, coat: 0.2, glow: 0.13 })

function grain(length = 0.15, wide = 0.023) {
  return blob({
    size: [length / 2, wide, wide],
    rough: 0,
    seed: 2,
    detail: 5,
    shape: (x, y, z) => [x, y, z + 0.5 * x * x],
  })
}

/**
 * Returns a heap of rice with single grains; `colours` are pairs of [colour, share] whose shares add up to 1. `long` is
 * the length of a grain.
 */
export function riceHeap({ r, h, y = 0, seed = 1, colours, long = 0.15, count = 2600, base }) {
  const height = (x, z) => h * (1 - smooth(0.1, 1.04, Math.hypot(x, z) / r)) + 0.13 * fbm(x * 1.7, seed, z * 1.7, 3) * h
  const floor = base ?? colours[0][0]
  const under = mesh(
    heap(r, (_v, x, z) => Math.max(0, height(x, z)) - 0.02, { rings: 40, segments: 70 }),
    grainSkin(floor, new THREE.Color(floor).multiplyScalar(0.7)),
  )
  const tints = colours.map(([colour]) => new THREE.Color(colour))
  const patch = (x, z, dice) => {
    const at = 0.5 + 0.85 * fbm(x * 1.5 + seed * 3, 1, z * 1.5, 3) + dice.between(-0.12, 0.12)
    let sum = 0
    const chosen = colours.findIndex(([, share]) => {
      sum += share
      return sum > at
    })
    return tints[Math.max(0, chosen)] ?? tints[0]
  }
  const grains = strew(grain(long), grainSkin('#ffffff', '#f0e6d2'), count, seed * 7, (dice) => {
    const [dx, dz] = dice.disc()
    const [x, z] = [dx * r, dz * r]
    return {
      at: [x, Math.max(0.01, height(x, z)) + dice.between(-0.005, 0.035), z],
      turn: [dice.between(-0.5, 0.5), dice.between(0, 6.28), dice.between(-0.5, 0.5)],
      size: dice.between(0.8, 1.15),
      tint: patch(x, z, dice)
        .clone()
        .multiply(shade(dice, 0.86, 1.06)),
    }
  })
  return { object: put(group(under, grains), { at: [0, y, 0] }), lie: (x, z) => y + Math.max(0, height(x, z)) }
}

const brownOnion = () => skins.plain('#6b3413', { deep: '#35160a', coat: 0.3, rough: 0.35 })

/**
 * The functions that draw food on top of a biryani or pulao, by the name of the food. Their parameter `lie` returns the
 * height of the rice at a point.
 */
const toppings = {
  chicken: (seed, lie, color = '#a8481c') => [
    put(drumstick(seed, skins.sauced({ color, coat: 0.5 })), {
      at: [-0.15, lie(-0.1, 0.25) + 0.18, 0.3],
      turn: [0.05, 0.5 + seed, 0.12],
      size: 0.72,
    }),
    put(mesh(shapes.chunk(seed + 2), skins.sauced({ color, coat: 0.5 })), {
      at: [0.55, lie(0.5, -0.25) + 0.06, -0.25],
      size: 0.66,
    }),
  ],
  boneless: (seed, lie, color = '#a8260f') => [
    piled('nugget', skins.sauced({ color, light: '#d8602a', coat: 0.5 }), 11, 0.7, 0.35, {
      seed,
      size: 0.36,
      at: [0, lie(0.2, 0.2) - 0.05, 0.1],
    }),
  ],
  mutton: (seed, lie, color = '#5e2810') => [
    ...[0, 1, 2, 3].map((i) =>
      put(mesh(shapes.chunk(seed + i), skins.sauced({ color, light: '#8f4a20', coat: 0.55 })), {
        at: [0.55 * Math.cos(i * 1.7 + seed), lie(0.4, 0.3) + 0.04, 0.5 * Math.sin(i * 1.7 + seed) + 0.1],
        turn: [0.2, i, 0.1],
        size: 0.6,
      }),
    ),
    put(mesh(new THREE.CylinderGeometry(0.09, 0.09, 0.5, 14), skins.plain('#e8d8b8')), {
      at: [0.25, lie(0.2, 0.2) + 0.2, 0.3],
      turn: [0.3, 0.8, 1.35],
    }),
  ],
  egg: (seed, lie) =>
    [0, 1, 2].map((i) =>
      put(halfEgg({ masala: true }), {
        at: [0.5 * Math.cos(i * 2.1 + seed), lie(0.4, 0.2) - 0.14, 0.45 * Math.sin(i * 2.1 + seed) + 0.15],
        turn: [0.25 * Math.sin(i), i, 0.2],
        size: 0.95,
      }),
    ),
  oneEgg: (_seed, lie) => [put(halfEgg(), { at: [0.5, lie(0.4, 0.2) - 0.1, 0.3], turn: [0.2, 0.5, 0] })],
  potato: (seed, lie) => [
    put(mesh(shapes.ball(seed), skins.plain('#d8a63c', { deep: '#b06a1a', coat: 0.3 })), {
      at: [-0.6, lie(-0.5, 0.4) + 0.08, 0.4],
      size: 0.8,
    }),
  ],
  prawn: (seed, lie) => [
    scatter('prawn', skins.sauced({ color: '#d8642a', deep: '#a8361a', light: '#f0a070', coat: 0.5 }), 9, 0.85, {
      seed,
      lie,
      size: 0.55,
      sink: 0.1,
      flat: 1.2,
    }),
  ],
  paneer: (seed, lie) => [
    scatter('cube', skins.paneer({ char: 1 }), 9, 0.85, { seed, lie, size: 0.36, sink: 0.15 }),
    scatter('wedge', skins.plain('#3f7a2a'), 5, 0.8, { seed: seed + 1, lie, size: 0.3 }),
  ],
  veg: (seed, lie) => [
    scatter('cube', skins.plain('#e07a22'), 12, 0.95, { seed, lie, size: 0.17 }),
    scatter('pea', skins.plain('#5a9a2e'), 18, 1, { seed: seed + 1, lie, size: 0.11 }),
    scatter('finger', skins.plain('#4a8a2a'), 9, 0.9, { seed: seed + 2, lie, size: 0.26 }),
    scatter('cube', skins.plain('#e3b84a'), 8, 0.9, { seed: seed + 3, lie, size: 0.22 }),
  ],
  jackfruit: (seed, lie) => [
    scatter('wedge', skins.sauced({ color: '#b8762c', deep: '#7a3f10', light: '#e0a850', coat: 0.4 }), 9, 0.8, {
      seed,
      lie,
      size: 0.5,
      sink: 0.15,
    }),
  ],
  brinjal: (seed, lie) => [
    scatter('wedge', skins.sauced({ color: '#3a1a2c', deep: '#1d0d14', light: '#7a5a2a', coat: 0.6 }), 12, 0.95, {
      seed,
      lie,
      size: 0.36,
      sink: 0.15,
    }),
  ],
  nuts: (seed, lie) => [
    scatter('cashew', skins.plain('#e8c285', { deep: '#b87a34' }), 9, 0.95, { seed, lie, size: 0.24 }),
    scatter('ball', skins.plain('#5a2614', { coat: 0.4 }), 6, 0.9, { seed: seed + 3, lie, size: 0.1 }),
  ],
  peanuts: (seed, lie) => [
    scatter('ball', skins.plain('#b8642a', { deep: '#7e3a14' }), 22, 1, { seed, lie, size: 0.12 }),
  ],
  pineapple: (seed, lie) => [
    scatter('wedge', skins.plain('#f3cf4a', { deep: '#d8a82a', coat: 0.6 }), 9, 0.75, { seed, lie, size: 0.3 }),
  ],
  fruit: (seed, lie) => [
    scatter('pea', skins.plain('#b8102a', { coat: 0.8, rough: 0.15, glow: 0.15 }), 40, 1, { seed, lie, size: 0.095 }),
    scatter('cube', skins.plain('#f0d060', { coat: 0.6 }), 8, 0.9, { seed: seed + 1, lie, size: 0.18 }),
  ],
  pomegranate: (seed, lie) => [
    scatter('pea', skins.plain('#b8102a', { coat: 0.8, rough: 0.15, glow: 0.15 }), 26, 0.85, { seed, lie, size: 0.1 }),
  ],
  friedOnion: (seed, lie) => [
    scatter('shred', brownOnion(), 34, 0.95, { seed, lie, size: 0.22, sink: 0.1, flat: 0.9 }),
  ],
  garlic: (seed, lie) => [
    scatter('cube', skins.plain('#c98a34', { deep: '#8a4a14' }), 60, 1, { seed, lie, size: 0.06 }),
  ],
  cumin: (seed, lie) => [scatter('finger', skins.plain('#4a2c14'), 60, 1.1, { seed, lie, size: 0.055 })],
  springOnion: (seed, lie) => [
    scatter(new THREE.TorusGeometry(0.36, 0.15, 8, 16).rotateX(1.57), skins.plain('#5a9a34'), 36, 1, {
      seed,
      lie,
      size: 0.12,
      flat: 1,
    }),
  ],
  scrambled: (seed, lie) => [
    scatter('nugget', skins.plain('#f0c850', { deep: '#e0a030' }), 26, 1, { seed, lie, size: 0.2 }),
  ],
  strips: (seed, lie) => [
    scatter('finger', skins.plain('#d8a878', { deep: '#a86a34' }), 18, 0.95, { seed, lie, size: 0.26 }),
  ],
  friedEgg: (seed, lie) => [put(friedEgg(seed), { at: [0, lie(0, 0) - 0.06, 0.1], turn: [0.16, 0, 0] })],
  mint: (seed, lie) => [put(mint(seed, 1.05), { at: [0.15, lie(0.1, -0.1) + 0.06, -0.15] })],
  coriander: (seed, lie) => [coriander(22, 1, seed, lie)],
  curry: (seed, lie) => [curryLeaves(8, 0.8, seed, lie)],
  tempering: (seed, lie) => [tempering(0.75, seed, lie)],
  chilli: (seed, lie) => [dryChilli(0.3, seed, lie), dryChilli(0.5, seed + 2, lie)],
  ghee: (_seed, lie) => [put(butter(0.75), { at: [0, lie(0, 0) - 0.03, 0.05] })],
  boondi: (seed, lie) => [scatter('pea', skins.fried(), 50, 0.9, { seed, lie, size: 0.09 })],
  saffron: (seed, lie) => [scatter('shred', skins.plain('#c8401a'), 16, 0.8, { seed, lie, size: 0.14 })],
  anise: (seed, lie) => [
    scatter('finger', skins.plain('#5e3a1c'), 4, 0.8, { seed, lie, size: 0.26 }),
    scatter('bean', skins.plain('#7f8a4a'), 3, 0.7, { seed: seed + 1, lie, size: 0.2 }),
  ],
  beans: (seed, lie) => [
    scatter('bean', skins.sauced({ color: '#6e1f14', deep: '#3e0f0a', light: '#9a4026' }), 36, 0.75, {
      seed,
      lie,
      size: 0.22,
    }),
  ],
  karela: () => [],
}

export function friedEgg(seed = 1) {
  const white = mesh(
    heap(0.72, (v, x, z) => 0.09 * (1 - smooth(0.75, 1, v)) + 0.035 * fbm(x * 3, seed, z * 3, 3) + 0.02, {
      edge: (a) => 1 + 0.12 * Math.sin(a * 3 + seed) + 0.06 * Math.sin(a * 7),
      rings: 30,
      segments: 80,
    }),
    food({
      color: '#fbf6ec',
      tones: [['#c88a3c', 'smoothstep(.62, .76, length(p.xz) + .12 * (fbm2(p * 9.) - .5))']],
      rough: 0.3,
      coat: 0.5,
      glow: 0.14,
    }),
  )
  const yolk = put(
    mesh(
      blob({ size: [0.27, 0.15, 0.27], rough: 0.02, detail: 24 }),
      food({ color: '#f5a51c', rough: 0.12, coat: 1, glow: 0.16 }),
    ),
    { at: [0.03, 0.12, 0.02] },
  )
  return group(white, yolk)
}

const vessels = {
  plate: (kind, _seed) => ({ objects: [plate(kind, 2.05)], y: 0.1, r: 1.3, h: 0.72 }),
  steel: () => ({ objects: [thali(2.05)], y: 0.08, r: 1.3, h: 0.7 }),
  brass: () => ({ objects: [thali(2.05, 'brass')], y: 0.08, r: 1.3, h: 0.7 }),
  leaf: (_kind, seed) => ({ objects: [bananaLeaf(5, 3.5, seed)], y: 0.06, r: 1.3, h: 0.7 }),
  handi: (kind) => ({ objects: [handi(kind)], y: 0.86, r: 1.14, h: 0.42 }),
  bowl: (kind) => ({ objects: [bowl(kind, 1.5, 0.85)], y: 0.56, r: 1.26, h: 0.52 }),
  leafBowl: (_kind, seed) => ({
    objects: [bananaLeaf(4.6, 3.2, seed), put(leafBowl(), { at: [0, 0.04, 0] })],
    y: 0.62,
    r: 1.13,
    h: 0.5,
  }),
  pan: () => ({ objects: [pan()], y: 0.2, r: 1.22, h: 0.42 }),
  box: (_kind, seed) => ({ objects: [paper(4.2, 3.4, seed), bowl('black', 1.5, 0.8)], y: 0.52, r: 1.26, h: 0.45 }),
}

function sideObjects(sides, seed) {
  const spots = [
    [-1.62, 0.02, -0.95],
    [1.55, 0.02, -1.05],
    [1.7, 0.02, 0.9],
  ]
  return sides.map((side, i) => {
    if (side === 'lime') return put(lime(), { at: [1.45, 0.3, 0.95 - i * 0.2] })
    if (side === 'onion') return put(onionRings(6, seed), { at: [-1.5, 0.05, 0.85] })
    return dip(side, { at: spots[i], seed: seed + i, r: 0.56 })
  })
}

export const rice = {
  /** Builds rice of any kind: grains of `colours` in a vessel under `top`. */
  rice({
    seed,
    vessel = 'plate',
    kind = 'white',
    colours = [['#f6efdf', 1]],
    top = [],
    sides = [],
    long,
    count,

    tint,
    high = 1,
  }) {
    const place = vessels[vessel](kind, seed)
    const { object, lie } = riceHeap({ r: place.r, h: place.h * high, y: place.y, seed, colours, long, count })
    const on = top.flatMap((name) => toppings[name](seed, lie, tint))
    const deep = ['handi', 'bowl', 'leafBowl', 'box'].includes(vessel)
    return {
      objects: [...place.objects, object, ...on, ...sideObjects(sides, seed)],
      look: { ground: 'wood', angle: deep ? 'bowl' : 'plate' },
    }
  },
  /**
   * Builds soft rice or semolina: a smooth heap of `colour` with grains in it. `beside` has the options that differ for
   * a second heap on the same plate.
   */
  soft({ seed, vessel = 'plate', kind = 'white', sides = [], beside, ...o }) {
    const place = vessels[vessel](kind, seed)
    const heaps = beside
      ? [
          put(group(softHeap(seed, place, o)), { at: [-0.92, 0, 0.2] }),
          put(group(softHeap(seed + 1, place, { ...o, ...beside })), { at: [0.98, 0, 0.42] }),
        ]
      : softHeap(seed, place, o)
    return {
      objects: [...place.objects, ...heaps, ...sideObjects(sides, seed)],
      look: { ground: 'wood', angle: 'plate', zoom: beside ? 0.8 : 1 },
    }
  },
}

/** Returns a smooth heap of rice, its grains and the food on top. */
function softHeap(seed, place, { colour = '#e8cf8a', deep, top = [], high = 1, gloss = 0.25, molded }) {
  const shape = molded
    ? (v) => place.h * (1 - smooth(0.72, 0.98, v)) ** 0.7
    : (v) => place.h * high * (1 - v * v) ** 0.9
  const r = molded ? 0.98 : place.r
  const lie = (x, z) => place.y + shape(Math.min(1, Math.hypot(x, z) / r)) + 0.04 * fbm(x * 2.2, seed, z * 2.2, 4)
  const body = mesh(
    heap(r, (_v, x, z) => Math.max(0, lie(x, z)), {
      rings: 70,
      segments: 130,
      edge: (a) => 1 + (molded ? 0 : 0.04 * Math.sin(a * 5 + seed)),
    }),
    food({
      color: colour,
      tones: [
        [deep ?? new THREE.Color(colour).multiplyScalar(0.7), '.7 * smoothstep(.45, .68, fbm(p * 6.))'],
        ['#fff6e0', '.35 * smoothstep(.6, .75, noise3(p * 24.))'],
      ],
      bump: '.014 * fbm2(p * 9.) + .006 * noise3(p * 26.)',
      rough: 0.5,
      coat: gloss,
      coatRough: 0.3,
      glow: 0.1,
    }),
  )
  const bits = scatter(grain(0.13, 0.03), grainSkin(colour, colour), 260, r * 0.94, {
    seed,
    lie,
    size: 1,
    sink: 0.42,
    flat: 0.7,
  })
  const on = top.flatMap((name) => toppings[name](seed, lie))
  return [body, bits, ...on]
}
