import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food, steel } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, surface, tube } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { bowl, pool } from '../kitchen/vessels.js'
import {
  brush,
  candle,
  cloth,
  drape,
  flower,
  foldedTowel,
  lacquer,
  look,
  petals,
  rolledTowel,
  spool,
  stone,
} from './service-parts.js'

export const careServices = {
  towels({
    seed,
    colors = ['#f3ede2', '#e0cdb8', '#c9b49a'],
    stones = 0,
    candles = 1,
    flowers = 1,
    bowlOf,
    ground = 'wood',
  }) {
    const parts = [
      put(rolledTowel(seed, colors[0]), { at: [-0.75, 0.44, -0.1], turn: [0, 0.25, 0] }),
      put(rolledTowel(seed + 1, colors[1]), { at: [0.2, 0.44, -0.15], turn: [0, 0.18, 0] }),
      put(rolledTowel(seed + 2, colors[2] ?? colors[0]), { at: [-0.28, 1.16, -0.2], turn: [0, 0.22, 0] }),
    ]
    for (let i = 0; i < stones; i++)
      parts.push(put(stone(seed + i, 1.1 - i * 0.2), { at: [1.3, 0.2 + i * 0.33, 0.55], turn: [0, i * 0.8, 0] }))
    if (candles) parts.push(put(candle(0.6), { at: [1.35, 0, -0.85] }))
    if (flowers)
      parts.push(
        put(flower(), { at: [stones ? -0.5 : 1.15, 0.05, stones ? 1.1 : 0.65] }),
        put(flower('#f2b0bc'), { at: [stones ? 0.35 : 0.45, 0.05, 1.2], turn: [0, 0.8, 0], size: 0.8 }),
      )
    if (bowlOf)
      parts.push(
        put(
          group(
            bowl('clay', 0.7, 0.48),
            pool(
              0.6,
              0.36,
              food({
                color: bowlOf,
                rough: 0.12,
                coat: 0.8,
                glow: 0.1,
                tones: [[new THREE.Color(bowlOf).multiplyScalar(0.6), '.5 * smoothstep(.45, .7, fbm(p * 6.))']],
              }),
              { seed },
            ),
          ),
          { at: [1.25, 0, 0.55] },
        ),
      )
    return { objects: parts, look: { ground, angle: { lift: 30, far: 7.8, at: [0.15, 0.6, 0] } } }
  },
  /** Builds a bowl of a mask or scrub with a brush and a folded towel. */
  mask({
    seed,
    paste = '#e8c890',
    rough: grain = 0.04,
    towel = '#f3ede2',
    fruit,
    petal,
    kind = 'white',
    brushHair = '#d8b48a',
    ground = 'linen',
  }) {
    const parts = [
      put(foldedTowel(seed, towel, 2.2, 1.6, 3), { at: [-1.0, 0, -0.85], turn: [0, 0.35, 0] }),
      put(
        group(
          bowl(kind, 0.95, 0.6),
          put(
            mesh(
              heap(0.84, (v, x, z) => 0.14 * (1 - v * v) + 0.07 * Math.sin(v * 9 + Math.atan2(z, x)) * (1 - v)),
              food({
                color: paste,
                tones: [[new THREE.Color(paste).multiplyScalar(0.78), '.6 * smoothstep(.45, .7, fbm(p * 5.))']],
                bump: `${grain} * fbm(p * 18.)`,
                rough: 0.5,
                coat: 0.3,
                glow: 0.1,
              }),
            ),
            { at: [0, 0.46, 0] },
          ),
        ),
        { at: [0.55, 0, 0.3] },
      ),
      put(brush('#c79a62', brushHair, 0.8), { at: [-0.85, 0.05, 0.85], turn: [0, 1.1, 0] }),
    ]
    if (petal) parts.push(petals(seed, 16, 1.9, petal))
    if (fruit)
      parts.push(
        put(
          scatter('slice', skins.plain(fruit[0], { deep: fruit[1], coat: 0.6 }), 5, 0.45, {
            seed,
            size: 0.5,
            flat: 0.2,
            lie: () => 0.03,
          }),
          { at: [1.55, 0, -0.75] },
        ),
      )
    return { objects: parts, look: { ground, angle: { lift: 36, far: 7.6, at: [0.05, 0.35, 0.05] } } }
  },
  threads({ seed, colors = ['#f3ede2'], fabric = '#dfe6e2', mirror }) {
    const parts = [
      drape(seed, fabric),
      ...colors.map((color, i) =>
        put(spool(color), { at: [-0.55 + i * 1.05, 0.16, 0.15 - i * 0.35], turn: [0, i, 0] }),
      ),
      mesh(
        tube(
          [
            [-0.2, 0.5, 0.5],
            [0.4, 0.2, 1],
            [1.1, 0.2, 0.75],
            [1.5, 0.2, 1.2],
            [0.8, 0.2, 1.5],
          ],
          0.022,
          { segments: 80, sides: 6 },
        ),
        cloth(colors[0]),
      ),
    ]
    if (mirror)
      parts.push(
        put(
          group(
            put(mesh(new THREE.CylinderGeometry(0.8, 0.8, 0.1, 60), lacquer('#c2547a')), {}),
            put(
              mesh(
                new THREE.CylinderGeometry(0.72, 0.72, 0.02, 60),
                food({ color: '#e8eef2', metal: 1, rough: 0.04, glow: 0 }),
              ),
              { at: [0, 0.06, 0] },
            ),
            put(mesh(new RoundedBoxGeometry(0.2, 0.1, 1.2, 3, 0.05), lacquer('#c2547a')), { at: [0, 0, 1.3] }),
          ),
          { at: [1.05, 0.22, -0.75], turn: [0.08, 0.6, 0], size: 0.85 },
        ),
      )
    return { objects: parts, look: look('stone', 7.4, 40) }
  },
  wax({ seed, color = '#d8962a', strips = '#f6f1e6', fabric = '#e6ddd0', more }) {
    const pot = put(
      group(
        bowl('steel', 0.85, 0.6),
        pool(0.75, 0.44, food({ color, rough: 0.08, coat: 1, glow: 0.18 }), { wave: 0.02, seed }),
      ),
      { at: [-0.55, 0.15, 0.1] },
    )
    const spatula = put(mesh(new RoundedBoxGeometry(0.22, 0.06, 1.9, 3, 0.03), skins.plain('#d8b07a')), {
      at: [-0.1, 0.75, 0.15],
      turn: [0.35, 0.9, 0],
    })
    const cloths = Array.from({ length: 3 }, (_, i) =>
      put(
        mesh(
          surface(30, 20, (u, v) => [(u - 0.5) * 1.7, 0.02 + 0.03 * fbm(u * 4, i, v * 4, 2), (v - 0.5) * 0.6]),
          cloth(strips),
        ),
        { at: [1.05, 0.2 + i * 0.07, 0.1 - i * 0.12], turn: [0, 0.6 + i * 0.14, 0] },
      ),
    )
    return {
      objects: [
        drape(seed, fabric),
        pot,
        spatula,
        ...cloths,
        ...(more
          ? [put(foldedTowel(seed, '#f3ede2', 1.7, 1.2, 2), { at: [0.6, 0.08, -1.25], turn: [0, 0.2, 0] })]
          : []),
        petals(seed, 6, 1.7, '#f2b0bc', () => 0.2),
      ],
      look: look('stone'),
    }
  },
  nails({
    seed,
    shades = ['#c4162a', '#f2b8c6', '#8a6bb8', '#d8b04c', '#3f8f78'],
    fabric = '#f0e3e4',
    style = 'tips',
    towel,
  }) {
    const tip = (color, chrome) =>
      mesh(
        blob({
          size: [0.26, 0.09, 0.48],
          rough: 0,
          detail: 30,
          shape: (x, y, z) => [
            Math.sign(x) * Math.abs(x) ** 0.75 * (1 - 0.18 * Math.max(0, z)),
            (y < 0 ? 0 : y) + 0.35 * (1 - x * x) * 0.6,
            z,
          ],
        }),
        chrome
          ? food({ color, metal: 1, rough: 0.08, glow: 0 })
          : style === 'french'
            ? food({
                color: '#f3cfc6',
                tones: [['#fffaf4', 'smoothstep(.2, .24, p.z + .5 * p.x * p.x)']],
                rough: 0.08,
                coat: 1,
                glow: 0.1,
              })
            : food({ color, rough: 0.08, coat: 1, glow: 0.06 }),
      )
    const stick = (i) =>
      put(
        group(
          mesh(new RoundedBoxGeometry(0.16, 0.06, 1.5, 3, 0.03), skins.plain('#f6f1e6')),
          put(tip(shades[i % shades.length], style === 'chrome'), { at: [0, 0.05, -0.95], turn: [0, Math.PI, 0] }),
        ),
        {},
      )
    const fan = Array.from({ length: 5 }, (_, i) =>
      put(stick(i), {
        at: [-0.15 + 0.75 * Math.sin((i - 2) * 0.34), 0.25 + i * 0.012, 0.35 - 0.5 * Math.cos((i - 2) * 0.34)],
        turn: [0, -(i - 2) * 0.34, 0],
      }),
    )
    const file = put(
      mesh(new RoundedBoxGeometry(0.3, 0.06, 2, 3, 0.03), skins.plain('#e88a9a', { rough: 0.9, coat: 0 })),
      { at: [1.35, 0.24, 0.2], turn: [0, -0.35, 0] },
    )
    const cotton = [0, 1, 2].map((i) =>
      put(
        mesh(
          blob({ size: [0.22, 0.16, 0.22], rough: 0.14, often: 3, seed: seed + i, detail: 24 }),
          food({ color: '#fdfbf6', rough: 1, glow: 0.12 }),
        ),
        { at: [-1.35 + 0.3 * i, 0.32, 0.75 - 0.3 * (i % 2)] },
      ),
    )
    return {
      objects: [
        drape(seed, fabric),
        ...fan,
        file,
        ...cotton,
        ...(towel ? [put(rolledTowel(seed, towel, 1.5, 0.36), { at: [0.2, 0.5, -1.2], turn: [0, 1.4, 0] })] : []),
      ],
      look: look('stone', 7.2, 50),
    }
  },
  soak({ seed, water = '#dfeaea', petal = '#e86a8a', towel = '#f3ede2', stones = 2 }) {
    const tub = put(
      group(
        bowl('copper', 1.35, 0.8),
        pool(1.2, 0.6, food({ color: water, rough: 0.05, coat: 1, glow: 0.1 }), { wave: 0.02, seed }),
        petals(seed, 20, 1, petal, () => 0.66),
        put(flower(), { at: [0.3, 0.68, 0.2], size: 0.8 }),
      ),
      { at: [0.35, 0, 0.15] },
    )
    const parts = [tub, put(foldedTowel(seed, towel, 1.8, 1.3, 3), { at: [-1.5, 0, -0.85], turn: [0, 0.4, 0] })]
    for (let i = 0; i < stones; i++)
      parts.push(put(stone(seed + i, 0.9 - 0.15 * i), { at: [-1.3 + 0.5 * i, 0.16, 0.95 - i * 0.1], turn: [0, i, 0] }))
    return { objects: parts, look: { ground: 'wood', angle: { lift: 40, far: 8, at: [-0.05, 0.35, 0] } } }
  },
  makeup({
    seed,
    fabric = '#ecd9d4',
    shades = ['#c98a6a', '#a8425a', '#d8a94a', '#6b3a4a', '#e8b8a0', '#8a5a3a'],
    gold,
  }) {
    const palette = group(
      put(mesh(new RoundedBoxGeometry(2.1, 0.12, 1.45, 4, 0.06), lacquer('#231d20')), {}),
      Array.from({ length: 6 }, (_, i) =>
        put(
          mesh(
            new THREE.CylinderGeometry(0.27, 0.27, 0.05, 40),
            food({ color: shades[i % shades.length], rough: 0.85, bump: '.01 * fbm(p * 20.)', glow: 0.06 }),
          ),
          { at: [-0.66 + (i % 3) * 0.66, 0.07, i < 3 ? -0.33 : 0.33] },
        ),
      ),
    )
    const parts = [
      drape(seed, fabric),
      put(palette, { at: [-0.55, 0.26, -0.3], turn: [0, 0.3, 0] }),
      put(brush('#231d20', '#5a3226', 0.85), { at: [0.95, 0.24, 0.1], turn: [0, -0.35, 0] }),
      put(brush('#c2547a', '#e8c4b4', 0.7), { at: [1.5, 0.24, 0.2], turn: [0, -0.55, 0] }),
    ]
    if (gold)
      parts.push(
        put(mesh(new THREE.TorusGeometry(0.42, 0.07, 16, 60).rotateX(1.57), steel('#d8a94a')), {
          at: [-0.9, 0.28, 1.05],
        }),
        put(mesh(new THREE.TorusGeometry(0.4, 0.05, 16, 60).rotateX(1.57), steel('#d8a94a')), {
          at: [-0.72, 0.36, 1],
          turn: [0.1, 0, 0.1],
        }),
        petals(seed, 8, 1.9, '#c8203a', () => 0.2),
      )
    return { objects: parts, look: look('stone') }
  },
  sari({ seed, color = '#a8183a', border = '#d8a94a' }) {
    const silk = food({
      color,
      tones: [
        [border, 'smoothstep(.08, .1, fract(p.z * .9 + .5)) * step(fract(p.z * .9 + .5), .24)'],
        [new THREE.Color(color).multiplyScalar(0.7), '.5 * smoothstep(.4, .7, fbm(p * 2.))'],
        [border, '.8 * smoothstep(.16, .12, cell(vec3(p.x * 2.6, 0., p.z * 2.6)).x)'],
      ],
      rough: 0.34,
      sheen: 0.8,
      coat: 0.15,
      bump: '.006 * sin(p.x * 120.)',
      glow: 0.05,
      side: 2,
    })
    const folds = mesh(
      surface(160, 60, (u, v) => {
        const x = (u - 0.5) * 6
        const z = (v - 0.5) * 4.4
        return [
          x,
          0.3 +
            0.3 * Math.sin(x * 3.4 + 0.5 * Math.sin(z)) * (0.75 + 0.25 * Math.sin(z * 0.8 + seed)) +
            0.06 * fbm(x, seed, z, 2),
          z + 0.2 * Math.sin(x * 2),
        ]
      }),
      silk,
    )
    return {
      objects: [put(folds, { turn: [0, 0.35, 0] }), put(flower('#f6efe0'), { at: [0.9, 0.72, 0.75], size: 0.9 })],
      look: look('stone', 7, 46),
    }
  },
  mehndi({ seed }) {
    const pot = put(
      group(
        bowl('brass', 0.9, 0.5),
        put(
          mesh(
            heap(0.78, (v, x, z) => 0.25 * (1 - v * v) + 0.04 * fbm(x * 5, seed, z * 5, 3)),
            food({
              color: '#4a4a1a',
              tones: [['#2e2e10', '.7 * smoothstep(.45, .7, fbm(p * 6.))']],
              bump: '.05 * fbm(p * 12.)',
              rough: 0.7,
              glow: 0.04,
            }),
          ),
          { at: [0, 0.38, 0] },
        ),
      ),
      { at: [-0.45, 0.16, 0] },
    )
    const cone = (x, z, turn) =>
      put(
        mesh(
          tube(
            [
              [0, 0, 0],
              [0.7, 0, 0],
              [1.5, 0, 0],
            ],
            (v) => 0.26 * (1 - v) + 0.012,
            { segments: 40, sides: 24 },
          ),
          food({ color: '#c8a03a', metal: 0.7, rough: 0.3, glow: 0 }),
        ),
        { at: [x, 0.4, z], turn: [0, turn, 0] },
      )
    const leaves = scatter(blob({ size: [0.5, 0.04, 0.2], rough: 0.05, detail: 14 }), skins.plain('#5a7a24'), 26, 1.9, {
      seed,
      size: 0.36,
      lie: () => 0.2,
      flat: 0.3,
      sink: 0.36,
    })
    return {
      objects: [drape(seed, '#e8d4b0'), pot, cone(0.55, 0.7, 0.4), cone(0.75, -0.5, -0.35), leaves],
      look: look('stone', 7.6),
    }
  },
}
