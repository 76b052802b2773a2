import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, heap, mesh, put, smooth } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'
import { coriander, dip } from '../kitchen/sides.js'
import { board, paper, plate } from '../kitchen/vessels.js'
import { friedEgg } from './rice.js'
import {
  bun,
  cheeseSkin,
  cheeseSlice,
  crust,
  friesPile,
  frill,
  pattySkins,
  pizzaBase,
  toppings,
} from './western-parts.js'

export const pizzaAndBurgers = {
  pizza({ seed, top = ['basil', 'mozzarella'], sauce, white, on = 'board' }) {
    const { parts, top: lie } = pizzaBase(seed, { sauce, white })
    const over = top.flatMap((name) => toppings[name](seed + name.length, lie))
    const base = on === 'board' ? board('round', 2.05) : on === 'paper' ? paper(4.8, 4.4, seed) : plate(on, 2.1)
    const y = on === 'board' ? 0.14 : 0.08
    return {
      objects: [base, put(group(parts, over), { at: [0, y, 0.1] })],
      look: { ground: 'slate', angle: { lift: 50, far: 8.9, at: [0, 0.2, 0.1] } },
    }
  },
  burger({
    seed,
    patty = 'beef',
    double = false,
    layers = ['lettuce', 'cheese', 'tomato', 'onion'],
    dark,
    fries = true,
    on = 'board',
  }) {
    const { top, bottom } = bun(seed, { dark })
    const parts = [bottom(0.2)]
    let y = 0.36
    const cake = (at, kind = patty) =>
      put(
        mesh(
          blob({
            size: [1.04, 0.19, 1.04],
            rough: 0.07,
            often: 3,
            seed,
            detail: 36,
            shape: (a, b, c) => [a, Math.sign(b) * Math.abs(b) ** 0.5, c],
          }),
          pattySkins[kind](),
        ),
        { at: [0, at, 0] },
      )
    const put1 = (object, high) => {
      parts.push(put(object, { at: [0, y, 0], turn: [0, seed + y * 9, 0] }))
      y += high
    }
    if (layers.includes('lettuce')) put1(frill(1.14, '#7fae3a', seed), 0.1)
    for (let i = 0; i < (double ? 2 : 1); i++) {
      y += 0.17
      parts.push(cake(y))
      y += 0.2
      if (layers.includes('cheese')) parts.push(cheeseSlice(0.98, y + 0.01))
      y += 0.03
    }
    if (layers.includes('hashBrown')) {
      parts.push(cake(y + 0.17, 'tikki'))
      y += 0.36
    }
    if (layers.includes('egg')) put1(group(put(friedEgg(seed), { size: [1.75, 1.1, 1.75] })), 0.1)
    if (layers.includes('mushroom'))
      put1(
        scatter('mushroom', skins.plain('#b8905a', { deep: '#6e4420', coat: 0.5 }), 14, 0.85, { seed, size: 0.32 }),
        0.16,
      )
    if (layers.includes('tomato'))
      put1(
        group(
          [0, 1, 2].map((i) =>
            put(
              mesh(
                new THREE.CylinderGeometry(0.46, 0.46, 0.09, 36),
                skins.plain('#c8341c', { deep: '#e0603c', coat: 0.6 }),
              ),
              { at: [0.5 * Math.cos(i * 2.1), 0.05, 0.5 * Math.sin(i * 2.1)] },
            ),
          ),
        ),
        0.1,
      )
    if (layers.includes('onion'))
      put1(
        scatter(
          new THREE.TorusGeometry(0.4, 0.05, 8, 30).rotateX(1.57),
          skins.plain('#e8c8d8', { deep: '#a85a8a', coat: 0.4 }),
          6,
          0.45,
          { seed, size: 0.9, flat: 0.1 },
        ),
        0.08,
      )
    if (layers.includes('slaw'))
      put1(
        scatter('shred', skins.plain('#e8e6b8', { deep: '#a8c86a', coat: 0.5 }), 70, 0.98, {
          seed,
          size: 0.4,
          flat: 0.4,
        }),
        0.16,
      )
    if (layers.includes('sauce'))
      put1(
        mesh(
          heap(1.04, (v) => 0.06 - 0.18 * smooth(0.82, 1, v), {
            edge: (a) => 1 + 0.05 * Math.sin(a * 6 + seed),
            rings: 30,
          }),
          food({ color: '#f0dfae', rough: 0.2, coat: 0.8, glow: 0.1 }),
        ),
        0.05,
      )
    parts.push(put(top, { at: [0, y + 0.08, 0], turn: [0.03, seed, 0.02] }))
    const chips = fries ? [put(friesPile(seed, 26, 0.55), { at: [1.65, 0.14, -0.35] })] : []
    const base = on === 'board' ? board('round', 2.2) : on === 'paper' ? paper(4.8, 4, seed) : plate(on, 2.2)
    return {
      objects: [base, put(group(parts), { at: [fries ? -0.25 : 0, 0.14, 0.25] }), ...chips],
      look: { ground: 'slate', angle: { lift: 17, far: 7.9, at: [0.1, 0.95, 0.1] } },
    }
  },
  fries({ seed, over, dust, on = 'paper' }) {
    const base = on === 'paper' ? paper(4.4, 4, seed) : plate(on, 2)
    const pile = put(friesPile(seed, 90, 1.05, dust), { at: [0, 0.08, 0.2] })
    const lie = (x, z) => 0.5 + 0.45 * (1 - Math.min(1, Math.hypot(x, z)))
    const more = []
    if (over === 'cheese')
      more.push(
        put(
          mesh(
            heap(0.95, (v, x, z) => 0.5 * (1 - v * v) + 0.06 * fbm(x * 3, seed, z * 3, 3), {
              edge: (a) => 0.8 + 0.24 * Math.sin(a * 4 + seed) + 0.12 * Math.sin(a * 7),
              rings: 40,
            }),
            food({ color: '#f0a824', rough: 0.15, coat: 0.9, glow: 0.1 }),
          ),
          { at: [0, 0.62, 0.2] },
        ),
        scatter(
          new THREE.TorusGeometry(0.34, 0.14, 8, 20).rotateX(1.57),
          skins.plain('#5a8a2a', { coat: 0.5 }),
          9,
          0.7,
          { seed, lie: (x, z) => lie(x, z) + 0.25, size: 0.22 },
        ),
      )
    if (over === 'chicken')
      more.push(
        scatter('wedge', skins.sauced({ color: '#9a5a24', coat: 0.7 }), 18, 0.8, {
          seed,
          lie: (x, z) => lie(x, z) + 0.12,
          size: 0.4,
        }),
        coriander(12, 0.8, seed, (x, z) => lie(x, z) + 0.3),
      )
    return {
      objects: [
        base,
        pile,
        ...more,
        put(dip(over ? 'mayo' : 'red', { r: 0.5, metal: 'white', seed }), { at: [1.35, 0.06, -0.9] }),
      ],
      look: { ground: 'wood', angle: { lift: 34, far: 7.6, at: [0, 0.42, 0.1] } },
    }
  },
  garlicBread({ seed, cheese = true, count = 5 }) {
    const skin = crust('#dba85a')
    const parts = Array.from({ length: count }, (_, i) => {
      const stick = mesh(new RoundedBoxGeometry(0.52, 0.34, 1.9, 5, 0.12), skin)
      const melted = put(
        mesh(
          heap(1, (v, x, z) => 0.05 * (1 - v) + 0.05 * fbm(x * 3, seed + i, z * 3, 3), { rings: 30 }),
          cheeseSkin('#e8b050', false),
        ),
        { at: [0, 0.18, 0], size: [0.27, 1, 0.93] },
      )
      const herbs = put(scatter('nugget', skins.plain('#4a7a24'), 26, 1, { seed: seed + i, size: 0.05 }), {
        at: [0, 0.24, 0],
        size: [0.24, 1, 0.85],
      })
      return put(group(stick, cheese ? melted : null, herbs), {
        at: [-1.25 + i * 0.62, 0.34, 0.25],
        turn: [0, 0.12 + 0.03 * i, 0],
      })
    })
    return {
      objects: [
        board('square', 2.1),
        ...parts,
        put(dip('red', { r: 0.48, metal: 'white', seed }), { at: [1.6, 0.14, -0.95] }),
      ],
      look: { ground: 'slate', angle: 'plate' },
    }
  },
}
