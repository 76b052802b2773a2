import * as THREE from 'three'
import { randomOf } from './kit.js'

// The surroundings are reflected at full strength, but give only a small share of the diffuse light. The rest of the
// diffuse light comes from the lights of `expose`, which cast shadows.
THREE.ShaderChunk.lights_fragment_maps = THREE.ShaderChunk.lights_fragment_maps.replace(
  'iblIrradiance += getIBLIrradiance( geometryNormal );',
  'iblIrradiance += vec3( 0.24, 0.2, 0.165 );',
)

const renderer = new THREE.WebGLRenderer({ antialias: false })
renderer.setPixelRatio(1)
renderer.shadowMap.enabled = true
renderer.shadowMap.type = THREE.PCFShadowMap
renderer.toneMapping = THREE.NoToneMapping

let room
/**
 * Builds the surroundings of a photograph: a dark kitchen with a large warm window behind on the left, a lamp above and
 * a pale wall on the right.
 */
function surroundings() {
  if (room) return room
  const scene = new THREE.Scene()
  const add = (at, size, colour, glow, side = THREE.FrontSide) => {
    const shade = new THREE.Color(colour).multiplyScalar(glow)
    const panel = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial({ color: shade, side }))
    panel.position.set(...at)
    scene.add(panel)
  }
  add([0, 0, 0], [16, 10, 16], '#7a6a5c', 0.55, THREE.BackSide)
  add([-5.4, 3.2, -5.2], [4.6, 3.4, 0.2], '#fff1d8', 11)
  add([-7.4, 2.6, 0.5], [0.2, 3.2, 4.5], '#ffedd2', 6)
  add([0, 4.8, -1], [5, 0.2, 4], '#fff6e8', 3)
  add([7.4, 2, 1], [0.2, 4, 6], '#f4e4d4', 1.4)
  add([0, -4.6, 0], [16, 0.2, 16], '#4a3526', 0.5)
  const pmrem = new THREE.PMREMGenerator(renderer)
  room = pmrem.fromScene(scene, 0.02).texture
  pmrem.dispose()
  return room
}

function sun(reach, mapPx) {
  const light = new THREE.DirectionalLight('#ffffff', 1)
  light.castShadow = true
  light.shadow.mapSize.set(mapPx, mapPx)
  light.shadow.radius = 1.6
  light.shadow.bias = -0.0008
  light.shadow.normalBias = 0.012
  Object.assign(light.shadow.camera, { left: -reach, right: reach, top: reach, bottom: -reach, near: 1, far: 30 })
  return light
}

/**
 * Takes a photograph: the average of many exposures, in which the window, the sky and the lens move a little. The
 * average has soft shadows, dark corners and smooth edges, and blurs objects far from the focus.
 * @returns the picture as linear colours, four floats a pixel, rows from the bottom
 */
export function expose(scene, { width, height, camera, passes = 32, seed = 1, reach = 4.5, lens = 0.07, light = {} }) {
  const { from = [-3.4, 5.2, -3.2], key = 3.1, sky = 2.3, warm = '#ffdfb4', softness = 1.1 } = light
  renderer.setSize(width, height, false)
  scene.environment = surroundings()
  scene.environmentIntensity = light.mirror ?? 0.85
  const [window_, dome] = [sun(reach, 1024), sun(reach, 512)]
  window_.color.set(warm)
  scene.add(window_, window_.target, dome, dome.target)
  const target = new THREE.WebGLRenderTarget(width, height, { type: THREE.FloatType })
  const sum = new Float32Array(width * height * 4)
  const one = new Float32Array(width * height * 4)
  const random = randomOf(seed * 7919 + 13)
  const view = new THREE.PerspectiveCamera(camera.fov ?? 24, width / height, 0.5, 60)
  const focus = new THREE.Vector3(...camera.focus)
  const [home, right, up] = [new THREE.Vector3(...camera.from), new THREE.Vector3(), new THREE.Vector3()]
  const look = focus.clone().sub(home).normalize()
  right.crossVectors(look, new THREE.Vector3(0, 1, 0)).normalize()
  up.crossVectors(right, look)
  for (let i = 0; i < passes; i++) {
    const golden = i * 2.399963
    const share = Math.sqrt((i + 0.5) / passes)
    const spin = golden + seed
    const key3 = new THREE.Vector3(...from).normalize().multiplyScalar(11)
    const side = new THREE.Vector3(-key3.z, 0, key3.x).normalize()
    window_.position
      .copy(key3)
      .addScaledVector(side, softness * 1.7 * share * Math.cos(spin * 1.7))
      .add(new THREE.Vector3(0, softness * 1.4 * share * Math.sin(spin * 1.7), 0))
    window_.intensity = key
    // Chooses directions of light from the sky: more of them near the top, and brighter ones behind, because the room
    // is lit from there.
    const lift = Math.sqrt(1 - ((i * 0.618034 + 0.5) % 1) * 0.94)
    const round = spin * 2.3
    const flat = Math.sqrt(1 - lift * lift)
    dome.position.set(11 * flat * Math.cos(round), 11 * lift, 11 * flat * Math.sin(round))
    dome.intensity = sky * (1 - 0.25 * flat * Math.sin(round))
    dome.color.set(flat * Math.cos(round) > 0.3 ? '#ffeadb' : '#fff4ea')
    const [lx, ly] = [share * Math.cos(golden * 1.3 + 1), share * Math.sin(golden * 1.3 + 1)]
    view.position
      .copy(home)
      .addScaledVector(right, lens * lx)
      .addScaledVector(up, lens * ly)
    view.setViewOffset(width, height, random.next() - 0.5, random.next() - 0.5, width, height)
    view.lookAt(focus)
    renderer.setRenderTarget(target)
    renderer.render(scene, view)
    renderer.readRenderTargetPixels(target, 0, 0, width, height, one)
    for (let n = 0; n < sum.length; n++) sum[n] += one[n]
  }
  renderer.setRenderTarget(null)
  target.dispose()
  for (const lamp of [window_, dome]) {
    scene.remove(lamp, lamp.target)
    lamp.dispose()
  }
  for (let n = 0; n < sum.length; n++) sum[n] /= passes
  return sum
}

/**
 * Converts the linear colours of a photograph to the image of a canvas: with exposure, soft highlights, a little
 * contrast and warmth.
 */
export function develop(linear, width, height, { exposure = 1, steam } = {}) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const image = pen.createImageData(width, height)
  const gains = [1.03 * exposure, exposure, 0.95 * exposure]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = ((height - 1 - y) * width + x) * 4
      const to = (y * width + x) * 4
      const edge = Math.hypot(x / width - 0.5, y / height - 0.5)
      const vignette = 1 - 0.22 * edge * edge * 2
      const wisp = steam ? steam(x / width, y / height) : 0
      const grey = 0.25 * linear[from] + 0.65 * linear[from + 1] + 0.1 * linear[from + 2]
      for (let c = 0; c < 3; c++) {
        const rich = Math.max(0, grey + (linear[from + c] - grey) * 1.05)
        const lit = rich * gains[c] * vignette
        image.data[to + c] = 255 * toned(lit + wisp * (0.85 - 0.5 * Math.min(1, lit)))
      }
      image.data[to + 3] = 255
    }
  pen.putImageData(image, 0, 0)
  return canvas
}

/** Converts a linear value of light to one for the screen, from 0 to 1, with soft highlights like film. */
function toned(value) {
  const x = Math.max(0, value)
  const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
  const soft = 1 - Math.exp(-1.35 * x)
  const mixed = Math.min(1, 0.72 * film + 0.28 * soft)
  return mixed <= 0.0031308 ? 12.92 * mixed : 1.055 * mixed ** (1 / 2.4) - 0.055
}

/**
 * Frees the geometries of a scene. The scene's materials stay, because compiling them again for each dish takes
 * seconds.
 */
export function discard(scene) {
  scene.traverse((node) => {
    node.geometry?.dispose()
    if (node.isInstancedMesh) node.dispose()
  })
}
