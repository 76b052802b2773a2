import * as THREE from 'three'
import { fbm, group, heap, mesh, put, randomOf, smoothNormals, surface, tube } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { coriander, curryLeaves, dip } from '../kitchen/sides.js'
import { paper, plate, thali } from '../kitchen/vessels.js'
import { disc } from './plate-parts.js'

export const snacks = {
  nachos({ seed }) {
    const chip = new THREE.CylinderGeometry(0.42, 0.42, 0.05, 3)
    const skin = skins.fried({ color: '#e8b04a', deep: '#b8741c', pale: '#f6d684' })
    const random = randomOf(seed)
    const chips = Array.from({ length: 34 }, (_, i) => {
      const level = i / 34
      const r = 1.15 * (1 - level * 0.7)
      const a = i * 2.4
      return put(mesh(chip, skin), {
        at: [r * Math.cos(a), 0.2 + level * 0.55, r * Math.sin(a)],
        turn: [random.between(-0.7, 0.7), random.between(0, 6), random.between(-0.7, 0.7)],
      })
    })
    return {
      objects: [
        plate('black', 2.1),
        ...chips,
        dip('red', { at: [1.3, 0.1, -0.95], r: 0.52, metal: 'white', seed }),
        dip('dal', { at: [-1.3, 0.1, -0.95], r: 0.52, metal: 'white', seed, top: false }),
        coriander(14, 0.8, seed, () => 0.75),
      ],
      look: { ground: 'slate', angle: 'plate' },
    }
  },
  rings({ seed, count = 8 }) {
    const skin = skins.fried({ color: '#d8953a', pale: '#f0c878' })
    const random = randomOf(seed)
    return {
      objects: [
        paper(4.4, 3.8, seed),
        ...Array.from({ length: count }, (_, i) => {
          const a = i * 2.4
          const level = i / count
          const r = 0.85 * (1 - level * 0.7)
          return put(mesh(smoothNormals(new THREE.TorusGeometry(0.48, 0.13, 20, 50)), skin), {
            at: [r * Math.cos(a), 0.2 + level * 0.55, r * Math.sin(a) + 0.1],
            turn: [-1.4 + random.between(-0.35, 0.35), random.between(0, 6), 0],
          })
        }),
        dip('mayo', { at: [1.35, 0.05, -0.85], r: 0.5, metal: 'white', seed }),
      ],
      look: { ground: 'kraft', angle: { lift: 36, far: 7, at: [0, 0.35, 0.1] } },
    }
  },
  /** Builds fried or dry snacks in a heap, as shops sell them by weight. */
  snack({ seed, kind = 'mixture', color = '#e0a83a', vessel = 'steel' }) {
    const fried = (c) => skins.fried({ color: c })
    const lie = (x, z) => 0.15 + 0.55 * Math.max(0, 1 - (x * x + z * z) / 1.5)
    const base = mesh(
      heap(1.2, (_v, x, z) => lie(x, z) - 0.1),
      fried(color),
    )
    const make = {
      mixture: () => [
        scatter('shred', fried('#e8b83a'), 160, 1.15, { seed, size: 0.34, lie, flat: 1 }),
        scatter('ball', skins.plain('#a85a28'), 22, 1.05, { seed: seed + 1, size: 0.15, lie }),
        scatter('pea', fried('#d8b04a'), 50, 1.1, { seed: seed + 2, size: 0.11, lie }),
        curryLeaves(6, 0.8, seed, lie),
        scatter('cashew', skins.plain('#e8c285'), 6, 0.8, { seed, size: 0.24, lie }),
      ],
      peanuts: () => [
        scatter('ball', skins.plain(color, { deep: '#7e3a14' }), 150, 1.15, { seed, size: 0.2, lie }),
        curryLeaves(8, 0.8, seed, (x, z) => lie(x, z) + 0.05),
      ],
      cashew: () => [
        scatter('cashew', skins.plain('#e0b060', { deep: '#a8641c' }), 90, 1.15, { seed, size: 0.34, lie }),
        curryLeaves(8, 0.8, seed, (x, z) => lie(x, z) + 0.06),
      ],
      chips: () => [
        scatter(
          heap(0.5, (_v, x, _z) => 0.03 + 0.12 * x * x, { rings: 10, segments: 40 }),
          skins.fried({ color: '#efc84a', deep: '#d89a24', pale: '#f8e08a' }),
          60,
          1.15,
          { seed, size: 0.62, lie, flat: 0.7 },
        ),
      ],
      chakli: () =>
        [0, 1, 2, 3, 4].map((i) =>
          put(
            mesh(
              tube(
                Array.from({ length: 30 }, (_, n) => {
                  const a = n * 0.62
                  const r = 0.08 + n * 0.0165
                  return [r * Math.cos(a), 0, r * Math.sin(a)]
                }),
                (_v, u) => 0.075 * (1 + 0.25 * Math.cos(u * 37.7)),
                { segments: 240, sides: 24 },
              ),
              fried(color),
            ),
            {
              at: [
                [-0.65, 0.2, 0.4],
                [0.55, 0.2, 0.55],
                [0, 0.2, -0.4],
                [0, 0.36, 0.3],
                [-0.75, 0.22, -0.4],
              ][i],
              turn: [0.04, i, 0.05],
              size: 1.1,
            },
          ),
        ),
      rings: () =>
        Array.from({ length: 14 }, (_, i) =>
          put(mesh(new THREE.TorusGeometry(0.32, 0.085, 16, 40), fried(color)), {
            at: [
              0.85 * Math.cos(i * 2.4) * (1 - i / 20),
              0.2 + (i / 14) * 0.5,
              0.85 * Math.sin(i * 2.4) * (1 - i / 20),
            ],
            turn: [-1.3 + 0.4 * Math.sin(i * 3), i, 0],
          }),
        ),
      ribbons: () => [
        scatter(
          surface(30, 4, (u, v) => [
            (u - 0.5) * 1.1,
            0.06 * Math.sin(u * 9) + 0.05 * Math.sin(u * 23),
            (v - 0.5) * 0.22,
          ]),
          (() => {
            const s = fried(color)
            s.side = 2
            return s
          })(),
          70,
          1.1,
          { seed, size: 0.9, lie, flat: 0.9 },
        ),
      ],
      discs: () => [
        scatter(
          heap(0.5, (_v, x, z) => 0.05 + 0.04 * fbm(x * 5, seed, z * 5, 3), { rings: 24, segments: 50 }),
          fried(color),
          12,
          0.95,
          { seed, size: 1.3, lie: (x, z) => 0.1 + 0.35 * Math.max(0, 1 - (x * x + z * z)), flat: 0.25 },
        ),
      ],
      khakhra: () =>
        [0, 1, 2, 3].map((i) =>
          put(disc(seed + i, 1.15, '#d8b060'), {
            at: [0.08 * Math.sin(i * 2), 0.1 + i * 0.11, 0.1 * Math.cos(i * 2)],
            turn: [0.02, i, 0],
          }),
        ),
    }
    const heaped = !['chakli', 'rings', 'discs', 'khakhra'].includes(kind)
    return {
      objects: [
        vessel === 'steel' || vessel === 'brass'
          ? thali(1.85, vessel)
          : vessel === 'paper'
            ? paper(4.2, 3.6, seed)
            : plate(vessel, 1.9),
        ...(heaped ? [base] : []),
        ...make[kind](),
      ].map((one, i) => (i === 0 ? one : put(group(one), { at: [0, 0.08, 0] }))),
      look: { ground: 'kraft', angle: { lift: 40, far: 7, at: [0, 0.3, 0.05] } },
    }
  },
}
