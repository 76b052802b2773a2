import * as THREE from 'three'

/** Returns a generator of numbers from 0 to 1 that always gives the same sequence for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** Returns a random point in the unit disc. */
    disc() {
      const [radius, angle] = [Math.sqrt(next()), next() * 2 * Math.PI]
      return [radius * Math.cos(angle), radius * Math.sin(angle)]
    },
  }
}

function hash(x, y, z) {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 - 61)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Returns smooth noise from 0 to 1 at a point in space. */
export function noise(x, y, z) {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const ease = (t) => t * t * (3 - 2 * t)
  const [u, v, w] = [ease(x - ix), ease(y - iy), ease(z - iz)]
  const mix = (a, b, t) => a + (b - a) * t
  const row = (dy, dz) => mix(hash(ix, iy + dy, iz + dz), hash(ix + 1, iy + dy, iz + dz), u)
  return mix(mix(row(0, 0), row(1, 0), v), mix(row(0, 1), row(1, 1), v), w)
}

/** Returns fractal noise from -1 to 1. */
export function fbm(x, y, z, octaves = 4) {
  let [sum, amount, total, scale] = [0, 1, 0, 1]
  for (let i = 0; i < octaves; i++) {
    sum += amount * (noise(x * scale + i * 17.3, y * scale, z * scale - i * 5.1) * 2 - 1)
    total += amount
    amount *= 0.5
    scale *= 2.03
  }
  return sum / total
}

export function smooth(from, to, value) {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

export function mesh(geometry, material) {
  const made = new THREE.Mesh(geometry, material)
  // An object of glass casts no shadow, because the shadow would darken the drink in it.
  made.castShadow = !(material.opacity < 0.4)
  made.receiveShadow = true
  return made
}

export function group(...parts) {
  return new THREE.Group().add(...parts.flat(9).filter(Boolean))
}

/** Moves, turns and scales an object and returns it. The angles of `turn` are in radians. */
export function put(object, { at = [0, 0, 0], turn = [0, 0, 0], size = 1 } = {}) {
  object.position.set(...at)
  object.rotation.set(...turn, 'YXZ')
  if (Array.isArray(size)) object.scale.set(...size)
  else object.scale.setScalar(size)
  return object
}

/** Returns a surface through the points that `at(u, v)` returns, for u and v from 0 to 1. */
export function surface(nu, nv, at) {
  const [points, uvs, index] = [[], [], []]
  for (let j = 0; j <= nv; j++)
    for (let i = 0; i <= nu; i++) {
      points.push(...at(i / nu, j / nv))
      uvs.push(i / nu, j / nv)
    }
  for (let j = 0; j < nv; j++)
    for (let i = 0; i < nu; i++) {
      const a = j * (nu + 1) + i
      index.push(a, a + nu + 1, a + 1, a + 1, a + nu + 1, a + nu + 2)
    }
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3))
  geometry.setAttribute('uv', new THREE.Float32BufferAttribute(uvs, 2))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

/** Returns a closed ball with an uneven surface: noise of frequency `often` changes the radius by the share `rough`. */
export function blob({ size = [1, 1, 1], rough = 0.1, often = 2, octaves = 4, seed = 0, detail = 40, shape } = {}) {
  const geometry = new THREE.SphereGeometry(1, detail * 2, detail)
  const points = geometry.attributes.position
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = [points.getX(i), points.getY(i), points.getZ(i)]
    const swell = 1 + rough * fbm(x * often + seed * 7.7, y * often + seed * 3.1, z * often, octaves)
    const [bx, by, bz] = shape ? shape(x, y, z) : [x, y, z]
    points.setXYZ(i, bx * swell * size[0], by * swell * size[1], bz * swell * size[2])
  }
  return smoothNormals(geometry)
}

/** Recomputes the normals of a geometry, and makes those of vertices at the same point equal, so that no seam shows. */
export function smoothNormals(geometry) {
  geometry.computeVertexNormals()
  const [points, normals] = [geometry.attributes.position, geometry.attributes.normal]
  const sums = new Map()
  const key = (i) => `${points.getX(i).toFixed(4)},${points.getY(i).toFixed(4)},${points.getZ(i).toFixed(4)}`
  for (let i = 0; i < points.count; i++) {
    const sum = sums.get(key(i)) ?? [0, 0, 0]
    sums.set(key(i), [sum[0] + normals.getX(i), sum[1] + normals.getY(i), sum[2] + normals.getZ(i)])
  }
  for (let i = 0; i < points.count; i++) {
    const [x, y, z] = sums.get(key(i))
    const length = Math.hypot(x, y, z) || 1
    normals.setXYZ(i, x / length, y / length, z / length)
  }
  return geometry
}

/** Returns a body of revolution around the y axis through points of [radius, height], with rounded corners. */
export function turned(profile, radius = 0.05, segments = 72) {
  const points = profile.flatMap((point, i) => corner(profile[i - 1], point, profile[i + 1], radius))
  return new THREE.LatheGeometry(points, segments)
}

function corner(before, point, after, radius) {
  const here = new THREE.Vector2(...point)
  if (!before || !after) return [here]
  const back = new THREE.Vector2(...before).sub(here)
  const ahead = new THREE.Vector2(...after).sub(here)
  const reach = Math.min(radius, back.length() / 2, ahead.length() / 2)
  const start = here.clone().addScaledVector(back.normalize(), reach)
  const end = here.clone().addScaledVector(ahead.normalize(), reach)
  return new THREE.QuadraticBezierCurve(start, here, end).getPoints(5)
}

/** Returns a round heap; `height(r, x, z)` is its height at the distance r (0 to 1) from its middle. */
export function heap(radius, height, { rings = 64, segments = 120, edge = () => 1 } = {}) {
  return surface(segments, rings, (u, v) => {
    const angle = -u * 2 * Math.PI
    const reach = radius * v * edge(angle)
    const [x, z] = [reach * Math.cos(angle), reach * Math.sin(angle)]
    return [x, height(v, x, z), z]
  })
}

/**
 * Returns a tube through points of [x, y, z]; `radius` is a number, or a function of the position along it (0 to 1).
 */
export function tube(points, radius, { segments = 80, sides = 14, flat = 1 } = {}) {
  const curve = new THREE.CatmullRomCurve3(points.map((point) => new THREE.Vector3(...point)))
  const frames = curve.computeFrenetFrames(segments, false)
  const radiusOf = typeof radius === 'function' ? radius : () => radius
  return surface(sides, segments, (u, v) => {
    const at = Math.round(v * segments)
    const middle = curve.getPointAt(v)
    const [across, up] = [Math.cos(u * 2 * Math.PI), -Math.sin(u * 2 * Math.PI)]
    const r = radiusOf(v, u)
    const spot = middle
      .addScaledVector(frames.normals[at], across * r)
      .addScaledVector(frames.binormals[at], up * r * flat)
    return [spot.x, spot.y, spot.z]
  })
}

/**
 * Returns many copies of one geometry. `place(random, i)` returns position, rotation, size and a colour factor of a
 * copy; undefined leaves it out.
 */
export function strew(geometry, material, count, seed, place) {
  const random = randomOf(seed)
  const all = Array.from({ length: count }, (_, i) => place(random, i)).filter(Boolean)
  const made = new THREE.InstancedMesh(geometry, material, all.length)
  const helper = new THREE.Object3D()
  all.forEach((one, i) => {
    put(helper, one)
    helper.updateMatrix()
    made.setMatrixAt(i, helper.matrix)
    made.setColorAt(i, new THREE.Color(one.tint ?? '#ffffff'))
  })
  made.castShadow = true
  made.receiveShadow = true
  return made
}

/** Returns a random rotation about all axes. */
export function tumbled(random) {
  return [random.between(0, 6.28), random.between(0, 6.28), random.between(0, 6.28)]
}

/** Returns a grey factor around 1, to vary the brightness of copies. */
export function shade(random, from = 0.82, to = 1.08) {
  const value = random.between(from, to)
  return new THREE.Color(value, value, value)
}
