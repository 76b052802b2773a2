import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { fbm, group, heap, mesh, put, randomOf, smooth, tube } from '../kitchen/kit.js'
import { scatter, shapes, skins } from '../kitchen/pieces.js'
import { gravy } from '../kitchen/sides.js'
import { bowl, katori, plate, pool, thali } from '../kitchen/vessels.js'

export const mithai = {
  /** Builds sweet balls in syrup or dry: gulab jamun, rosogolla, laddu. */
  balls({ seed, color = '#7a2e10', count = 4, size = 0.95, syrup, dry, grainy, top, vessel = 'white' }) {
    const skin = grainy
      ? food({
          color,
          tones: [
            [new THREE.Color(color).multiplyScalar(0.65), '.8 * smoothstep(.32, .16, cell(p * 10.).x)'],
            [new THREE.Color(color).lerp(new THREE.Color('#ffe9a8'), 0.4), '.6 * smoothstep(.5, .7, fbm(p * 5.))'],
          ],
          bump: '-.05 * cell(p * 10.).x',
          rough: 0.4,
          coat: 0.5,
          glow: 0.09,
        })
      : food({
          color,
          tones: [
            [new THREE.Color(color).multiplyScalar(0.62), '.7 * smoothstep(.45, .7, fbm(p * 3.))'],
            [
              new THREE.Color(color).lerp(new THREE.Color('#e0a050'), 0.35),
              '.5 * smoothstep(.55, .72, fbm(p * 4. + 5.))',
            ],
          ],
          bump: '.012 * fbm(p * 8.)',
          rough: dry ? 0.5 : 0.22,
          coat: dry ? 0.15 : 0.9,
          glow: 0.08,
        })
    const at = [
      [-0.52, 0.45],
      [0.52, 0.5],
      [-0.05, -0.35],
      [0, 0.15],
      [0.95, -0.3],
      [-0.95, -0.3],
    ]
    const parts = Array.from({ length: count }, (_, i) => {
      const y = dry ? 0.11 + size * 0.48 + (i === 3 ? size * 0.62 : 0) : 0.5 + size * 0.2
      return put(mesh(shapes.ball(seed + i), skin), {
        at: [at[i][0] * size * (dry ? 1 : 1.05), y, at[i][1] * size + (i === 3 && !dry ? 0.05 : 0)],
        size,
      })
    })
    if (!dry && count > 3) parts[3].position.set(0.62 * size, 0.5 + size * 0.2, -0.62 * size)
    const base = dry
      ? [vessel === 'steel' || vessel === 'brass' ? thali(1.85, vessel) : plate(vessel, 1.85)]
      : [
          bowl(vessel, 1.4, 0.7),
          pool(1.24, 0.52, food({ color: syrup, rough: 0.06, coat: 1, glow: 0.1 }), { wave: 0.008 }),
        ]
    const over = top
      ? [
          put(scatter('nugget', skins.plain(top), 30, 0.9, { seed, size: 0.08, lie: () => 0 }), {
            at: [0, dry ? 0.16 : 0.62 + size * 0.32, 0.1],
          }),
        ]
      : []
    return {
      objects: [...base, ...parts, ...over],
      look: {
        ground: 'terracotta',
        angle: dry ? { lift: 33, far: 7.2, at: [0, 0.4, 0.1] } : { lift: 42, far: 6.9, at: [0, 0.5, 0.05] },
      },
    }
  },
  /** Builds sweets in a stack, cut into diamonds or blocks. */
  blocks({
    seed,
    color = '#f0e6d0',
    shape = 'diamond',
    count = 8,
    silver,
    porous,
    gloss = 0.3,
    vessel = 'brass',
    high = 0.2,
    top,
  }) {
    const skin = food({
      color,
      tones: [
        [
          new THREE.Color(color).multiplyScalar(0.75),
          porous ? '.8 * smoothstep(.3, .12, cell(p * 9.).x)' : '.5 * smoothstep(.45, .7, fbm(p * 4.))',
        ],
        ...(silver ? [['#e4e6ea', '.9 * smoothstep(.42, .56, fbm(p * 2.4 + 3.)) * step(.05, p.y)']] : []),
      ],
      bump: porous ? '-.05 * cell(p * 9.).x' : '.012 * fbm(p * 9.)',
      rough: silver ? '.5 - .25 * smoothstep(.42, .56, fbm(p * 2.4 + 3.))' : 0.5,
      coat: gloss,
      glow: 0.1,
    })
    const outline =
      shape === 'diamond'
        ? new THREE.Shape([
            new THREE.Vector2(-0.55, 0),
            new THREE.Vector2(0, 0.36),
            new THREE.Vector2(0.55, 0),
            new THREE.Vector2(0, -0.36),
          ])
        : null
    const geometry = outline
      ? new THREE.ExtrudeGeometry(outline, {
          depth: high,
          bevelEnabled: true,
          bevelSize: 0.04,
          bevelThickness: 0.03,
          bevelSegments: 4,
        }).rotateX(-Math.PI / 2)
      : new RoundedBoxGeometry(0.95, high * 1.9, 0.6, 4, 0.05).translate(0, high * 0.95, 0)
    const random = randomOf(seed)
    const at = [
      [-0.75, 0, 0.45],
      [0.1, 0, 0.75],
      [0.85, 0, 0.3],
      [-0.5, 0, -0.25],
      [0.4, 0, -0.2],
      [-0.25, 1, 0.4],
      [0.5, 1, 0.25],
      [0.1, 2, 0.3],
    ]
    const step = outline ? high + 0.07 : high * 1.9
    const parts = at.slice(0, count).map(([x, level, z]) =>
      put(mesh(geometry, skin), {
        at: [x, 0.14 + level * step, z],
        turn: [0, random.between(-0.5, 0.5) + (outline ? 0.2 : 0.3), 0],
      }),
    )
    const over = top
      ? [
          put(scatter('nugget', skins.plain(top), 26, 0.9, { seed, size: 0.08, lie: () => 0 }), {
            at: [0, 0.16 + step, 0.3],
          }),
        ]
      : []
    return {
      objects: [
        vessel === 'brass' || vessel === 'steel' ? thali(1.85, vessel) : plate(vessel, 1.85),
        ...parts,
        ...over,
      ],
      look: { ground: 'green', angle: { lift: 36, far: 7.2, at: [0, 0.3, 0.15] } },
    }
  },
  discs({ seed, color = '#b8783a', count = 6, vessel = 'brass', dent = true, top }) {
    const skin = food({
      color,
      tones: [
        [new THREE.Color(color).multiplyScalar(0.6), '.7 * smoothstep(.45, .7, fbm(p * 4.))'],
        ['#f6ead0', '.5 * smoothstep(.62, .72, noise3(p * 26.))'],
      ],
      bump: '.03 * fbm(p * 12.)',
      rough: 0.7,
      glow: 0.08,
    })
    const at = [
      [-0.8, 0, 0.45],
      [0.05, 0, 0.75],
      [0.85, 0, 0.3],
      [-0.35, 0, -0.25],
      [0.45, 0, -0.3],
      [0.05, 1, 0.25],
    ]
    const geometry = heap(
      0.44,
      (v, x, z) =>
        0.26 * (1 - smooth(0.8, 1, v)) ** 0.6 -
        (dent ? 0.09 * Math.exp(-((v * 3.4) ** 2)) : 0) +
        0.012 * fbm(x * 6, seed, z * 6, 2),
      { rings: 40, segments: 60 },
    )
    return {
      objects: [
        thali(1.85, vessel === 'steel' ? 'steel' : 'brass'),
        ...at
          .slice(0, count)
          .map(([x, l, z], i) =>
            put(
              group(
                mesh(geometry, skin),
                top ? put(mesh(shapes.nugget(i), skins.plain(top)), { at: [0, 0.2, 0], size: 0.14 }) : null,
              ),
              { at: [x, 0.1 + l * 0.27, z], turn: [0, i, 0] },
            ),
          ),
      ],
      look: { ground: 'green', angle: { lift: 38, far: 7.2, at: [0, 0.25, 0.15] } },
    }
  },
  jalebi({ seed, count = 4, rabri }) {
    const skin = food({
      color: '#e8801a',
      tones: [
        ['#c85a0c', '.7 * smoothstep(.45, .7, fbm(p * 4.))'],
        ['#f5b03a', '.5 * smoothstep(.55, .7, fbm(p * 5. + 3.))'],
      ],
      bump: '.01 * fbm(p * 10.)',
      rough: 0.12,
      coat: 1,
      coatRough: 0.06,
      glow: 0.16,
    })
    const one = (i) => {
      const points = Array.from({ length: 40 }, (_, n) => {
        const a = n * 0.52 + i
        const r = 0.14 + n * 0.0165
        return [r * Math.cos(a) * 1.05, 0.02 * Math.sin(n * 1.3), r * Math.sin(a)]
      })
      points.push([0.2, 0.09, 0.3], [-0.5, 0.09, -0.15])
      return mesh(
        tube(points, (v) => 0.085 * (1 + 0.08 * Math.sin(v * 90)), { segments: 320, sides: 14 }),
        skin,
      )
    }
    const at = [
      [-0.75, 0.2, 0.35, 0],
      [0.7, 0.2, 0.5, 0],
      [0.05, 0.2, -0.55, 0],
      [0.02, 0.4, 0.3, 0.12],
      [-0.5, 0.42, -0.3, 0.1],
    ]
    const side = rabri
      ? [
          put(group(katori(0.6, 0.42, 'white'), pool(0.54, 0.34, gravy('#f3e3bc', { chunky: 0.6 }), { seed })), {
            at: [1.15, 0.1, -0.75],
          }),
        ]
      : []
    return {
      objects: [
        rabri ? plate('white', 2) : thali(1.95, 'brass'),
        ...at.slice(0, count).map(([x, y, z, t], i) => put(one(i), { at: [x, y, z], turn: [t, i * 2, t], size: 0.95 })),
        ...side,
      ],
      look: { ground: 'wood', angle: { lift: 44, far: 7.4, at: [0, 0.2, 0.1] } },
    }
  },
  barfiBox({ seed, rows = 4 }) {
    const colors = ['#f0e6d0', '#e8a03a', '#8aa84a', '#c8742a', '#f6dc86', '#7a3a1c']
    const box = group(
      put(mesh(new RoundedBoxGeometry(3.5, 0.12, 2.7, 3, 0.05), skins.plain('#8a1c2c', { spots: 0.2 })), {
        at: [0, 0.06, 0],
      }),
      [
        [0, 1.33, 3.5, 0.08],
        [0, -1.33, 3.5, 0.08],
      ].map(([x, z, w, d]) =>
        put(mesh(new THREE.BoxGeometry(w, 0.5, d), skins.plain('#b8902c', { spots: 0.3 })), { at: [x, 0.3, z] }),
      ),
      [-1.73, 1.73].map((x) =>
        put(mesh(new THREE.BoxGeometry(0.08, 0.5, 2.7), skins.plain('#b8902c', { spots: 0.3 })), { at: [x, 0.3, 0] }),
      ),
    )
    const pieces = Array.from({ length: 20 }, (_, i) => {
      const [col, row] = [i % 5, Math.floor(i / 5)]
      const kind = (col + row * 2 + seed) % 4
      const at = { at: [-1.32 + col * 0.66, 0.36, -0.96 + row * 0.64], turn: [0, 0.1 * Math.sin(i), 0] }
      if (kind === 0)
        return put(mesh(shapes.ball(i), skins.plain(colors[(i + 1) % 6], { coat: 0.3, bump: 0.05 })), {
          ...at,
          size: 0.54,
        })
      return put(
        mesh(
          new RoundedBoxGeometry(0.52, 0.3, 0.5, 3, 0.05),
          skins.plain(colors[(i * 2 + row) % 6], { coat: 0.25, bump: 0.03 }),
        ),
        at,
      )
    })
    return {
      objects: [box, ...pieces.slice(0, rows * 5)],
      look: { ground: 'green', angle: { lift: 48, far: 8.4, at: [0, 0.2, 0.05] } },
    }
  },
}
