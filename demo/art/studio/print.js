import * as THREE from 'three'

/** Returns shades of one colour, computed in HSL, for the label of a product with that colour. */
export function shades(colour) {
  const hsl = new THREE.Color(colour).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace)
  // A darkened yellow turns olive, so its dark shades are moved towards rust.
  const hue = hsl.h > 0.06 && hsl.h < 0.18 ? hsl.h - 0.045 : hsl.h
  const at = (s, l) => `#${new THREE.Color().setHSL(hue, s, l, THREE.SRGBColorSpace).getHexString()}`
  return {
    isLight: luminance(colour) > 0.42,
    ink: at(Math.min(hsl.s, 0.75), 0.2),
    deep: at(Math.min(1, hsl.s * 1.05), Math.max(0.16, hsl.l * 0.62)),
    pale: at(Math.min(hsl.s, 0.7), 0.93),
  }
}

function luminance(colour) {
  const { r, g, b } = new THREE.Color(colour)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/**
 * Returns the printed face of a product as a texture. `style` is 'paper' for a cream label, 'band' for a coloured area
 * above a cream foot, 'print' for ink directly on the product, or 'pack' for a printed wrapper of full size.
 */
export function printed(spec, { style, width, height, accent = spec.cap ?? spec.colour }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d')
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  painters[style](pen, spec, { width, height, accent })
  const texture = new THREE.CanvasTexture(canvas)
  texture.colorSpace = THREE.SRGBColorSpace
  texture.anisotropy = 8
  return texture
}

const cream = '#fffaf2'

const painters = {
  paper(pen, spec, { width, height, accent }) {
    const tone = shades(legible(accent, spec.colour))
    pen.fillStyle = cream
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = tone.deep
    pen.fillRect(0, 0, width, height * 0.07)
    pen.fillRect(0, height * 0.93, width, height * 0.07)
    words(pen, spec, { width, height, name: tone.ink, sub: tone.deep, nameY: 0.43, subY: 0.69 })
  },
  band(pen, spec, { width, height, accent }) {
    const tone = shades(legible(accent, spec.colour))
    pen.fillStyle = cream
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = tone.deep
    pen.fillRect(0, 0, width, height * 0.62)
    pen.fillStyle = 'rgba(255,255,255,.16)'
    disc(pen, width * 0.9, height * 0.08, height * 0.42)
    words(pen, spec, { width, height, name: '#ffffff', sub: tone.ink, nameY: 0.33, subY: 0.81 })
  },
  print(pen, spec, { width, height, accent }) {
    const light = shades(spec.colour).isLight
    const ink = light ? shades(legible(accent, spec.colour)).ink : '#ffffff'
    pen.fillStyle = ink
    pen.globalAlpha = 0.85
    pen.fillRect(width * 0.3, height * 0.62, width * 0.4, height * 0.012)
    pen.globalAlpha = 1
    words(pen, spec, { width, height, name: ink, sub: ink, nameY: 0.44, subY: 0.76 })
  },
  pack(pen, spec, { width, height, accent }) {
    const body = shades(spec.colour)
    const tone = shades(legible(accent, spec.colour))
    const sky = pen.createLinearGradient(0, 0, width, height)
    sky.addColorStop(0, spec.colour)
    sky.addColorStop(1, body.isLight ? mixed(spec.colour, tone.deep, 0.22) : body.deep)
    pen.fillStyle = sky
    pen.fillRect(0, 0, width, height)
    swoosh(pen, width, height, body.isLight ? tone.deep : cream)
    rays(pen, width, height)
    pen.save()
    pen.translate(0, height * 0.1)
    const top = body.isLight ? tone.ink : '#ffffff'
    words(pen, spec, { width, height, name: top, sub: body.isLight ? '#ffffff' : body.deep, nameY: 0.22, subY: 0.69 })
    pen.restore()
  },
}

/** Draws the brand line and the small line of a label, each as large as the width allows. */
function words(pen, spec, { width, height, name, sub, nameY, subY }) {
  pen.fillStyle = name
  fit(pen, spec.label, '700', 'Display', width * 0.82, Math.min(height * 0.36, width * 0.27), '0px')
  pen.fillText(spec.label, width / 2, height * nameY)
  pen.fillStyle = sub
  const small = spec.sub.toUpperCase()
  fit(pen, small, '700', 'Text', width * 0.78, Math.min(height * 0.13, width * 0.088), '3px')
  pen.fillText(small, width / 2, height * subY)
  pen.letterSpacing = '0px'
}

function fit(pen, text, weight, family, width, most, spacing) {
  let size = most
  do {
    pen.font = `${weight} ${size}px ${family}`
    pen.letterSpacing = spacing
    size -= 2
  } while (pen.measureText(text).width > width && size > 12)
}

function disc(pen, x, y, radius) {
  pen.beginPath()
  pen.arc(x, y, radius, 0, 2 * Math.PI)
  pen.fill()
}

/** Draws the wave across the lower half of a wrapper. */
function swoosh(pen, width, height, colour) {
  pen.fillStyle = colour
  pen.beginPath()
  pen.moveTo(0, height * 0.66)
  pen.bezierCurveTo(width * 0.35, height * 0.56, width * 0.6, height * 0.8, width, height * 0.64)
  pen.lineTo(width, height)
  pen.lineTo(0, height)
  pen.fill()
}

/** Draws a pale half-circle, like a rising sun, behind the brand line. */
function rays(pen, width, height) {
  pen.fillStyle = 'rgba(255,255,255,.2)'
  disc(pen, width * 0.5, height * 0.33, width * 0.36)
  pen.fillStyle = 'rgba(255,255,255,.14)'
  disc(pen, width * 0.5, height * 0.33, width * 0.47)
}

/**
 * Returns the accent colour of a label, or the colour of the product's body if the accent is white, grey or missing,
 * because it would not be visible.
 */
function legible(accent, body) {
  const { s, l } = new THREE.Color(accent).getHSL({ h: 0, s: 0, l: 0 }, THREE.SRGBColorSpace)
  return s < 0.12 || l > 0.86 ? body : accent
}

export function mixed(from, to, share) {
  const colour = new THREE.Color(from).convertLinearToSRGB()
  return `#${colour.lerp(new THREE.Color(to).convertLinearToSRGB(), share).convertSRGBToLinear().getHexString()}`
}
