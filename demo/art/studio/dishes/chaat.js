import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, strew, surface, tube } from '../kitchen/kit.js'
import { piled, scatter, shapes, skins } from '../kitchen/pieces.js'
import { butter, coriander, dip, gravy, lime, onionRings } from '../kitchen/sides.js'
import { bananaLeaf, board, bowl, paper, plate, thali } from '../kitchen/vessels.js'
import { chutneyLines, curd, pav, samosa, sev, shell, toast } from './plate-parts.js'
import { vada } from './southern.js'

export const chaat = {
  paniPuri({ seed, count = 8 }) {
    const at = Array.from({ length: count }, (_, i) => [(i % 4) * 0.78 - 1.17, Math.floor(i / 4) * 0.82 + 0.05])
    const parts = at.map(([x, z], i) =>
      put(
        group(
          shell(seed + i, 0.4, i % 2 === 0),
          i % 2 === 0
            ? put(
                scatter('chickpea', skins.plain('#d8b46a', { deep: '#a87a2c' }), 9, 0.2, {
                  seed: seed + i,
                  size: 0.13,
                  lie: () => 0.08,
                }),
                {},
              )
            : null,
          i % 2 === 0 ? coriander(3, 0.14, seed + i, () => 0.16) : null,
        ),
        { at: [x, 0.46, z], turn: [0, i, 0] },
      ),
    )
    return {
      objects: [
        thali(2.2),
        ...parts,
        dip('green', { at: [-0.75, 0.08, -1.2], r: 0.62, seed }),
        dip('rasam', { at: [0.75, 0.08, -1.2], r: 0.62, seed: seed + 1 }),
      ],
      look: { ground: 'wood', angle: { lift: 42, far: 8.6, at: [0, 0.3, 0] } },
    }
  },
  /** Builds crisp discs or shells under toppings. */
  chaat({
    seed,
    base = 'puri',
    curds = false,
    sevs = 60,
    tamarind = true,
    vessel = 'white',
    pomegranate = true,
    peas,
  }) {
    const ring = [
      [-0.8, 0.45],
      [0.05, 0.75],
      [0.85, 0.35],
      [-0.4, -0.25],
      [0.5, -0.35],
      [0, 0.2],
    ]
    const parts = []
    let high = base === 'puri' ? 0.68 : 0.3
    if (base === 'puri')
      for (const [i, [x, z]] of ring.entries())
        parts.push(
          put(shell(seed + i, 0.42, true), { at: [x, 0.42 + (i === 5 ? 0.22 : 0), z] }),
          put(piled('cube', skins.plain('#e8c860'), 5, 0.16, 0.1, { seed: seed + i, size: 0.2 }), {
            at: [x, 0.42 + (i === 5 ? 0.22 : 0), z],
          }),
        )
    if (base === 'papdi')
      for (const [i, [x, z]] of ring.entries())
        parts.push(
          put(
            mesh(
              heap(0.5, (_v, a, b) => 0.06 + 0.03 * fbm(a * 3, seed + i, b * 3, 2)),
              skins.fried({ color: '#d8a04a' }),
            ),
            { at: [x, 0.14 + (i === 5 ? 0.1 : 0), z], turn: [0.06 * Math.sin(i), i, 0] },
          ),
          put(piled('cube', skins.plain('#e8c860'), 6, 0.2, 0.08, { seed: seed + i, size: 0.16 }), { at: [x, 0.2, z] }),
          put(scatter('cube', skins.plain('#c8301a'), 6, 0.22, { seed: seed + i, size: 0.1 }), { at: [x, 0.34, z] }),
        )
    if (base === 'samosa') {
      high = 0.75
      parts.push(
        put(samosa(seed), { at: [-0.55, 0.6, 0.35], turn: [0.15, 0.4, 0.1] }),
        put(samosa(seed + 1), { at: [0.6, 0.58, 0.2], turn: [0.1, -0.6, -0.12] }),
      )
    }
    if (base === 'tikki') {
      high = 0.5
      for (const [i, [x, z]] of ring.slice(0, 3).entries())
        parts.push(
          put(mesh(shapes.patty(seed + i), skins.fried({ color: '#cf8a34' })), { at: [x * 0.85, 0.3, z], size: 1.05 }),
        )
    }
    if (base === 'kachori') {
      high = 1.22
      parts.push(
        put(shell(seed, 1.05, true), { at: [0, 0.98, 0.1] }),
        put(piled('cube', skins.plain('#e8c860'), 22, 0.7, 0.25, { seed, size: 0.28 }), { at: [0, 0.85, 0.1] }),
      )
    }
    if (base === 'tokri') {
      high = 0.95
      parts.push(
        put(
          mesh(
            surface(90, 30, (u, v) => {
              const a = u * 2 * Math.PI
              const r = 0.6 + 0.6 * v
              return [r * Math.cos(a), 0.1 + 0.75 * v + 0.06 * Math.sin(a * 16) * v, r * Math.sin(a)]
            }),
            skins.fried({ color: '#d8a04a' }),
          ),
          { at: [0, 0.08, 0.1] },
        ),
        put(piled('cube', skins.plain('#e8c860'), 26, 0.8, 0.25, { seed, size: 0.28 }), { at: [0, 0.6, 0.1] }),
      )
      parts[0].material.side = 2
    }
    if (base === 'vada') {
      high = 0.55
      for (const [i, [x, z]] of [
        [-0.55, 0.4],
        [0.55, 0.3],
        [0, -0.45],
      ].entries())
        parts.push(put(vada(seed + i, { r: 0.34, tube: 0.28 }), { at: [x, 0.32, z] }))
    }
    const lie = (x, z) => high + 0.08 - 0.18 * (x * x + z * z) * 0.3
    if (peas)
      parts.push(
        put(
          mesh(
            heap(1.2, (v, x, z) => 0.22 * (1 - v * v) + 0.06 * fbm(x * 3, seed, z * 3, 3), { rings: 40 }),
            gravy(peas, { chunky: 1 }),
          ),
          { at: [0, high - 0.12, 0.1] },
        ),
        scatter('chickpea', skins.plain(peas), 40, 0.95, { seed, size: 0.17, lie }),
      )
    if (curds) parts.push(put(curd(seed, base === 'kachori' ? 0.6 : 1.05, high + 0.04), { at: [0, high + 0.06, 0.15] }))
    if (tamarind)
      parts.push(
        put(chutneyLines(seed, base === 'kachori' ? 0.5 : 0.8, 0, '#6e2a10'), { at: [0, high + 0.17, 0.15] }),
        put(chutneyLines(seed + 2, base === 'kachori' ? 0.45 : 0.75, 0, '#4f7a24'), {
          at: [0.05, high + 0.16, 0.25],
          turn: [0, 1.1, 0],
        }),
      )
    if (sevs) parts.push(sev(seed, sevs, 0.95, (x, z) => lie(x, z) + 0.1))
    if (pomegranate)
      parts.push(
        scatter('pea', skins.plain('#b8102a', { coat: 0.8, rough: 0.15, glow: 0.15 }), 22, 0.9, {
          seed,
          size: 0.1,
          lie: (x, z) => lie(x, z) + 0.16,
        }),
      )
    parts.push(coriander(16, 0.9, seed, (x, z) => lie(x, z) + 0.18))
    const dish =
      vessel === 'leaf'
        ? bananaLeaf(4.8, 3.4, seed)
        : vessel === 'paper'
          ? paper(4.2, 3.8, seed)
          : vessel === 'bowl'
            ? plate('clay', 1.9)
            : plate(vessel, 1.95)
    return {
      objects: [dish, ...parts],
      look: { ground: 'terracotta', angle: { lift: 40, far: 7.4, at: [0, 0.4, 0.1] } },
    }
  },
  /** Builds a loose heap of puffed rice. */
  bhel({ seed, tint = '#f3e3c0', sevs = 50, bits = true, peanuts = true }) {
    const lie = (x, z) => 0.2 + 0.62 * Math.max(0, 1 - (x * x + z * z) / 1.5)
    const grain = blob({ size: [0.13, 0.07, 0.07], rough: 0.15, seed, detail: 7 })
    const puffs = strew(
      grain,
      food({ color: tint, tones: [['#d8a860', '.5 * smoothstep(.5, .7, fbm(p * 3.))']], rough: 0.7, glow: 0.12 }),
      900,
      seed,
      (random) => {
        const [x, z] = random.disc()
        return {
          at: [x * 1.25, lie(x * 1.25, z * 1.25) + random.between(-0.12, 0.03), z * 1.25],
          turn: [random.next() * 6, random.next() * 6, 0],
          size: random.between(0.7, 1.1),
        }
      },
    )
    const under = mesh(
      heap(1.28, (_v, x, z) => lie(x, z) - 0.14),
      food({ color: '#c8964a', rough: 0.8 }),
    )
    const more = [
      bits ? scatter('cube', skins.plain('#c8301a', { coat: 0.4 }), 26, 1.1, { seed, size: 0.13, lie }) : null,
      bits
        ? scatter('cube', skins.plain('#e8c8d8', { deep: '#a85a8a' }), 30, 1.1, { seed: seed + 1, size: 0.12, lie })
        : null,
      bits ? null : scatter('shred', skins.plain('#e87a1c'), 40, 1.1, { seed, size: 0.24, lie }),
      peanuts ? scatter('ball', skins.plain('#a85a28'), 22, 1.1, { seed: seed + 2, size: 0.13, lie }) : null,
      sevs ? sev(seed, sevs, 1, (x, z) => lie(x, z) + 0.05) : null,
      coriander(20, 1, seed, (x, z) => lie(x, z) + 0.05),
    ]
    return {
      objects: [
        paper(4.2, 3.8, seed),
        bowl('clay', 1.4, 0.5),
        ...[under, puffs, ...more.filter(Boolean)].map((one) => put(one, { at: [0, 0.2, 0] })),
      ],
      look: { ground: 'kraft', angle: { lift: 40, far: 7, at: [0, 0.45, 0.05] } },
    }
  },
  pavBhaji({ seed }) {
    const lie = () => 0.42
    const bhaji = put(
      mesh(
        heap(1.02, (v, x, z) => 0.22 * (1 - v * v) + 0.07 * fbm(x * 3, seed, z * 3, 4), { rings: 60 }),
        gravy('#b8441a', { oil: '#d8702a', chunky: 1.5 }),
      ),
      { at: [-0.45, 0.14, 0.35] },
    )
    return {
      objects: [
        thali(2.2),
        bhaji,
        put(butter(0.8), { at: [-0.45, 0.36, 0.35] }),
        put(coriander(16, 0.7, seed, lie), { at: [-0.45, -0.02, 0.35] }),
        put(pav(seed), { at: [1.15, 0.36, -0.25] }),
        put(pav(seed + 1), { at: [0.9, 0.36, -1.25] }),
        put(onionRings(5, seed), { at: [1.1, 0.12, 0.95], size: 0.8 }),
        put(lime(), { at: [-1.3, 0.08, -0.85] }),
      ],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  vadaPav({ seed, count = 2, filling = 'vada' }) {
    const one = (i) => {
      const low = put(
        mesh(
          blob({
            size: [0.72, 0.22, 0.72],
            rough: 0.03,
            seed,
            detail: 36,
            shape: (x, y, z) => [Math.sign(x) * Math.abs(x) ** 0.65, y, Math.sign(z) * Math.abs(z) ** 0.65],
          }),
          toast('#d8a45c'),
        ),
        { at: [0, 0.22, 0] },
      )
      const inside =
        filling === 'vada'
          ? put(mesh(shapes.ball(seed + i), skins.fried({ color: '#d8962e' })), {
              at: [0, 0.55, 0.08],
              size: [1.15, 0.8, 1.15],
            })
          : put(mesh(shapes.patty(seed + i), skins.plain(filling, { bump: 0.08 })), { at: [0, 0.46, 0.05], size: 1.35 })
      const chutney = scatter('nugget', skins.plain('#a8321a'), 16, 0.6, {
        seed: seed + i,
        size: 0.14,
        lie: () => 0.42,
      })
      const high = put(pav(seed + i, 0.74), { at: [0, filling === 'vada' ? 0.98 : 0.75, -0.1], turn: [-0.14, 0, 0] })
      return group(low, inside, chutney, high)
    }
    const chilli = put(
      mesh(
        tube(
          [
            [-0.35, 0, 0],
            [0, 0.06, 0.05],
            [0.4, 0.02, 0],
          ],
          (v) => 0.09 * Math.sin(Math.PI * (v * 0.8 + 0.15)),
          { segments: 24, sides: 12 },
        ),
        skins.plain('#4a7a24', { coat: 0.5 }),
      ),
      { at: [0.1, 0.16, 1.15], turn: [0, 0.4, 0] },
    )
    return {
      objects: [
        count > 2 ? board('square', 2.1) : paper(4.2, 3.6, seed),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), {
            at: [
              count > 2 ? -1.35 + i * 1.35 : i ? 0.85 : -0.75,
              count > 2 ? 0.14 : 0.05,
              count > 2 ? 0.1 : i ? -0.25 : 0.3,
            ],
            turn: [0, 0.3 - i * 0.4, 0],
            size: count > 2 ? 0.9 : 1,
          }),
        ),
        chilli,
      ],
      look: { ground: 'kraft', angle: { lift: 26, far: 7.6, at: [0.05, 0.6, 0.1] } },
    }
  },
}
