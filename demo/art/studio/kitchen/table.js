import * as THREE from 'three'
import { fbm, group, put } from './kit.js'
import { develop, discard, expose } from './light.js'
import { ground } from './vessels.js'

/** The positions of the camera: angle above the table in degrees, distance, and the point at which the camera looks. */
const angles = {
  plate: { lift: 39, far: 8.7, at: [0, 0.3, 0.08] },
  low: { lift: 22, far: 9.4, at: [0, 0.8, 0] },
  glass: { lift: 19, far: 9.8, at: [0, 1.15, 0] },
  top: { lift: 64, far: 11, at: [0, 0.1, 0] },
  bowl: { lift: 46, far: 8.4, at: [0, 0.62, 0] },
}

/**
 * Photographs a table: objects on a ground, from one of the angles.
 * @param {{ ground: string, angle: string | object, seed?: number, steam?: number, light?: object }} scene
 */
export function photographTable(
  objects,
  { ground: kind, angle, seed = 1, steam = 0, light, zoom = 1, aim, spin = 0 },
  frame,
) {
  const scene = new THREE.Scene()
  const set = new THREE.Group().add(...objects)
  set.rotation.y = spin
  scene.add(ground(kind), set)
  scene.background = new THREE.Color('#2a1d15')
  const { lift, far, at } = typeof angle === 'string' ? angles[angle] : angle
  const look = aim ?? at
  const [up, away] = [Math.sin((lift * Math.PI) / 180) * (far / zoom), Math.cos((lift * Math.PI) / 180) * (far / zoom)]
  const camera = { focus: look, from: [look[0], look[1] + up, look[2] + away] }
  const { width, height, passes } = frame
  const linear = expose(scene, {
    width,
    height,
    camera: { ...camera, ...frame.camera },
    passes,
    seed,
    lens: frame.lens ?? 0.1,
    reach: frame.reach,
    light,
  })
  discard(scene)
  return develop(linear, width, height, {
    exposure: light?.exposure ?? 1,
    steam: steam ? wisps(seed, steam) : undefined,
  })
}

/** The positions of the dishes on a cover: the first dish is in the middle, so that a square crop shows it alone. */
const places = [
  [0, 0, 0.25],
  [-3.95, 0, -0.75],
  [3.95, 0, -0.95],
]

/** Photographs a long table: the objects of up to three dishes next to each other, or one dish from nearer. */
export function photographLaidTable(sets, { ground: kind, seed }, frame) {
  const laid = sets.map((objects, i) => put(group(objects), { at: places[i] }))
  const far = sets.length === 1 ? 7.4 : 9.7
  return photographTable(laid, { ground: kind, angle: { lift: 33, far, at: [0, 0.42, 0] }, seed }, frame)
}

/** Returns two thin veils of steam that rise from the middle of the picture. */
function wisps(seed, strength) {
  return (x, y) => {
    if (y > 0.55) return 0
    const rise = 0.55 - y
    const bend = 0.09 * Math.sin(rise * 9 + seed) + 0.05 * fbm(x * 2, rise * 4, seed, 3)
    const veil = (middle, width) => Math.exp(-(((x - middle - bend) / (width + rise * 0.12)) ** 2))
    const body = 0.6 * veil(0.44, 0.035) + 0.5 * veil(0.57, 0.045)
    const torn = Math.max(0, 0.55 + 0.9 * fbm(x * 5 + bend * 6, y * 4, seed * 3.3, 4))
    return strength * body * torn * Math.min(1, rise * 7) * Math.max(0, 1 - rise * 1.75)
  }
}
