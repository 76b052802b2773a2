import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, randomOf, smooth, surface } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { mint } from '../kitchen/sides.js'
import { board, plate } from '../kitchen/vessels.js'
import { baked, cream, crumb, decor, inGap } from './bakery-parts.js'

export const cakes = {
  /** Builds a whole cake with a slice taken out, so that its layers show. */
  cake({
    seed,
    icing = '#fbf4e8',
    inside = '#5a2c16',
    filling = '#fbf4e8',
    gloss = 0.2,
    decor: on = ['cherries'],
    decorColor,
    drip,
    r = 1.35,
    high = 1.05,
    layers = 3,
    naked,
    whole,
    stand = 'white',
  }) {
    const gap = whole ? 0 : 0.92
    const start = Math.PI / 2 - gap / 2
    const skin = naked
      ? crumb(inside)
      : food({
          color: icing,
          bump: '.02 * fbm(vec3(p.x * 2., p.y * 14., p.z * 2.))',
          rough: gloss > 0.5 ? 0.18 : 0.45,
          coat: gloss,
          glow: 0.1,
          side: 2,
        })
    const arc = 2 * Math.PI - gap
    const side = mesh(
      surface(120, 24, (u, v) => {
        const a = start + gap + arc * u
        const rr = r * (1 + 0.006 * fbm(u * 30, v * 3, seed, 2)) - 0.04 * smooth(0.9, 1, v)
        return [rr * Math.cos(a), high * v, rr * Math.sin(a)]
      }),
      skin,
    )
    const lid = mesh(
      surface(120, 30, (u, v) => {
        const a = start + gap + arc * u
        return [r * 0.965 * v * Math.cos(a), high + 0.012 * fbm(u * 8, v * 4, seed, 3), r * 0.965 * v * Math.sin(a)]
      }),
      skin,
    )
    const parts = [side, lid]
    if (!whole)
      for (const at of [start, start + gap])
        for (let i = 0; i < layers; i++) {
          const step = high / layers
          const cut = (low, up, material) =>
            put(
              mesh(
                surface(24, 8, (u, v) => [
                  r * 0.985 * u * Math.cos(at),
                  low + (up - low) * v,
                  r * 0.985 * u * Math.sin(at),
                ]),
                material,
              ),
              {},
            )
          const cake = crumb(inside)
          cake.side = 2
          const cr = cream(filling)
          cr.side = 2
          parts.push(
            cut(i * step, (i + 1) * step - 0.09, cake),
            cut((i + 1) * step - 0.09, (i + 1) * step, i === layers - 1 && !naked ? skin : cr),
          )
        }
    if (drip)
      parts.push(
        mesh(
          surface(150, 20, (u, v) => {
            const a = start + gap + arc * u
            const long = 0.2 + 0.3 * Math.max(0, fbm(u * 26, 1, seed, 2) + 0.3)
            return [(r + 0.03) * Math.cos(a), high + 0.02 - v * long, (r + 0.03) * Math.sin(a)]
          }),
          food({ color: drip, rough: 0.1, coat: 1, glow: 0.03, side: 2 }),
        ),
        put(
          mesh(
            surface(120, 20, (u, v) => {
              const a = start + gap + arc * u
              return [(r + 0.03) * v * Math.cos(a), high + 0.025, (r + 0.03) * v * Math.sin(a)]
            }),
            food({ color: drip, rough: 0.1, coat: 1, glow: 0.03, side: 2 }),
          ),
          {},
        ),
      )
    const over = on
      .flatMap((name) => decor[name](r, high + 0.02, seed, decorColor))
      .filter((one) => whole || !inGap(one.position, start, gap))
    return {
      objects: [plate(stand, 1.95), put(group(parts, over), { at: [0, 0.12, 0], turn: [0, 0.5, 0] })],
      look: { ground: 'stone', angle: { lift: 27, far: 8.2, at: [0, 0.62, 0] } },
    }
  },
  /** Builds cakes in squares or slices, such as brownies, honey cake and bars. */
  bars({
    seed,
    color = '#4a2414',
    top,
    count = 3,
    size = [1, 0.5, 1],
    on = 'white',
    gloss = 0.15,
    layer,
    bits,
    bitColor = '#c89a5a',
    dust,
  }) {
    const skin = crumb(color)
    skin.clearcoat = gloss
    const random = randomOf(seed)
    const at = [
      [-0.62, 0, 0.45],
      [0.6, 0, 0.55],
      [0, size[1], 0.4],
      [-0.1, 0, -0.5],
      [0.95, 0, -0.4],
      [0.5, size[1], 0.1],
    ]
    const parts = Array.from({ length: count }, (_, i) => {
      const body = put(mesh(new RoundedBoxGeometry(size[0], size[1], size[2], 5, 0.07), skin), {
        at: [0, size[1] / 2, 0],
      })
      const cap = top
        ? put(
            mesh(
              new RoundedBoxGeometry(size[0] + 0.01, 0.1, size[2] + 0.01, 4, 0.05),
              food({ color: top, rough: 0.35, coat: gloss + 0.2, bump: '.02 * fbm(p * 9.)', glow: 0.08 }),
            ),
            { at: [0, size[1] + 0.01, 0] },
          )
        : null
      const mid = layer
        ? put(mesh(new RoundedBoxGeometry(size[0] + 0.02, 0.09, size[2] + 0.02, 3, 0.04), cream(layer)), {
            at: [0, size[1] * 0.5, 0],
          })
        : null
      const nuts = bits
        ? put(
            scatter(bits, skins.plain(bitColor, { coat: 0.3 }), 12, 0.5, { seed: seed + i, size: 0.2, lie: () => 0 }),
            { at: [0, size[1] + (top ? 0.05 : -0.02), 0], size: [size[0] * 0.85, 1, size[2] * 0.85] },
          )
        : null
      return put(group(body, cap, mid, nuts), {
        at: [at[i][0] * size[0], 0.12 + at[i][1], at[i][2] * size[2]],
        turn: [0, random.between(-0.35, 0.35) + 0.3, 0],
      })
    })
    return {
      objects: [plate(on, 1.95), ...parts, dust ? put(mint(seed, 0.7), { at: [1.1, 0.14, 0.7] }) : null].filter(
        Boolean,
      ),
      look: { ground: 'slate', angle: { lift: 32, far: 7.6, at: [0, 0.42, 0.05] } },
    }
  },
  cupcake({ seed, cake = '#c8924a', icing, color, bits, crumble, count = 2, case: wrap = '#efe3cc' }) {
    const one = (i) => {
      const paperCup = mesh(
        surface(140, 10, (u, v) => {
          const a = u * 2 * Math.PI
          const r = (0.44 + 0.18 * v) * (1 + 0.025 * Math.sin(a * 34))
          return [r * Math.cos(a), v * 0.6, r * Math.sin(a)]
        }),
        food({ color: wrap, rough: 0.7, glow: 0.06, side: 2 }),
      )
      const top = put(
        mesh(blob({ size: [0.68, 0.4, 0.68], rough: 0.07, often: 2.4, seed: seed + i, detail: 36 }), crumb(cake)),
        { at: [0, 0.62, 0] },
      )
      const parts = [paperCup, top]
      if (bits)
        parts.push(
          scatter('ball', skins.plain(bits, { coat: 0.5 }), 11, 0.5, {
            seed: seed + i,
            size: 0.17,
            lie: (x, z) => 0.98 - 0.5 * (x * x + z * z),
            sink: 0.3,
          }),
        )
      if (crumble)
        parts.push(
          scatter('nugget', crumb('#d8aa68'), 50, 0.52, {
            seed: seed + i,
            size: 0.14,
            lie: (x, z) => 0.98 - 0.55 * (x * x + z * z),
            sink: 0.25,
          }),
        )
      if (icing) {
        const swirl = surface(90, 90, (u, v) => {
          const a = -u * 2 * Math.PI
          const level = (v * 3 + u) / 4
          const r = 0.6 * (1 - level) ** 0.9 * (1 + 0.12 * Math.sin(a * 8)) * (1 + 0.16 * Math.sin(v * 19))
          return [Math.max(0.01, r) * Math.cos(a), 0.82 + 0.85 * level, Math.max(0.01, r) * Math.sin(a)]
        })
        parts.push(mesh(swirl, food({ color: icing, rough: 0.4, coat: 0.25, glow: 0.12, side: 2 })))
        if (color)
          parts.push(
            scatter('nugget', skins.plain(color), 26, 0.42, {
              seed: seed + i,
              size: 0.07,
              lie: (x, z) => 1.5 - 1.1 * Math.hypot(x, z),
            }),
          )
      }
      return group(parts)
    }
    return {
      objects: [
        board('round', 1.75),
        put(one(0), { at: [-0.45, 0.14, 0.35] }),
        ...(count > 1 ? [put(one(1), { at: [0.75, 0.14, -0.35] })] : []),
      ],
      look: { ground: 'linen', angle: { lift: 24, far: 7, at: [0.1, 0.75, 0] } },
    }
  },
  tart({ seed, fill = '#f2d24a', count = 2, top, gloss = 0.8 }) {
    const one = (i) => {
      const shell = mesh(
        surface(140, 12, (u, v) => {
          const a = -u * 2 * Math.PI
          const r = (0.62 + 0.16 * v) * (1 + 0.025 * Math.sin(a * 26))
          return [r * Math.cos(a), v * 0.36, r * Math.sin(a)]
        }),
        baked({ color: '#cf9648', pale: '#efcf98', deep: '#9a5c20', side: 2 }),
      )
      const face = put(
        mesh(
          heap(0.74, (v, x, z) => 0.05 * (1 - v * v) + 0.02 * fbm(x * 4, seed, z * 4, 2), { rings: 24 }),
          food({
            color: fill,
            tones: [[new THREE.Color(fill).multiplyScalar(0.8), '.5 * smoothstep(.45, .7, fbm(p * 4.))']],
            rough: 0.2,
            coat: gloss,
            glow: 0.12,
          }),
        ),
        { at: [0, 0.3, 0] },
      )
      const over =
        top === 'mushroom'
          ? scatter('mushroom', skins.plain('#b8905a', { deep: '#6e4420', coat: 0.4 }), 9, 0.5, {
              seed: seed + i,
              size: 0.28,
              lie: () => 0.34,
              flat: 1,
            })
          : top === 'green'
            ? scatter('nugget', skins.plain('#4a7a24'), 24, 0.55, { seed: seed + i, size: 0.09, lie: () => 0.33 })
            : put(mint(seed, 0.4), { at: [0.1, 0.36, 0] })
      return group(shell, face, over)
    }
    return {
      objects: [
        plate('white', 1.95),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), { at: [i ? 0.75 : -0.6, 0.12, i ? -0.4 : 0.4], size: 1.15 }),
        ),
      ],
      look: { ground: 'slate', angle: { lift: 36, far: 7.4, at: [0, 0.3, 0] } },
    }
  },
  eclair({ seed, icing = '#3a1a0e', count = 3 }) {
    const one = (i) => {
      const body = mesh(
        blob({
          size: [1.1, 0.34, 0.36],
          rough: 0.05,
          seed: seed + i,
          detail: 40,
          shape: (x, y, z) => [Math.sign(x) * Math.abs(x) ** 0.6, y, z],
        }),
        baked({ color: '#c88a44', pale: '#efd09a', deep: '#96561c' }),
      )
      const top = put(
        mesh(
          blob({
            size: [1, 0.3, 0.31],
            rough: 0.02,
            seed,
            detail: 36,
            shape: (x, y, z) => [Math.sign(x) * Math.abs(x) ** 0.6, y, z],
          }),
          food({ color: icing, rough: 0.12, coat: 1, glow: 0.02 }),
        ),
        { at: [0, 0.09, 0] },
      )
      return group(body, top)
    }
    return {
      objects: [
        plate('white', 1.95),
        ...Array.from({ length: count }, (_, i) =>
          put(one(i), { at: [-0.1 + i * 0.2, 0.44, 0.65 - i * 0.68], turn: [0, 0.35, 0] }),
        ),
      ],
      look: { ground: 'stone', angle: { lift: 34, far: 7.4, at: [0, 0.35, 0.05] } },
    }
  },
  macarons({ colors = ['#a8b86a', '#e8a8b4'], count = 6 }) {
    const one = (color) => {
      const shell = (y, flip) =>
        put(
          mesh(
            blob({
              size: [0.42, 0.2, 0.42],
              rough: 0.01,
              detail: 30,
              shape: (x, yy, z) => [x, yy < 0 ? yy * 0.3 : yy, z],
            }),
            food({ color, rough: 0.5, coat: 0.2, glow: 0.1 }),
          ),
          { at: [0, y, 0], turn: [flip ? Math.PI : 0, 0, 0] },
        )
      const foot = (y) =>
        put(
          mesh(
            blob({ size: [0.44, 0.06, 0.44], rough: 0.25, often: 9, detail: 30 }),
            food({ color, rough: 0.8, glow: 0.1 }),
          ),
          { at: [0, y, 0] },
        )
      return group(
        shell(0.28),
        foot(0.22),
        put(mesh(new THREE.CylinderGeometry(0.38, 0.38, 0.1, 30), cream('#fbf0e4')), { at: [0, 0.15, 0] }),
        foot(0.08),
        shell(0.02, true),
      )
    }
    const at = [
      [-0.85, 0.1, 0.5, 0],
      [0, 0.1, 0.75, 0],
      [0.85, 0.1, 0.45, 0],
      [-0.4, 0.1, -0.3, 0],
      [0.5, 0.1, -0.35, 0],
      [0.05, 0.48, 0.2, 0.2],
    ]
    return {
      objects: [
        plate('white', 1.9),
        ...at
          .slice(0, count)
          .map(([x, y, z, t], i) => put(one(colors[i % colors.length]), { at: [x, y + 0.1, z], turn: [t, 0, t] })),
      ],
      look: { ground: 'linen', angle: { lift: 34, far: 7.2, at: [0, 0.3, 0.1] } },
    }
  },
}
