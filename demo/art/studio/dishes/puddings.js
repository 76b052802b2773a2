import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, heap, mesh, put, smooth, turned } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { gravy, mint } from '../kitchen/sides.js'
import { bowl, plate, pool } from '../kitchen/vessels.js'

export const puddings = {
  /** Builds a soft sweet in a bowl: halwa, rabri, phirni, payasam, rasmalai. */
  pudding({ seed, color = '#e07a1c', vessel = 'clay', top = ['nuts'], wet, patties, chunky = 0.6, mound = true }) {
    const y = 0.5
    const face = wet
      ? pool(
          1.08,
          y,
          gravy(color, {
            chunky,
            oil: new THREE.Color(color).lerp(new THREE.Color('#ffffff'), 0.3),
            deep: new THREE.Color(color).multiplyScalar(0.8),
          }),
          { wave: 0.03, seed },
        )
      : put(
          mesh(
            heap(1.1, (v, x, z) => (mound ? 0.3 * (1 - v * v) : 0.02) + 0.06 * fbm(x * 3, seed, z * 3, 4), {
              rings: 60,
            }),
            food({
              color,
              tones: [
                [new THREE.Color(color).multiplyScalar(0.65), '.7 * smoothstep(.45, .68, fbm(p * 7.))'],
                [
                  new THREE.Color(color).lerp(new THREE.Color('#ffe9b8'), 0.45),
                  '.5 * smoothstep(.56, .7, fbm(p * 9. + 4.))',
                ],
              ],
              bump: '.05 * fbm(p * 12.)',
              rough: 0.35,
              coat: 0.6,
              glow: 0.1,
            }),
          ),
          { at: [0, y, 0] },
        )
    const lie = () => y + (mound && !wet ? 0.22 : 0.02)
    const kinds = {
      nuts: () => [
        scatter('wedge', skins.plain('#efd9a8', { deep: '#c89a54' }), 12, 0.6, { seed, size: 0.2, lie }),
        scatter('nugget', skins.plain('#7a9a3a'), 26, 0.8, { seed: seed + 1, size: 0.08, lie }),
      ],
      saffron: () => [scatter('shred', skins.plain('#c8401a'), 14, 0.7, { seed, size: 0.12, lie })],
      raisins: () => [
        scatter('ball', skins.plain('#5a2a14', { coat: 0.5 }), 7, 0.7, { seed, size: 0.13, lie }),
        scatter('cashew', skins.plain('#e8c285', { deep: '#b87a34' }), 6, 0.6, { seed: seed + 2, size: 0.22, lie }),
      ],
      apricot: () => [
        scatter('ball', skins.plain('#d8782a', { deep: '#a84e14', coat: 0.7 }), 6, 0.6, { seed, size: 0.34, lie }),
      ],
      cream: () => [
        put(
          mesh(
            blob({ size: [0.34, 0.16, 0.34], rough: 0.12, seed, detail: 24 }),
            skins.plain('#fbf6ea', { spots: 0.1 }),
          ),
          { at: [0, lie() + 0.06, 0] },
        ),
      ],
      cocoa: () => [
        put(
          mesh(
            heap(1.04, () => 0.01, { rings: 10 }),
            food({
              color: '#4a2a18',
              tones: [['#2e180c', '.8 * smoothstep(.4, .7, fbm(p * 14.))']],
              rough: 0.95,
              glow: 0.02,
            }),
          ),
          { at: [0, y + 0.05, 0] },
        ),
      ],
      coconut: () => [
        scatter('shred', skins.plain('#fbf6ea'), 20, 0.6, { seed, size: 0.2, lie }),
        scatter('cube', skins.plain('#f2eee2', { coat: 0.5 }), 7, 0.6, { seed: seed + 1, size: 0.22, lie }),
      ],
      bread: () => [scatter('cube', skins.fried({ color: '#c07a2a' }), 7, 0.62, { seed, size: 0.5, lie })],
      caramel: () => [],
    }
    const discs = patties
      ? Array.from({ length: patties }, (_, i) =>
          put(mesh(shapes.patty(seed + i), skins.plain('#fbf0d4', { deep: '#efd9a0', coat: 0.4 })), {
            at: [[-0.38, 0.38, 0][i], y + 0.06, [0.2, 0.05, -0.45][i]],
            size: 0.72,
          }),
        )
      : []
    return {
      objects: [bowl(vessel, 1.3, 0.68), face, ...discs, ...top.flatMap((name) => kinds[name]())],
      look: { ground: 'terracotta', angle: { lift: 44, far: 6.8, at: [0, 0.45, 0] } },
    }
  },
  custard({ seed }) {
    const body = mesh(
      turned(
        [
          [0, 0],
          [0.95, 0],
          [0.72, 0.85],
          [0, 0.86],
        ],
        0.12,
        80,
      ),
      food({
        color: '#f2d79a',
        tones: [
          ['#8a3e0c', 'smoothstep(.7, .86, p.y + .08 * fbm(p * 3.))'],
          ['#e0b868', '.5 * smoothstep(.4, .7, fbm(p * 4.))'],
        ],
        rough: 0.2,
        coat: 0.9,
        glow: 0.14,
      }),
    )
    const syrup = mesh(
      heap(1.45, (v) => 0.03 * (1 - smooth(0.9, 1, v)), {
        edge: (a) => 1 + 0.08 * Math.sin(a * 3 + seed) + 0.04 * Math.sin(a * 5),
        rings: 20,
      }),
      food({ color: '#8a3e0c', rough: 0.05, coat: 1, glow: 0.05, see: 0.85 }),
    )
    return {
      objects: [
        plate('white', 1.95),
        put(syrup, { at: [0, 0.11, 0] }),
        put(body, { at: [0, 0.12, 0] }),
        put(mint(seed, 0.6), { at: [0.1, 0.98, 0] }),
      ],
      look: { ground: 'slate', angle: { lift: 28, far: 7, at: [0, 0.42, 0] } },
    }
  },
}
