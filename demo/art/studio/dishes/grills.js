import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { group, mesh, put, randomOf, tube } from '../kitchen/kit.js'
import { drumstick, piled, scatter, shapes, skins } from '../kitchen/pieces.js'
import { coriander, curryLeaves, dip, dryChilli, lime, mint, onionRings } from '../kitchen/sides.js'
import { bananaLeaf, board, pan, paper, plate } from '../kitchen/vessels.js'
import { fishSteak } from './curries.js'

const iron = () => food({ color: '#8a8580', metal: 1, rough: 0.35, glow: 0 })

const pieceSkins = {
  tikka: () => skins.grilled({ color: '#c04a1a' }),
  malai: () => skins.grilled({ color: '#ecd2a0', deep: '#c89a54', char: 0.55, coat: 0.4 }),
  hariyali: () => skins.grilled({ color: '#6a8a34', deep: '#40601c' }),
  seekh: () => skins.grilled({ color: '#7e3c1a', deep: '#4a1e0c', char: 0.6, coat: 0.4 }),
  darkSeekh: () => skins.grilled({ color: '#5e2c16', deep: '#35160a', char: 0.7, coat: 0.45 }),
  paneer: () => skins.paneer({ char: 1 }),
  angara: () => skins.grilled({ color: '#c8401a', deep: '#8a2008', char: 0.8 }),
  soya: () => skins.grilled({ color: '#e3c394', deep: '#b8843c', char: 0.6, coat: 0.5 }),
  fried: () => skins.fried(),
  red: () => skins.sauced({ color: '#a8240e', deep: '#6a1206', light: '#d8602a', coat: 0.55 }),
  dark: () => skins.sauced({ color: '#a4521c', deep: '#5e240c', light: '#d8923c', coat: 0.8 }),
  chilli: () => skins.sauced({ color: '#8a2c10', deep: '#4a1406', light: '#c06a2a', coat: 0.9 }),
  honey: () => skins.sauced({ color: '#c8761c', deep: '#8e420c', light: '#eeb24a', coat: 1 }),
  ghee: () => skins.sauced({ color: '#8e1f0c', deep: '#520e05', light: '#c84e1c', coat: 0.8 }),
  pepper: () => skins.sauced({ color: '#6a4a24', deep: '#35220e', light: '#a8804a', coat: 0.4 }),
  green: () => skins.fried({ color: '#5e7a2a', deep: '#3a4e14', pale: '#8aa84a' }),
  white: () => skins.fried({ color: '#e3c890', deep: '#b87a2c', pale: '#f5e6c0' }),
  mushroom: () => skins.grilled({ color: '#b8804a', deep: '#6e401a', char: 0.6 }),
  chocolate: () => skins.sauced({ color: '#3a1a0c', deep: '#1e0c06', light: '#5e3018', coat: 0.8 }),
  corn: () => skins.plain('#f2c53a', { deep: '#d8932a', coat: 0.4 }),
}

const extras = {
  lime: (_seed) => [put(lime('lime'), { at: [1.25, 0.12, 0.85] })],
  onion: (seed) => [put(onionRings(8, seed), { at: [-1.2, 0.12, -0.6] })],
  mint: (seed) => [put(mint(seed, 1), { at: [1.15, 0.14, -0.35] })],
  coriander: (seed, y) => [coriander(20, 0.9, seed, () => y)],
  curry: (seed, y) => [curryLeaves(10, 0.85, seed, () => y)],
  chilli: (seed, y) => [0, 1, 2].map((i) => dryChilli(0.45 + i * 0.15, seed + i * 2, () => y)),
  sesame: (seed, y) => [scatter('finger', skins.plain('#f3e6c8'), 90, 0.9, { seed, lie: () => y, size: 0.05 })],
  spring: (seed, y) => [
    scatter(new THREE.TorusGeometry(0.36, 0.15, 8, 16).rotateX(1.57), skins.plain('#5a9a34'), 26, 0.85, {
      seed,
      lie: () => y,
      size: 0.12,
      flat: 1,
    }),
  ],
  capsicum: (seed, y) => [
    scatter('wedge', skins.plain('#3f8a2a', { coat: 0.6 }), 9, 0.95, { seed, lie: () => y - 0.15, size: 0.36 }),
    scatter('wedge', skins.plain('#d8c0c8', { coat: 0.4 }), 7, 0.9, {
      seed: seed + 2,
      lie: () => y - 0.15,
      size: 0.34,
    }),
  ],
  cashew: (seed, y) => [
    scatter('cashew', skins.plain('#e8c285', { deep: '#b87a34' }), 9, 0.8, { seed, lie: () => y, size: 0.26 }),
  ],
}

const vessel = {
  board: () => board('square', 2.05),
  round: () => board('round', 2),
  leaf: (seed) => bananaLeaf(5.2, 3.6, seed),
  paper: (seed) => paper(4.4, 3.8, seed),
  pan: () => pan(),
}
const baseOf = (name, seed) => (vessel[name] ? vessel[name](seed) : plate(name, 2))
const floorOf = (name) => ({ board: 0.15, round: 0.15, leaf: 0.07, paper: 0.05, pan: 0.1 })[name] ?? 0.11

export const grills = {
  /** Builds skewers with pieces of food; `between` puts onion and capsicum between them. */
  skewers({
    seed,
    count = 2,
    piece = 'tikka',
    shape = 'chunk',
    between,
    on = 'board',
    extra = ['onion', 'lime', 'mint'],
    dipKind = 'green',
  }) {
    const skin = pieceSkins[piece]()
    const random = randomOf(seed)
    const rods = Array.from({ length: count }, (_, i) => {
      const parts = [put(mesh(new THREE.CylinderGeometry(0.025, 0.025, 4.2, 8), iron()), { turn: [0, 0, Math.PI / 2] })]
      if (shape === 'seekh') {
        for (const side of [-0.82, 0.82]) {
          const length = 1.5
          const kebab = mesh(
            tube(
              Array.from({ length: 6 }, (_, n) => [side - length / 2 + (length * n) / 5, 0, 0]),
              (v) =>
                0.25 *
                Math.min(1, Math.sin(Math.PI * (0.04 + v * 0.92)) * 4) ** 0.5 *
                (1 + 0.06 * Math.sin(v * 38 + seed)),
              { segments: 60, sides: 24 },
            ),
            skin,
          )
          parts.push(kebab)
        }
      } else {
        for (let n = 0; n < 5; n++) {
          parts.push(
            put(mesh(shapes[shape](seed + n + i * 5), skin), {
              at: [-1.24 + n * 0.62, random.between(-0.03, 0.03), 0],
              turn: [random.between(0, 6), random.between(-0.3, 0.3), 0],
              size: 0.6,
            }),
          )
          if (between && n < 4) {
            const colour = ['#3f8a2a', '#c8a0b0', '#c8381c'][n % 3]
            parts.push(
              put(mesh(shapes.wedge(seed + n), skins.plain(colour, { coat: 0.5 })), {
                at: [-0.93 + n * 0.62, 0, 0],
                turn: [random.between(0, 6), 1.5, 0],
                size: 0.5,
              }),
            )
          }
        }
      }
      return put(group(parts), { at: [0, floorOf(on) + 0.26, 0.75 - i * 0.72], turn: [0, 0.2 + i * 0.05, 0] })
    })
    const dipping = dip(dipKind, { at: [0.9, floorOf(on), -1.05], r: 0.5, metal: 'white', seed })
    return {
      objects: [baseOf(on, seed), ...rods, dipping, ...extra.flatMap((name) => extras[name](seed, 0.6))],
      look: { ground: 'slate', angle: 'plate' },
    }
  },
  /** Builds a heap of grilled pieces. */
  heap({
    seed,
    piece = 'red',
    shape = 'nugget',
    count = 22,
    size = 0.5,
    r = 0.95,
    h = 0.5,
    on = 'black',
    extra = ['curry', 'lime'],
    dipKind,
  }) {
    const y = floorOf(on)
    const skin = pieceSkins[piece]()
    const body = piled(shape, skin, count, r, h, { seed, size, at: [0, y, 0.15] })
    const around = dipKind ? [dip(dipKind, { at: [-1.2, y, -0.85], r: 0.5, metal: 'white', seed })] : []
    return {
      objects: [baseOf(on, seed), body, ...around, ...extra.flatMap((name) => extras[name](seed, y + h + size * 0.55))],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  /** Builds grilled pieces next to each other: kebabs, cutlets, fish, prawns. */
  row({
    seed,
    piece = 'green',
    shape = 'patty',
    count = 5,
    size = 0.85,
    on = 'white',
    extra = ['onion', 'lime', 'mint'],
    dipKind = 'green',
  }) {
    const y = floorOf(on)
    const skin = pieceSkins[piece]()
    const random = randomOf(seed)
    const ring = [
      [-0.75, 0.45],
      [0.1, 0.75],
      [0.85, 0.3],
      [-0.25, -0.1],
      [0.45, -0.25],
      [-0.85, -0.15],
      [0, 0.25],
    ]
    const parts = Array.from({ length: count }, (_, i) =>
      put(mesh(shapes[shape](seed + i), skin), {
        at: [ring[i][0], y + size * (shape === 'patty' ? 0.2 : 0.36) + (i === 6 ? 0.3 : 0), ring[i][1]],
        turn: [random.between(-0.12, 0.12), random.between(0, 6.28), random.between(-0.12, 0.12)],
        size,
      }),
    )
    const around = dipKind ? [dip(dipKind, { at: [0.75, y, -1.05], r: 0.5, metal: 'white', seed })] : []
    return {
      objects: [baseOf(on, seed), ...parts, ...around, ...extra.flatMap((name) => extras[name](seed, y + 0.3))],
      look: { ground: 'terracotta', angle: 'plate' },
    }
  },
  /** Builds drumsticks of chicken: tandoori chicken, kalmi kebab, lollipop, wings. */
  legs({ seed, count = 3, skin = {}, fried, size = 0.95, on = 'black', extra = ['onion', 'lime'], dipKind = 'green' }) {
    const y = floorOf(on)
    const ring = [
      [-0.35, 0.75, 0.5],
      [-0.3, 0.05, 0.2],
      [0.1, -0.55, -0.2],
      [0.3, 0.45, 2.6],
      [0.15, -0.2, 2.9],
      [0, 0.35, 1.2],
    ]
    const make = () => (fried ? skins.fried(skin) : skins.grilled({ color: '#b8381a', deep: '#74180a', ...skin }))
    const parts = Array.from({ length: count }, (_, i) =>
      put(drumstick(seed + i, make()), {
        at: [ring[i][0], y + 0.34 * size + (i > 3 ? 0.36 : 0), ring[i][1]],
        turn: [0.05, ring[i][2], 0.06],
        size,
      }),
    )
    const around = dipKind ? [dip(dipKind, { at: [1.05, y, -0.9], r: 0.5, metal: 'white', seed })] : []
    return {
      objects: [baseOf(on, seed), ...parts, ...around, ...extra.flatMap((name) => extras[name](seed, y + 0.3))],
      look: { ground: 'slate', angle: 'plate' },
    }
  },
  /** Builds steaks of fish, rubbed with spices and fried. */
  fish({ seed, count = 2, on = 'leaf', extra = ['onion', 'lime', 'curry'] }) {
    const y = floorOf(on)
    const ring = [
      [-0.5, 0.5, 0.3],
      [0.6, 0.1, -0.4],
      [-0.3, -0.5, 1],
    ]
    const parts = Array.from({ length: count }, (_, i) =>
      put(fishSteak(seed + i, { fried: true }), {
        at: [ring[i][0], y + 0.16, ring[i][1]],
        turn: [0.04, ring[i][2], 0.03],
        size: 1.15,
      }),
    )
    return {
      objects: [baseOf(on, seed), ...parts, ...extra.flatMap((name) => extras[name](seed, y + 0.3))],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
}
