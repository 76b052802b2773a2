import { food } from '../kitchen/food.js'
import { fbm, group, heap, mesh, put, surface } from '../kitchen/kit.js'
import { piled, scatter, skins } from '../kitchen/pieces.js'
import { coriander, dip, gravy, mint } from '../kitchen/sides.js'
import { board, bowl, plate } from '../kitchen/vessels.js'
import { friedEgg } from './rice.js'
import { halfSandwich, pennePile, slice, strands } from './western-parts.js'

export const cafePlates = {
  sandwich({ seed, bread = '#d8a45c', fill = ['lettuce', 'tomato', 'cheese'], grilled = true, on = 'board' }) {
    const one = (tilt, x, z, i) =>
      put(halfSandwich(seed + i, { bread, fill, grilled }), { at: [x, 0.15, z], turn: [0, tilt, 0] })
    const base = on === 'board' ? board('square', 2.05) : plate(on, 2.1)
    return {
      objects: [
        base,
        one(0.42, -0.62, 0.28, 0),
        one(-0.5, 0.85, 0.0, 1),
        put(dip('red', { r: 0.48, metal: 'white', seed }), { at: [-1.5, 0.14, -0.95] }),
      ],
      look: { ground: 'paleWood', angle: { lift: 29, far: 9.4, at: [0, 0.6, 0.1] } },
    }
  },
  pasta({ seed, sauce = '#b8321a', style = 'strand', color = '#e8c47a', top = [], kind = 'white' }) {
    const pastaSkin = food({
      color,
      tones: [[sauce, '.75 * smoothstep(.42, .62, fbm(p * 2.6))']],
      rough: 0.32,
      coat: 0.55,
      coatRough: 0.2,
      glow: 0.09,
    })
    const parts =
      style === 'penne'
        ? pennePile(seed, pastaSkin)
        : strands(
            seed,
            pastaSkin,
            style === 'wide' ? 90 : 130,
            style === 'wide' ? 0.06 : 0.035,
            style === 'wide' ? 0.3 : 1,
          )
    const lie = (x, z) => 0.66 + 0.34 * (1 - Math.min(1, Math.hypot(x, z) / 1.1))
    const over = [
      mesh(
        heap(0.72, (v, x, z) => 0.28 * (1 - v * v) + 0.06 * fbm(x * 4, seed, z * 4, 3), {
          edge: (a) => 0.85 + 0.2 * Math.sin(a * 4 + seed),
          rings: 40,
        }),
        gravy(sauce, { chunky: 1.2 }),
      ),
    ].map((one) => put(one, { at: [0, 0.98, 0] }))
    const add = {
      basil: () => put(mint(seed, 0.9), { at: [0.1, 1.06, 0] }),
      chicken: () =>
        scatter('finger', skins.grilled({ color: '#d8a060', deep: '#9a5a24' }), 12, 0.85, {
          seed,
          lie: (x, z) => lie(x, z) + 0.12,
          size: 0.45,
        }),
      prawn: () =>
        scatter('prawn', skins.sauced({ color: '#e0783a', light: '#f4b088', deep: '#b8481c' }), 8, 0.9, {
          seed,
          lie: (x, z) => lie(x, z) + 0.1,
          size: 0.55,
          flat: 1.2,
        }),
      mushroom: () =>
        scatter('mushroom', skins.plain('#d8bd96', { deep: '#8a6038', coat: 0.4 }), 12, 0.9, {
          seed,
          lie: (x, z) => lie(x, z) + 0.1,
          size: 0.34,
          flat: 1.2,
        }),
      parmesan: () =>
        scatter('shred', skins.plain('#f6ecd0'), 40, 0.6, {
          seed,
          lie: (x, z) => lie(x, z) + 0.26,
          size: 0.14,
          flat: 1,
        }),
      coriander: () => coriander(16, 0.9, seed, (x, z) => lie(x, z) + 0.16),
      chilli: () =>
        scatter('cube', skins.plain('#c8281a'), 30, 0.9, { seed, lie: (x, z) => lie(x, z) + 0.14, size: 0.07 }),
    }
    return {
      objects: [
        bowl(kind, 1.65, 0.75),
        put(group(parts), { at: [0, 0.5, 0] }),
        ...(style === 'oil' ? [] : over),
        ...top.map((name) => add[name]()),
      ],
      look: { ground: 'stone', angle: 'bowl' },
    }
  },
  eggs({ seed, style = 'english', on = 'white' }) {
    const toast = (x, z, turn) => put(slice(seed, { size: 0.75 }), { at: [x, 0.2, z], turn: [0.05, turn, 0.02] })
    const y = 0.12
    if (style === 'omelette') {
      const fold = mesh(
        surface(90, 60, (u, v) => {
          const a = Math.PI * u
          const r = 1.25 * (1 + 0.03 * Math.sin(u * 17))
          const d = v * r
          return [
            d * Math.cos(a),
            0.14 +
              0.28 * Math.sin(Math.PI * Math.min(1, v * 0.86 + 0.14)) * (1 - v * 0.5) +
              0.05 * fbm(d * Math.cos(a) * 3, seed, d * Math.sin(a) * 3, 3),
            d * Math.sin(a) * 0.85,
          ]
        }),
        food({
          color: '#efb93c',
          tones: [
            ['#f7d673', '.8 * smoothstep(.42, .6, fbm(p * 3.))'],
            ['#a8601a', '.8 * smoothstep(.54, .7, fbm(p * 3.6 + 5.))'],
            ['#4a7a24', '.9 * smoothstep(.17, .12, cell(p * 5.).x)'],
            ['#c8381c', '.9 * smoothstep(.15, .1, cell(p * 4. + 7.).x)'],
          ],
          bump: '.03 * fbm(p * 8.)',
          rough: 0.4,
          coat: 0.3,
          side: 2,
          glow: 0.1,
        }),
      )
      return {
        objects: [
          plate(on, 2.1),
          put(fold, { at: [0, y - 0.05, 0.1] }),
          toast(-1.05, -0.85, 0.4),
          toast(0.2, -1.15, -0.2),
          coriander(10, 0.8, seed, () => 0.6),
        ],
        look: { ground: 'paleWood', angle: 'plate' },
      }
    }
    const items = [
      put(friedEgg(seed), { at: [-0.55, y, 0.55] }),
      put(friedEgg(seed + 3), { at: [0.6, y, 0.75], turn: [0, 2, 0] }),
      put(piled('finger', skins.grilled({ color: '#9a5428', char: 0.3 }), 3, 0.2, 0.1, { seed, size: 0.95 }), {
        at: [1.15, y, -0.2],
      }),
      put(
        scatter('bean', skins.sauced({ color: '#b8602a', deep: '#8a3a12', light: '#d88a4a' }), 60, 0.5, {
          seed,
          size: 0.2,
          lie: () => 0.03,
        }),
        { at: [-1.15, y, -0.25] },
      ),
      put(scatter('mushroom', skins.plain('#b8905a', { deep: '#6e4420', coat: 0.4 }), 9, 0.42, { seed, size: 0.34 }), {
        at: [0.15, y, -0.35],
      }),
      toast(-0.2, -1.2, 0.3),
      toast(0.9, -1.1, -0.3),
    ]
    return { objects: [plate(on, 2.15), ...items], look: { ground: 'paleWood', angle: 'plate' } }
  },
}
