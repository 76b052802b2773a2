import * as THREE from 'three'
import { builders } from './shapes.js'

const sizePx = 1000

const renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true })
renderer.setPixelRatio(1)
renderer.setSize(sizePx, sizePx)
renderer.toneMapping = THREE.NeutralToneMapping
renderer.toneMappingExposure = 1
renderer.shadowMap.enabled = true
renderer.shadowMap.type = THREE.VSMShadowMap

const environment = softboxes()

/** Renders one product as a PNG data URL, with its contact shadow on a transparent background. */
window.photograph = async (spec) => {
  await Promise.all(['700 40px Display', '600 40px Text', '800 40px Text'].map((font) => document.fonts.load(font)))
  const scene = new THREE.Scene()
  scene.environment = environment
  scene.environmentIntensity = 0.82
  const product = builders[spec.profile](spec)
  scene.add(product, ...lights(), ground(), contactShadow(product))
  renderer.render(scene, cameraFor(product))
  const url = renderer.domElement.toDataURL('image/png')
  discard(scene)
  return url
}

/**
 * Builds the surroundings of a product: a grey room with a large softbox on the left, a strip light on the right and a
 * ceiling panel, which give long, even highlights.
 */
function softboxes() {
  const room = new THREE.Scene()
  room.add(panel([0, 0, 0], [14, 9, 14], '#b9b4b8', 1, THREE.BackSide))
  room.add(panel([-6.2, 2.2, 2.2], [0.2, 5.2, 3.6], '#fff8f0', 8))
  room.add(panel([6.4, 1.8, 0.6], [0.2, 5.4, 1.1], '#fff2f7', 6))
  room.add(panel([0, 4.3, 0.5], [5, 0.2, 5], '#ffffff', 5))
  room.add(panel([0, 2.6, -6.4], [11, 3, 0.2], '#ffffff', 2.6))
  room.add(panel([1.5, 1.2, 6.6], [2.4, 1.6, 0.2], '#ffffff', 1.6))
  const pmrem = new THREE.PMREMGenerator(renderer)
  const { texture } = pmrem.fromScene(room, 0.025)
  pmrem.dispose()
  return texture
}

function panel(at, size, colour, glow, side = THREE.FrontSide) {
  const shade = new THREE.Color(colour).multiplyScalar(glow)
  const mesh = new THREE.Mesh(new THREE.BoxGeometry(...size), new THREE.MeshBasicMaterial({ color: shade, side }))
  mesh.position.set(...at)
  return mesh
}

function lights() {
  const key = new THREE.DirectionalLight('#fff6ec', 1.5)
  key.position.set(-2.6, 7, 4.2)
  key.castShadow = true
  key.shadow.mapSize.set(1024, 1024)
  key.shadow.radius = 9
  key.shadow.blurSamples = 20
  key.shadow.bias = -0.0006
  Object.assign(key.shadow.camera, { left: -4, right: 4, top: 4, bottom: -4, near: 1, far: 16 })
  const fill = new THREE.DirectionalLight('#ffe2ee', 0.45)
  fill.position.set(4, 2.4, 3)
  const bounce = new THREE.DirectionalLight('#fff4f0', 0.5)
  bounce.position.set(0.5, -3, 5)
  return [key, fill, bounce]
}

function ground() {
  const plane = new THREE.Mesh(new THREE.PlaneGeometry(30, 30), new THREE.ShadowMaterial({ opacity: 0.13 }))
  plane.rotation.x = -Math.PI / 2
  plane.receiveShadow = true
  return plane
}

/** Adds the dark rim where the product touches the table, because a shadow map alone makes the rim too pale. */
function contactShadow(product) {
  const box = new THREE.Box3().setFromObject(product)
  const size = box.getSize(new THREE.Vector3())
  const centre = box.getCenter(new THREE.Vector3())
  const canvas = Object.assign(document.createElement('canvas'), { width: 256, height: 256 })
  const pen = canvas.getContext('2d')
  const fade = pen.createRadialGradient(128, 128, 40, 128, 128, 126)
  fade.addColorStop(0, 'rgba(52,22,36,.5)')
  fade.addColorStop(0.55, 'rgba(52,22,36,.24)')
  fade.addColorStop(1, 'rgba(52,22,36,0)')
  pen.fillStyle = fade
  pen.fillRect(0, 0, 256, 256)
  const map = new THREE.CanvasTexture(canvas)
  const material = new THREE.MeshBasicMaterial({ map, transparent: true, depthWrite: false, toneMapped: false })
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(size.x * 1.16, Math.max(size.z, size.x * 0.45) * 1.16), material)
  mesh.rotation.x = -Math.PI / 2
  mesh.position.set(centre.x, 0.004, centre.z)
  return mesh
}

/**
 * Returns a camera with a long lens slightly above the product, far enough away to show the product with its whole
 * shadow.
 */
function cameraFor(product) {
  const box = new THREE.Box3().setFromObject(product)
  const centre = box.getCenter(new THREE.Vector3())
  const size = box.getSize(new THREE.Vector3())
  const camera = new THREE.PerspectiveCamera(22, 1, 0.1, 100)
  const reach = Math.max(size.y + size.z * 0.25, size.x) * 0.5
  const distance = (reach * 1.3) / Math.tan((11 * Math.PI) / 180) + size.z / 2
  const rise = (11 * Math.PI) / 180
  camera.position.set(centre.x, centre.y + distance * Math.sin(rise), centre.z + distance * Math.cos(rise))
  camera.lookAt(centre.x, centre.y, centre.z)
  return camera
}

function discard(scene) {
  scene.traverse((node) => {
    node.geometry?.dispose()
    for (const material of [node.material ?? []].flat()) {
      material.map?.dispose()
      material.dispose()
    }
  })
}

window.studioReady = true
