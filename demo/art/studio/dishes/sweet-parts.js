import * as THREE from 'three'
import { food } from '../kitchen/food.js'
import { blob, fbm, group, mesh, put, surface } from '../kitchen/kit.js'
import { scatter, skins } from '../kitchen/pieces.js'

export const glassSkin = () =>
  food({ color: '#ffffff', rough: 0.05, coat: 1, coatRough: 0.02, glow: 0.02, see: 0.3, side: 2 })

/** Returns the ragged ball of ice cream that a scoop leaves. */
export function scoop(seed, color, { bits, bitColor, size = 1 } = {}) {
  const skin = food({
    color,
    tones: [
      [new THREE.Color(color).multiplyScalar(0.82), '.6 * smoothstep(.45, .7, fbm(p * 3.))'],
      [new THREE.Color(color).lerp(new THREE.Color('#ffffff'), 0.35), '.5 * smoothstep(.52, .7, fbm(p * 6. + 3.))'],
      ...(bitColor ? [[bitColor, 'smoothstep(.17, .12, cell(p * 6.).x)']] : []),
    ],
    bump: '.045 * fbm(vec3(p.x * 5., p.y * 14., p.z * 5.)) + .02 * fbm(p * 16.)',
    rough: 0.5,
    coat: 0.18,
    coatRough: 0.4,
    glow: 0.13,
  })
  const ball = mesh(blob({ size: [0.62, 0.58, 0.62], rough: 0.05, often: 2.4, seed, detail: 44 }), skin)
  const skirt = put(
    mesh(
      surface(120, 20, (u, v) => {
        const a = u * 2 * Math.PI
        const b = v * 2 * Math.PI
        const fat = 0.11 * (1 + 0.5 * fbm(Math.cos(a) * 5, seed, Math.sin(a) * 5, 3))
        const r = 0.55 + fat * Math.cos(b)
        return [r * Math.cos(a), fat * Math.sin(b), r * Math.sin(a)]
      }),
      skin,
    ),
    { at: [0, -0.3, 0] },
  )
  const over = bits
    ? scatter(bits.shape, skins.plain(bits.color, { coat: 0.4 }), bits.count ?? 10, 0.42, {
        seed,
        size: bits.size ?? 0.16,
        lie: (x, z) => 0.56 - 0.6 * (x * x + z * z),
      })
    : null
  return put(group(ball, skirt, over), { size })
}
