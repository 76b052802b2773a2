import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, smooth, turned } from '../kitchen/kit.js'
import { drumstick, scatter, shapes, skins } from '../kitchen/pieces.js'
import { butter, coriander, curryLeaves, dip, gravy, lime, mint, onionRings } from '../kitchen/sides.js'
import { bananaLeaf, board, bowl, pan, plate, pool, thali } from '../kitchen/vessels.js'
import { portions } from './plate-parts.js'

export const meals = {
  /**
   * Builds a thali: bowls along the rim of a big plate or on a leaf, with rice, bread and small things in the middle.
   */
  thali({
    seed,
    vessel = 'steel',
    bowls = ['dal', 'makhani', 'curd'],
    middle = ['rice', 'roti'],
    small = ['papad', 'sweet', 'salad'],
  }) {
    const leaf = vessel === 'leaf'
    const base = leaf ? bananaLeaf(6.2, 4, seed) : vessel === 'box' ? board('round', 2.35) : thali(2.35, vessel)
    const y = leaf ? 0.06 : vessel === 'box' ? 0.14 : 0.08
    const parts = bowls.map((kind, i) => {
      const a = leaf ? 0 : Math.PI * (1.06 + (0.88 * i) / Math.max(1, bowls.length - 1))
      const at = leaf
        ? [-2 + (4 * i) / Math.max(1, bowls.length - 1), y, -1.15]
        : [1.6 * Math.cos(a), y, 1.6 * Math.sin(a)]
      return dip(kind, {
        at,
        seed: seed + i,
        r: leaf ? 0.6 : Math.min(0.68, 2.4 / bowls.length),
        metal: vessel === 'brass' ? 'brass' : 'steel',
      })
    })
    const spots =
      middle.length === 1
        ? [[0, 0.3]]
        : [
            [-0.62, 0.2],
            [0.85, 0.5],
          ]
    const wide = middle.length === 1 ? 1.6 : 1.3
    const inner = middle.map((name, i) =>
      put(group(portions[name](seed + i)), { at: [spots[i][0], y, spots[i][1]], size: wide }),
    )
    const ring = leaf
      ? [
          [-2.2, 0.1],
          [2.1, 0.1],
          [2, 1],
          [-2.1, 0.95],
          [1.4, -0.35],
        ]
      : [
          [-1.55, 0.85],
          [1.62, 0.75],
          [-0.45, 1.62],
          [0.75, 1.55],
          [0.05, -0.75],
        ]
    const around = small.map((name, i) =>
      put(group(portions[name](seed + i * 3)), { at: [ring[i][0], y, ring[i][1]], size: 1.15 }),
    )
    return {
      objects: [base, ...parts, ...inner, ...around],
      look: { ground: 'wood', angle: { lift: 57, far: leaf ? 11.6 : 11, at: [0, 0.1, leaf ? -0.05 : 0.05] } },
    }
  },
  paddu({ seed, count = 8, color = '#d8a04a', deep = '#8a4a16', vessel = 'leaf', dips = ['coconut', 'red'], sweet }) {
    const skin = food({
      color,
      tones: [
        ['#f3dca8', '.9 * smoothstep(-.05, .15, p.y + .1 * fbm(p * 4.) - .05)'],
        [deep, '.8 * smoothstep(.46, .68, fbm(p * 3.) ) * smoothstep(.2, -.1, p.y)'],
        ['#4a7a24', '.8 * smoothstep(.15, .1, cell(p * 5.).x)'],
      ],
      bump: '.03 * fbm(p * 9.)',
      rough: 0.5,
      coat: sweet ? 0.6 : 0.25,
      glow: 0.08,
    })
    const at = [
      [-0.95, 0.35],
      [-0.3, 0.75],
      [0.4, 0.65],
      [1, 0.25],
      [-0.55, -0.1],
      [0.1, 0.1],
      [0.6, -0.2],
      [0.05, 0.4],
    ]
    const parts = at.slice(0, count).map(([x, z], i) =>
      put(mesh(shapes.ball(seed + i), skin), {
        at: [x, 0.34 + (i === 7 ? 0.5 : 0), z],
        turn: [Math.PI * (i % 2) * 0.9, i, 0.2],
        size: 0.62,
      }),
    )
    return {
      objects: [
        vessel === 'leaf' ? bananaLeaf(5.2, 3.6, seed) : plate(vessel, 2),
        ...parts,
        ...dips.map((kind, i) => dip(kind, { at: [-0.7 + i * 1.3, 0.06, -1.15], seed: seed + i })),
      ],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  mudde({ seed, curry = '#6a7a2a', meat }) {
    const ball = (i) =>
      mesh(
        blob({ size: [0.78, 0.68, 0.78], rough: 0.04, often: 1.6, seed: seed + i, detail: 50 }),
        food({
          color: '#5a3326',
          tones: [
            ['#3e2018', '.6 * smoothstep(.45, .7, fbm(p * 3.))'],
            ['#7e5040', '.5 * smoothstep(.5, .7, fbm(p * 7. + 3.))'],
          ],
          bump: '.03 * fbm(p * 7.)',
          rough: 0.36,
          coat: 0.45,
          coatRough: 0.3,
          glow: 0.05,
        }),
      )
    const soup = [
      put(bowl('steel', 1.05, 0.55), { at: [0.95, 0.08, 0.3] }),
      put(pool(0.94, 0, gravy(curry, { chunky: 0.8 }), { seed }), { at: [0.95, 0.5, 0.3] }),
      put(
        coriander(9, 0.6, seed, () => 0.54),
        { at: [0.95, 0, 0.3] },
      ),
    ]
    if (meat)
      soup.push(
        put(drumstick(seed, skins.sauced({ color: '#8a4a1c' })), {
          at: [0.9, 0.62, 0.35],
          turn: [0, 0.4, 0.1],
          size: 0.7,
        }),
      )
    return {
      objects: [
        thali(2.3),
        put(ball(0), { at: [-0.95, 0.72, 0.35] }),
        put(butter(0.5), { at: [-0.95, 1.36, 0.35] }),
        ...soup,
        put(onionRings(4, seed), { at: [0.1, 0.12, 1.4], size: 0.7 }),
        put(lime(), { at: [-0.2, 0.08, -1.2] }),
      ],
      look: { ground: 'terracotta', angle: 'plate' },
    }
  },
  appam({ seed, curry = 'stew', count = 2, meat }) {
    const one = (i) =>
      mesh(
        heap(
          1.15,
          (v, x, z) =>
            0.3 * Math.exp(-((v * 2.1) ** 2)) +
            0.16 * smooth(0.6, 1, v) +
            0.03 * fbm(x * 6, seed + i, z * 6, 3) * smooth(0.5, 1, v),
          { edge: (a) => 1 + 0.03 * Math.sin(a * 13 + i) + 0.03 * Math.sin(a * 21), rings: 70, segments: 140 },
        ),
        food({
          color: '#f8f2e2',
          side: 2,
          tones: [
            ['#d8953e', '.9 * smoothstep(.78, 1.1, length(p.xz) + .25 * (fbm2(p * 9.) - .5))'],
            ['#8a4a16', '.7 * smoothstep(1.0, 1.16, length(p.xz) + .2 * (fbm2(p * 12.) - .5))'],
            ['#e8dcc0', '.7 * smoothstep(.22, .12, cell(p * 9.).x)'],
          ],
          bump: '.02 * cell(p * 10.).x',
          rough: 0.55,
          glow: 0.13,
        }),
      )
    return {
      objects: [
        bananaLeaf(5.4, 3.8, seed),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), { at: [-0.6 + i * 0.35, 0.1 + i * 0.2, 0.3 - i * 0.1], turn: [i * 0.08, i, 0] }),
        ),
        put(
          group(
            dip(curry, { r: 0.78, h: 0.5, seed, metal: 'white' }),
            meat
              ? put(drumstick(seed, skins.sauced({ color: '#c88a4a', deep: '#a8642a' })), {
                  at: [0, 0.5, 0.05],
                  turn: [0, 0.5, 0],
                  size: 0.5,
                })
              : put(scatter('cube', skins.plain('#e07a22'), 7, 0.45, { seed, size: 0.16, lie: () => 0.42 }), {}),
          ),
          { at: [1.35, 0.05, -0.55] },
        ),
      ],
      look: { ground: 'wood', angle: 'plate' },
    }
  },
  puttu({ seed }) {
    const skin = food({
      color: '#f6f0e2',
      tones: [
        ['#ffffff', 'smoothstep(.12, .05, abs(fract(p.x * 1.25) - .5) - .02)'],
        ['#dccfb0', '.7 * smoothstep(.3, .12, cell(p * 14.).x)'],
      ],
      bump: '.06 * cell(p * 13.).x',
      rough: 0.85,
      glow: 0.14,
    })
    const log = (i) =>
      put(mesh(new THREE.CylinderGeometry(0.42, 0.42, 1.5, 50, 10).rotateZ(Math.PI / 2), skin), {
        at: [-0.55, 0.5, 0.6 - i * 0.95],
        turn: [0, 0.15 + i * 0.1, 0],
      })
    return {
      objects: [
        bananaLeaf(5.4, 3.8, seed),
        log(0),
        log(1),
        scatter('shred', skins.plain('#fbf6ea'), 30, 1, { seed, size: 0.16, lie: () => 0.08 }),
        dip('kadala', { at: [1.25, 0.05, 0], r: 0.82, h: 0.5, seed }),
        put(
          curryLeaves(3, 0.4, seed, () => 0.5),
          { at: [1.25, 0, 0] },
        ),
      ],
      look: { ground: 'slate', angle: 'plate' },
    }
  },
  /** Builds toasts with a topping. */
  toast({ seed, top = 'avocado', count = 2 }) {
    const one = (i) => {
      const bread = put(
        mesh(
          blob({
            size: [0.95, 0.14, 0.72],
            rough: 0.02,
            seed,
            detail: 40,
            shape: (x, y, z) => [
              Math.sign(x) * Math.abs(x) ** 0.6,
              Math.sign(y) * Math.abs(y) ** 0.4,
              Math.sign(z) * Math.abs(z) ** 0.7,
            ],
          }),
          food({
            color: '#b8742f',
            tones: [
              ['#efd6a4', '.9 * smoothstep(.1, .13, p.y)'],
              ['#a8621f', '.6 * smoothstep(.5, .7, fbm(p * 4.))'],
            ],
            bump: '.04 * fbm(p * 12.)',
            rough: 0.75,
            glow: 0.07,
          }),
        ),
        { at: [0, 0.15, 0] },
      )
      const spread = (c, bumpy = 0.06) =>
        put(
          mesh(
            heap(0.8, (v, x, z) => 0.13 * (1 - v ** 4) + bumpy * fbm(x * 6, seed + i, z * 6, 3), { rings: 40 }),
            skins.plain(c, { coat: 0.3, bump: 0.05 }),
          ),
          { at: [0, 0.28, 0], size: [1, 1, 0.78] },
        )
      const parts = {
        avocado: () => [
          spread('#a8bc54'),
          put(scatter('cube', skins.plain('#fbf6ea'), 10, 0.6, { seed, size: 0.15, lie: () => 0.42 }), {
            size: [1, 1, 0.8],
          }),
          put(scatter('cube', skins.plain('#c8281a'), 26, 0.65, { seed: seed + 1, size: 0.05, lie: () => 0.44 }), {
            size: [1, 1, 0.8],
          }),
        ],
        egg: () => [spread('#f2c64a', 0.14), coriander(8, 0.5, seed, () => 0.46)],
        khara: () => [
          spread('#d8a83a', 0.1),
          put(scatter('cube', skins.plain('#e07a22'), 18, 0.6, { seed, size: 0.12, lie: () => 0.42 }), {
            size: [1, 1, 0.8],
          }),
          coriander(9, 0.5, seed, () => 0.46),
        ],
        jam: () => [spread('#b81c2c', 0.03), put(butter(0.5), { at: [0.1, 0.4, 0] })],
        banana: () => [
          spread('#d8953a', 0.03),
          put(
            scatter('slice', skins.plain('#f3e3a8', { deep: '#d8b860', coat: 0.4 }), 6, 0.55, {
              seed,
              size: 0.4,
              flat: 0.2,
              lie: () => 0.42,
            }),
            { size: [1, 1, 0.8] },
          ),
        ],
        benedict: () => [
          put(
            mesh(
              blob({ size: [0.5, 0.3, 0.46], rough: 0.08, seed, detail: 34 }),
              food({
                color: '#fbf6ec',
                tones: [['#f2c64a', 'smoothstep(.06, .16, p.y + .1 * fbm(p * 3.))']],
                rough: 0.18,
                coat: 0.9,
                glow: 0.13,
              }),
            ),
            { at: [0, 0.5, 0] },
          ),
          coriander(5, 0.3, seed, () => 0.8),
        ],
      }
      return group(bread, parts[top]())
    }
    return {
      objects: [
        plate('white', 2.05),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), { at: [i ? 0.6 : -0.5, 0.11, i ? -0.55 : 0.5], turn: [0, 0.35 - i * 0.25, 0] }),
        ),
        put(mint(seed, 0.7), { at: [1.25, 0.13, 0.7] }),
      ],
      look: { ground: 'paleWood', angle: { lift: 38, far: 7.8, at: [0, 0.25, 0.05] } },
    }
  },
  shakshuka({ seed, eggs = true }) {
    const face = pool(1.36, 0.3, gravy('#b8321a', { oil: '#d8602a', chunky: 1.4 }), { wave: 0.08, often: 3, seed })
    const yolks = [
      [-0.45, 0.3],
      [0.5, 0.35],
      [0.02, -0.5],
    ].map(([x, z], i) =>
      put(
        group(
          mesh(
            heap(0.4, (v, a, b) => 0.08 * (1 - v * v) + 0.02 * fbm(a * 5, seed + i, b * 5, 2), {
              edge: (a) => 1 + 0.15 * Math.sin(a * 4 + i),
              rings: 24,
            }),
            skins.plain('#fbf6ec', { spots: 0.1, coat: 0.5 }),
          ),
          put(
            mesh(
              blob({ size: [0.17, 0.1, 0.17], rough: 0, detail: 18 }),
              food({ color: '#f5a51c', rough: 0.12, coat: 1, glow: 0.16 }),
            ),
            { at: [0, 0.1, 0] },
          ),
        ),
        { at: [x, 0.36, z] },
      ),
    )
    return {
      objects: [pan(), face, ...(eggs ? yolks : []), coriander(26, 1, seed, () => 0.42)],
      look: { ground: 'wood', angle: { lift: 46, far: 8, at: [0, 0.3, 0] } },
    }
  },
  baked({ seed, color = '#f0c050', style = 'mac' }) {
    const dish = mesh(
      turned(
        [
          [0, 0],
          [1.3, 0],
          [1.45, 0.7],
          [1.5, 0.72],
          [1.4, 0.72],
          [1.26, 0.1],
          [0, 0.1],
        ],
        0.08,
        90,
      ),
      food({ color: '#efe6d4', rough: 0.3, coat: 0.6, glow: 0.04 }),
    )
    const face = put(
      mesh(
        heap(1.38, (v, x, z) => 0.12 * (1 - v * v) + 0.07 * fbm(x * 3, seed, z * 3, 4), { rings: 60 }),
        food({
          color,
          tones: [
            ['#fbe8b0', '.8 * smoothstep(.4, .62, fbm(p * 2.4))'],
            ['#b8601c', '.85 * smoothstep(.52, .68, fbm(p * 3. + 4.))'],
            [style === 'lasagne' ? '#b8321a' : '#8a4a16', '.7 * smoothstep(.58, .7, fbm(p * 4. + 9.))'],
          ],
          bump: '.06 * fbm(p * 7.)',
          rough: 0.4,
          coat: 0.35,
          glow: 0.08,
        }),
      ),
      { at: [0, 0.62, 0] },
    )
    const more =
      style === 'mac'
        ? [
            scatter(
              new THREE.TorusGeometry(0.32, 0.15, 10, 16, 3.4).rotateX(1.57),
              skins.plain('#f2c050', { coat: 0.5 }),
              60,
              1.15,
              { seed, size: 0.3, lie: () => 0.74, flat: 0.6 },
            ),
            scatter('nugget', skins.fried(), 70, 1.1, { seed: seed + 1, size: 0.09, lie: () => 0.84 }),
          ]
        : [put(mint(seed, 0.8), { at: [0, 0.78, 0] })]
    return {
      objects: [dish, face, ...more],
      look: { ground: 'wood', angle: { lift: 44, far: 7.6, at: [0, 0.4, 0.05] } },
    }
  },
}
