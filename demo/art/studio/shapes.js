import * as THREE from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import { printed, shades } from './print.js'

const gold = '#d9a441'

/**
 * One builder for each product profile. A builder of a product takes the product's description, and returns a group of
 * objects that stands on y = 0, is about two units high and faces the camera.
 */
export const builders = {
  pump(spec) {
    const cap = spec.cap ?? '#fff4ea'
    const body = turned(
      [
        [0, 0],
        [0.66, 0],
        [0.68, 1.42],
        [0.25, 1.68],
        [0.25, 1.76],
        [0, 1.76],
      ],
      0.15,
      plastic(spec.colour),
    )
    const collar = turned(
      [
        [0, 1.7],
        [0.3, 1.7],
        [0.3, 1.9],
        [0.11, 1.95],
        [0.11, 2.16],
        [0, 2.16],
      ],
      0.05,
      plastic(cap),
    )
    const nozzle = solid(new RoundedBoxGeometry(0.74, 0.17, 0.28, 6, 0.08), plastic(cap))
    nozzle.position.set(-0.2, 2.22, 0)
    return group(body, collar, nozzle, wrapped(spec, { radius: 0.678, y: 0.74, height: 0.92 }))
  },

  jar(spec) {
    return spec.variant === 'tall' ? tallJar(spec) : lowJar(spec)
  },

  tube(spec) {
    const skin = plastic(spec.colour, { roughness: 0.4, side: THREE.DoubleSide })
    const wall = Array.from({ length: 24 }, (_, i) => [0.58, 0.46 + (i / 23) * 1.84])
    const body = turned([[0, 0.34], [0.46, 0.34], ...wall, [0, 2.3]], 0.07, skin)
    flattenTowardsTop(body.geometry)
    const seam = solid(new RoundedBoxGeometry(1.3, 0.2, 0.06, 4, 0.02), skin)
    seam.position.y = 2.34
    const cap = turned(
      [
        [0, 0],
        [0.42, 0],
        [0.45, 0.38],
        [0, 0.38],
      ],
      0.06,
      plastic(spec.cap ?? '#ffffff'),
    )
    const style = shades(spec.colour).isLight ? 'band' : 'print'
    return group(body, seam, cap, onTube(spec, style))
  },

  lipstick(spec) {
    const shell = spec.cap ?? '#2b1330'
    const base = turned(
      [
        [0, 0],
        [0.44, 0],
        [0.44, 1],
        [0, 1],
      ],
      0.05,
      shellOf(shell),
    )
    const ring = turned(
      [
        [0, 0.98],
        [0.37, 0.98],
        [0.37, 1.28],
        [0, 1.28],
      ],
      0.03,
      metal(gold),
    )
    const bullet = turned(
      [
        [0, 0],
        [0.29, 0],
        [0.29, 1.1],
        [0, 1.1],
      ],
      0.1,
      plastic(spec.colour, { roughness: 0.34 }),
    )
    slant(bullet.geometry, 0.62)
    bullet.position.y = 1.26
    const cap = turned(
      [
        [0, 0],
        [0.47, 0],
        [0.47, 1.05],
        [0, 1.05],
      ],
      0.06,
      shellOf(shell),
    )
    cap.rotation.set(0, 0.5, Math.PI / 2)
    cap.position.set(1.62, 0.47, 0.12)
    return group(
      base,
      ring,
      bullet,
      cap,
      wrapped(spec, { radius: 0.443, y: 0.5, height: 0.5, arc: 1.7, style: 'print' }),
    )
  },

  serum(spec) {
    const body = turned(
      [
        [0, 0],
        [0.58, 0],
        [0.58, 1.22],
        [0.21, 1.42],
        [0.21, 1.5],
        [0, 1.5],
      ],
      0.16,
      glass(spec.colour),
    )
    const collar = turned(
      [
        [0, 1.47],
        [0.26, 1.47],
        [0.26, 1.78],
        [0, 1.78],
      ],
      0.04,
      metal(gold),
    )
    const bulb = [
      [0, 1.76],
      [0.18, 1.76],
      [0.19, 2.1],
      [0.11, 2.32],
      [0, 2.34],
    ]
    const rubber = turned(bulb, 0.08, plastic(spec.cap ?? '#2b1330', { roughness: 0.62, clearcoat: 0 }))
    return group(body, collar, rubber, wrapped(spec, { radius: 0.583, y: 0.63, height: 0.76, style: 'paper' }))
  },

  polish(spec) {
    const one = polishBottle(spec.colour, spec.cap ?? '#2b1330')
    one.add(wrapped(spec, { radius: 0.604, y: 0.36, height: 0.4, arc: 1.9, style: 'print' }))
    const two = polishBottle(shades(spec.colour).deep, spec.cap ?? '#2b1330')
    two.scale.setScalar(0.86)
    two.position.set(1.02, 0, -0.85)
    return group(one, two)
  },

  shampoo(spec) {
    const body = turned(
      [
        [0, 0],
        [0.6, 0],
        [0.62, 1.72],
        [0.34, 2.02],
        [0, 2.02],
      ],
      0.17,
      plastic(spec.colour),
    )
    body.scale.z = 0.72
    const cap = turned(
      [
        [0, 1.98],
        [0.37, 1.98],
        [0.37, 2.4],
        [0, 2.4],
      ],
      0.07,
      plastic(spec.cap ?? '#f3c14b'),
    )
    cap.scale.z = 0.86
    const label = wrapped(spec, { radius: 0.618, y: 0.92, height: 1.12 })
    label.scale.z = 0.73
    return group(body, cap, label)
  },

  pills(spec) {
    const body = turned(
      [
        [0, 0],
        [0.62, 0],
        [0.62, 1.3],
        [0.46, 1.46],
        [0, 1.46],
      ],
      0.12,
      glass(spec.colour),
    )
    const cap = turned(
      [
        [0, 1.42],
        [0.56, 1.42],
        [0.56, 1.86],
        [0, 1.86],
      ],
      0.07,
      ribbed(spec.cap ?? '#ffffff'),
    )
    const label = wrapped(spec, { radius: 0.624, y: 0.68, height: 0.88, style: 'band', accent: spec.colour })
    return group(body, cap, label, capsule(spec.colour, [0.98, 0.5], 0.4), capsule('#f6f1ea', [1.2, 0], 1.3))
  },

  parcel(spec) {
    return paperBag(spec)
  },

  carton(spec) {
    const box = carton(spec)
    if (spec.variant !== 'tablets') return group(box)
    const strip = blister(spec.cap ?? spec.colour)
    strip.position.set(0.5, 0, 0.98)
    return group(box, strip)
  },

  bottle(spec) {
    return bottles[spec.variant ?? 'syrup'](spec)
  },

  sachet(spec) {
    return pouch(spec)
  },
}

const bottles = {
  oil(spec) {
    const profile = [
      [0, 0],
      [0.52, 0],
      [0.54, 0.5],
      [0.5, 0.78],
      [0.54, 1.06],
      [0.54, 1.5],
      [0.2, 2],
      [0.2, 2.16],
      [0, 2.16],
    ]
    const cap = turned(
      [
        [0, 2.12],
        [0.25, 2.12],
        [0.25, 2.42],
        [0, 2.42],
      ],
      0.04,
      ribbed(spec.cap ?? '#e8b42c'),
    )
    return group(
      turned(profile, 0.13, glass(spec.colour)),
      cap,
      wrapped(spec, { radius: 0.546, y: 0.78, height: 0.86 }),
    )
  },
  syrup(spec) {
    const profile = [
      [0, 0],
      [0.56, 0],
      [0.56, 1.3],
      [0.22, 1.62],
      [0.22, 1.8],
      [0, 1.8],
    ]
    const cap = turned(
      [
        [0, 1.76],
        [0.3, 1.76],
        [0.3, 2.12],
        [0, 2.12],
      ],
      0.04,
      ribbed(spec.cap ?? '#ffffff'),
    )
    return group(turned(profile, 0.16, glass(spec.colour)), cap, wrapped(spec, { radius: 0.564, y: 0.68, height: 0.9 }))
  },
  cleaner(spec) {
    const profile = [
      [0, 0],
      [0.6, 0],
      [0.62, 0.42],
      [0.5, 1.02],
      [0.56, 1.4],
      [0.24, 1.94],
      [0.24, 2.02],
      [0, 2.02],
    ]
    const body = turned(profile, 0.2, plastic(spec.colour, { roughness: 0.22 }))
    const cap = turned(
      [
        [0, 1.98],
        [0.28, 1.98],
        [0.22, 2.36],
        [0.12, 2.5],
        [0, 2.5],
      ],
      0.05,
      plastic(spec.cap ?? '#fff'),
    )
    for (const part of [body, cap]) part.scale.z = 0.7
    const label = wrapped(spec, { radius: 0.612, y: 0.72, height: 0.96 })
    label.scale.z = 0.72
    return group(body, cap, label)
  },
  sauce(spec) {
    const profile = [
      [0, 0],
      [0.5, 0],
      [0.54, 0.3],
      [0.54, 1.18],
      [0.24, 1.72],
      [0.2, 2.06],
      [0, 2.06],
    ]
    const cap = turned(
      [
        [0, 2.02],
        [0.25, 2.02],
        [0.22, 2.36],
        [0, 2.36],
      ],
      0.05,
      ribbed(spec.cap ?? '#ffffff'),
    )
    return group(
      turned(profile, 0.14, glass(spec.colour)),
      cap,
      wrapped(spec, { radius: 0.546, y: 0.72, height: 0.86 }),
    )
  },
}

function lowJar(spec) {
  const body = turned(
    [
      [0, 0],
      [0.84, 0],
      [0.94, 0.84],
      [0, 0.84],
    ],
    0.17,
    glass(spec.colour),
  )
  const lid = turned(
    [
      [0, 0.82],
      [0.97, 0.82],
      [0.97, 1.24],
      [0, 1.24],
    ],
    0.09,
    lidOf(spec.cap ?? gold),
  )
  return group(body, lid, wrapped(spec, { radius: 0.866, radiusTop: 0.93, y: 0.44, height: 0.58, arc: 1.8 }))
}

function tallJar(spec) {
  const body = turned(
    [
      [0, 0],
      [0.74, 0],
      [0.76, 1.42],
      [0.6, 1.6],
      [0, 1.6],
    ],
    0.15,
    glass(spec.colour),
  )
  const lid = turned(
    [
      [0, 1.57],
      [0.68, 1.57],
      [0.68, 1.98],
      [0, 1.98],
    ],
    0.07,
    ribbed(spec.cap ?? gold),
  )
  return group(body, lid, wrapped(spec, { radius: 0.76, y: 0.76, height: 1.04 }))
}

function polishBottle(colour, cap) {
  const body = turned(
    [
      [0, 0],
      [0.6, 0],
      [0.6, 0.72],
      [0.2, 0.95],
      [0, 0.95],
    ],
    0.2,
    glass(colour),
  )
  const brush = turned(
    [
      [0, 0.93],
      [0.27, 0.93],
      [0.2, 1.98],
      [0, 1.98],
    ],
    0.06,
    lacquer(cap),
  )
  return group(body, brush)
}

/** Builds a bag with a flat bottom: straight foot, soft belly, folded seam at the top. */
function paperBag(spec) {
  const [width, height, depth] = [1.5, 2.05, 0.82]
  const geometry = new THREE.BoxGeometry(width, height, depth, 36, 48, 16)
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const u = at.getX(i) / (width / 2)
    const v = at.getY(i) / height + 0.5
    const w = at.getZ(i) / (depth / 2)
    const pinch = 1 - smooth((v - 0.62) / 0.36) * 0.94
    const belly = 0.16 * Math.sin(Math.PI * Math.min(1, v * 1.15)) * (1 - u * u)
    at.setX(i, at.getX(i) * (1 + 0.05 * (1 - w * w) * Math.sin(Math.PI * v) - 0.04 * smooth((v - 0.7) / 0.3)))
    at.setZ(i, at.getZ(i) * pinch + Math.sign(w) * belly * Math.min(1, Math.abs(w)) * pinch)
    at.setY(i, v * height + 0.015 * Math.sin(u * 9 + v * 5) * smooth((v - 0.55) / 0.4))
  }
  geometry.computeVertexNormals()
  const film = { roughness: 0.78, clearcoat: 0 }
  const plain = plastic(spec.colour, film)
  const front = plastic('#ffffff', { ...film, map: printed(spec, { style: 'pack', width: 900, height: 1230 }) })
  const bag = solid(geometry, [plain, plain, plain, plain, front, plain])
  const seam = solid(new RoundedBoxGeometry(width * 0.97, 0.17, 0.07, 4, 0.02), plastic(shades(spec.colour).deep, film))
  seam.position.y = height + 0.04
  return turnedBy(group(bag, seam), -0.36)
}

function carton(spec) {
  const wide = spec.variant !== 'upright'
  const [width, height, depth] = wide ? [2, 1.15, 0.72] : [1.35, 1.95, 0.66]
  const geometry = new RoundedBoxGeometry(width, height, depth, 4, 0.035)
  const card = { roughness: 0.5, clearcoat: 0.25 }
  const style = shades(spec.colour).isLight ? 'band' : 'pack'
  const face = (across, up) => plastic('#ffffff', { ...card, map: printed(spec, { style, width: across, height: up }) })
  const plain = plastic(spec.colour, card)
  const front = face(1200, Math.round((1200 * height) / width))
  const side = plastic(shades(spec.cap ?? spec.colour).deep, card)
  const box = solid(geometry, [side, side, plain, plain, front, plain])
  box.position.y = height / 2
  return turnedBy(group(box), -0.42)
}

/** Builds a foil strip of ten tablets in front of its carton. */
function blister(colour) {
  const foil = solid(new RoundedBoxGeometry(1.45, 0.035, 0.62, 3, 0.016), metal('#d9dde2'))
  foil.position.y = 0.03
  const pills = Array.from({ length: 10 }, (_, i) => {
    const pill = solid(new THREE.SphereGeometry(0.098, 24, 14), plastic(colour, { roughness: 0.2 }))
    pill.scale.y = 0.6
    pill.position.set(-0.56 + (i % 5) * 0.28, 0.055, i < 5 ? -0.15 : 0.15)
    return pill
  })
  return turnedBy(group(foil, ...pills), 0.22)
}

/** Builds a pouch of two bulging sheets between crimped seams. */
function pouch(spec) {
  const [width, height] = [1.5, 2.05]
  const film = { roughness: 0.36, clearcoat: 0.5, side: THREE.DoubleSide }
  const map = printed(spec, { style: 'pack', width: 900, height: 1230 })
  const front = sheet(width, height, 0.24, plastic('#ffffff', { ...film, map }))
  const back = sheet(width, height, -0.2, plastic(spec.colour, film))
  // Leaves a small gap between the two sheets of the pouch, because surfaces at the same depth flicker.
  back.position.z = -0.012
  const both = group(front, back)
  both.position.y = height / 2
  both.rotation.x = -0.1
  return turnedBy(group(both), -0.28)
}

function sheet(width, height, bulge, material) {
  const geometry = new THREE.PlaneGeometry(width, height, 90, 120)
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const u = at.getX(i) / (width / 2)
    const v = at.getY(i) / (height / 2)
    const inner = Math.max(0, 1 - Math.abs(v) / 0.88)
    const swell = Math.max(0, 1 - Math.abs(u) ** 2.6) ** 0.62 * smooth(inner * 1.3)
    const crease = 0.01 * Math.sin(u * 13 + Math.sign(v)) * smooth(1 - Math.abs(inner - 0.2) / 0.25)
    const crimp = Math.abs(v) > 0.89 ? 0.014 * Math.sin(v * height * 95) : 0
    at.setZ(i, bulge * swell + crease + crimp)
    at.setX(i, at.getX(i) * (1 - 0.05 * swell * (1 - v * v)))
  }
  geometry.computeVertexNormals()
  const mesh = solid(geometry, material)
  // The sheet of a pouch receives no shadow, because its own bulge would cast one on the printed foot.
  mesh.receiveShadow = false
  return mesh
}

function capsule(colour, [x, z], turn) {
  const pill = solid(new THREE.CapsuleGeometry(0.14, 0.32, 12, 24), plastic(colour, { roughness: 0.18 }))
  pill.rotation.set(0, turn, Math.PI / 2)
  pill.position.set(x, 0.14, z)
  return pill
}

/**
 * Returns the label around a round product. All products of a brand have one style; the body's colour decides the rest.
 */
function wrapped(spec, { radius, radiusTop = radius, y, height, arc = 2.05, style = styleOf(spec), accent }) {
  const geometry = new THREE.CylinderGeometry(radiusTop + 0.004, radius + 0.004, height, 64, 1, true, -arc / 2, arc)
  const width = 1100
  const map = printed(spec, { style, width, height: Math.round((width * height) / (radius * arc)), accent })
  const mesh = new THREE.Mesh(geometry, plastic('#ffffff', { map, roughness: 0.55, clearcoat: 0.1, transparent: true }))
  mesh.position.y = y
  return mesh
}

function styleOf(spec) {
  const sum = Array.from(spec.label).reduce((total, char) => total + char.codePointAt(0), 0)
  return ['paper', 'band'][sum % 2]
}

/** Returns the print on a tube: a sheet bent to the shape of the tube under it. */
function onTube(spec, style) {
  const [arc, from, to] = [2.3, 0.78, 1.92]
  const geometry = new THREE.CylinderGeometry(0.58, 0.58, to - from, 48, 24, true, -arc / 2, arc)
  geometry.translate(0, (from + to) / 2, 0)
  flattenTowardsTop(geometry)
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) at.setZ(i, at.getZ(i) + 0.008)
  geometry.computeVertexNormals()
  const map = printed(spec, { style, width: 1000, height: 860 })
  return new THREE.Mesh(geometry, plastic('#ffffff', { map, roughness: 0.5, clearcoat: 0.1, transparent: true }))
}

function flattenTowardsTop(geometry) {
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const rise = smooth((at.getY(i) - 0.45) / 1.85)
    at.setZ(i, at.getZ(i) * (1 - 0.95 * rise))
    at.setX(i, at.getX(i) * (1 + 0.12 * rise))
  }
  geometry.computeVertexNormals()
}

/** Cuts the top of a lipstick at an angle. */
function slant(geometry, from) {
  const at = geometry.attributes.position
  for (let i = 0; i < at.count; i++) {
    const limit = from + 0.16 + at.getX(i) * 0.75
    if (at.getY(i) > limit) at.setY(i, limit + (at.getY(i) - limit) * 0.08)
  }
  geometry.computeVertexNormals()
}

/** Returns a body of revolution whose corners are all rounded by `radius`. */
function turned(profile, radius, material) {
  const points = profile.flatMap((point, i) => corner(profile[i - 1], point, profile[i + 1], radius))
  return solid(new THREE.LatheGeometry(points, 96), material)
}

function corner(before, point, after, radius) {
  const here = new THREE.Vector2(...point)
  if (!before || !after) return [here]
  const back = new THREE.Vector2(...before).sub(here)
  const ahead = new THREE.Vector2(...after).sub(here)
  const reach = Math.min(radius, back.length() / 2, ahead.length() / 2)
  const start = here.clone().addScaledVector(back.normalize(), reach)
  const end = here.clone().addScaledVector(ahead.normalize(), reach)
  return new THREE.QuadraticBezierCurve(start, here, end).getPoints(8)
}

function plastic(color, options = {}) {
  return new THREE.MeshPhysicalMaterial({
    color,
    roughness: 0.32,
    clearcoat: 0.5,
    clearcoatRoughness: 0.22,
    ...options,
  })
}

function glass(color) {
  return plastic(color, { roughness: 0.12, clearcoat: 1, clearcoatRoughness: 0.06 })
}

function lacquer(color) {
  return plastic(color, { roughness: 0.2, clearcoat: 1 })
}

function metal(color) {
  return new THREE.MeshPhysicalMaterial({ color, metalness: 1, roughness: 0.26 })
}

/** Returns the material of a lid: brass for warm yellows and browns, plastic for other colours. */
function lidOf(colour) {
  return isBrass(colour) ? metal(colour) : plastic(colour)
}

function shellOf(colour) {
  return isBrass(colour) ? metal(colour) : lacquer(colour)
}

function isBrass(colour) {
  const { h, s } = new THREE.Color(colour).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace)
  return h > 0.07 && h < 0.16 && s > 0.35
}

/** Returns a screw cap with fine vertical ribs from a bump map. */
function ribbed(colour) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 512, height: 8 })
  const pen = canvas.getContext('2d')
  for (let x = 0; x < 512; x++) {
    const shade = Math.round(127 + 127 * Math.sin((x / 512) * 2 * Math.PI * 44))
    pen.fillStyle = `rgb(${shade},${shade},${shade})`
    pen.fillRect(x, 0, 1, 8)
  }
  const bumpMap = new THREE.CanvasTexture(canvas)
  return plastic(colour, { bumpMap, bumpScale: 3, clearcoat: 0.1 })
}

function solid(geometry, material) {
  const mesh = new THREE.Mesh(geometry, material)
  mesh.castShadow = true
  mesh.receiveShadow = true
  return mesh
}

function group(...parts) {
  return new THREE.Group().add(...parts)
}

function turnedBy(object, angle) {
  object.rotation.y = angle
  return object
}

function smooth(value) {
  const t = Math.min(1, Math.max(0, value))
  return t * t * (3 - 2 * t)
}
