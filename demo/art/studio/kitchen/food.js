import * as THREE from 'three'

const noiseCode = /* glsl */ `
float hash3(vec3 p) { p = fract(p * vec3(.1031, .1030, .0973)); p += dot(p, p.yxz + 33.33); return fract((p.x + p.y) * p.z); }
float noise3(vec3 p) {
  vec3 i = floor(p), f = fract(p); f = f * f * (3. - 2. * f);
  return mix(mix(mix(hash3(i), hash3(i + vec3(1,0,0)), f.x), mix(hash3(i + vec3(0,1,0)), hash3(i + vec3(1,1,0)), f.x), f.y),
    mix(mix(hash3(i + vec3(0,0,1)), hash3(i + vec3(1,0,1)), f.x), mix(hash3(i + vec3(0,1,1)), hash3(i + vec3(1,1,1)), f.x), f.y), f.z);
}
float fbm(vec3 p) { return .5 * noise3(p) + .25 * noise3(p * 2.03 + 7.) + .14 * noise3(p * 4.1 + 3.) + .11 * noise3(p * 8.3 + 1.); }
float fbm2(vec3 p) { return .66 * noise3(p) + .34 * noise3(p * 2.3 + 5.); }
/** The distance to the nearest of scattered points; y is a number of that point. */
vec2 cell(vec3 p) {
  vec3 i = floor(p), f = fract(p); vec2 best = vec2(8.);
  for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) for (int z = -1; z <= 1; z++) {
    vec3 g = vec3(x, y, z), q = i + g;
    vec3 o = vec3(hash3(q), hash3(q + 19.7), hash3(q + 41.3));
    float d = length(g + o - f);
    if (d < best.x) best = vec2(d, hash3(q + 71.1));
  }
  return best;
}
float step2(float a, float b, float x) { return smoothstep(a, b, x); }
vec3 bumped(vec3 pos, vec3 n, float h) {
  vec3 sx = dFdx(pos), sy = dFdy(pos);
  vec3 r1 = cross(sy, n), r2 = cross(n, sx);
  float det = dot(sx, r1);
  vec3 grad = sign(det) * (dFdx(h) * r1 + dFdy(h) * r2);
  return normalize(abs(det) * n - grad);
}
`

/**
 * Returns a material whose colour, relief and gloss are computed in GLSL from the point p on the object. `tones` are
 * colours with an amount from 0 to 1, painted one after the other; `bump` is a height; `rough` is the roughness. `uvp`
 * is the point on a surface of (u, v). `glow` is the share of the colour that shines through.
 */
export function food({
  color,
  tones = [],
  bump,
  rough = 0.6,
  glow = 0.05,
  coat = 0,
  coatRough = 0.15,
  sheen = 0,
  metal = 0,
  see = 1,
  side = THREE.FrontSide,
  env = 1,
}) {
  const material = new THREE.MeshPhysicalMaterial({
    color,
    roughness: typeof rough === 'number' ? rough : 0.5,
    metalness: metal,
    clearcoat: coat,
    clearcoatRoughness: coatRough,
    sheen,
    sheenRoughness: 0.6,
    sheenColor: new THREE.Color(color),
    side,
    envMapIntensity: env,
    transparent: see < 1,
    opacity: see,
  })
  const rgb = (value) => {
    const { r, g, b } = new THREE.Color(value)
    return `vec3(${r.toFixed(5)}, ${g.toFixed(5)}, ${b.toFixed(5)})`
  }
  const painted = tones
    .filter(([, amount]) => !/^0(\.0+)? \*/.test(amount))
    .map(([colour, amount]) => `paint = mix(paint, ${rgb(colour)}, clamp(${amount}, 0., 1.));`)
    .join('\n')
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vPlace; varying vec2 vSheet;')
      .replace(
        '#include <begin_vertex>',
        `#include <begin_vertex>
        vPlace = position; vSheet = uv;
        #ifdef USE_INSTANCING
          vPlace += instanceMatrix[3].xyz * 3.7;
        #endif`,
      )
      .replace('#include <uv_vertex>', '#include <uv_vertex>')
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nvarying vec3 vPlace; varying vec2 vSheet;\n${noiseCode}`)
      .replace(
        '#include <color_fragment>',
        `vec3 p = vPlace; vec2 uvp = vSheet; vec3 paint = diffuseColor.rgb;
        ${painted}
        diffuseColor.rgb = paint;
        #include <color_fragment>`,
      )
      .replace(
        '#include <roughnessmap_fragment>',
        `#include <roughnessmap_fragment>
        ${typeof rough === 'string' ? `roughnessFactor = clamp(${rough}, .04, 1.);` : ''}`,
      )
      .replace(
        '#include <normal_fragment_maps>',
        `#include <normal_fragment_maps>
        ${bump ? `normal = bumped(-vViewPosition, normal, ${bump});` : ''}`,
      )
      .replace(
        '#include <emissivemap_fragment>',
        `#include <emissivemap_fragment>
        totalEmissiveRadiance += diffuseColor.rgb * ${glow.toFixed(4)};`,
      )
  }
  material.customProgramCacheKey = () => [painted, bump, rough, glow].join('|')
  return material
}

export const steel = (shade = '#d9d6d0') => food({ color: shade, metal: 1, rough: '.2 + .12 * fbm(p * 6.)', glow: 0 })

/** Returns the material of leaves of coriander, mint or curry: flat, bent, slightly glossy. */
export const leafGreen = (shade = '#3f7d22') =>
  food({
    color: shade,
    tones: [['#8fb84a', '.5 * smoothstep(.4, .7, fbm(p * 9.))']],
    rough: 0.45,
    glow: 0.09,
    side: THREE.DoubleSide,
  })
