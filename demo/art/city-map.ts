import { writeFile } from 'node:fs/promises'
import { assetFile } from './places.ts'

/**
 * A point on the map: longitude and latitude in degrees (WGS 84). Four decimals of a degree are about 11 m, which is
 * enough for a map on a phone.
 */
type Point = [lng: number, lat: number]

type Area = { kind: 'park' | 'water' | 'block'; name?: string; ring: Point[] }
type Road = { kind: 'main' | 'street'; name?: string; line: Point[] }
type Label = { kind: 'area' | 'place'; text: string; at: Point }

/** The content of /assets/map/city.json; `bounds` are [west, south, east, north]. */
export type CityMap = { bounds: [number, number, number, number]; areas: Area[]; roads: Road[]; labels: Label[] }

/** A neighbourhood between four corners (clockwise from north-west), divided by streets into even blocks. */
type Quarter = {
  name: string
  label: Point
  corners: [Point, Point, Point, Point]
  mains: number
  crosses: number
  /**
   * The numbers of the first north-south and the first east-west street of a quarter. The streets of a quarter without
   * these numbers have no names.
   */
  firstMain?: number
  firstCross?: number
}

const bounds: CityMap['bounds'] = [77.597, 12.9042, 77.6525, 12.9642]

const mainRoads: Road[] = [
  main(
    'Hosur Road',
    [
      77.6036, 12.9642, 77.6052, 12.957, 77.6068, 12.9502, 77.6082, 12.9438, 77.6103, 12.9372, 77.6132, 12.9302,
      77.6168, 12.9238, 77.6228, 12.9172, 77.6262, 12.9118, 77.6302, 12.9042,
    ],
  ),
  main(
    '80 Feet Road',
    [
      77.6148, 12.9556, 77.6172, 12.9502, 77.6196, 12.9452, 77.6228, 12.9408, 77.6268, 12.9372, 77.6296, 12.9332,
      77.6312, 12.9286, 77.6306, 12.9236,
    ],
  ),
  main(
    'Inner Ring Road',
    [
      77.6408, 12.9642, 77.6394, 12.9586, 77.6364, 12.9532, 77.6332, 12.9476, 77.6304, 12.9424, 77.6268, 12.9372,
      77.6214, 12.9344, 77.616, 12.9322, 77.6132, 12.9302,
    ],
  ),
  main(
    'Sarjapur Road',
    [
      77.6132, 12.9302, 77.6176, 12.9284, 77.624, 12.9262, 77.6306, 12.9236, 77.637, 12.9236, 77.6446, 12.9232, 77.6525,
      12.9206,
    ],
  ),
  main(
    'Outer Ring Road',
    [
      77.597, 12.9168, 77.6048, 12.9166, 77.6132, 12.9168, 77.6228, 12.9172, 77.631, 12.9176, 77.638, 12.918, 77.643,
      12.9194, 77.6446, 12.9232, 77.649, 12.928, 77.6525, 12.9318,
    ],
  ),
  main(
    'Bannerghatta Road',
    [
      77.6082, 12.9438, 77.6036, 12.9402, 77.6014, 12.935, 77.6006, 12.926, 77.6002, 12.9168, 77.5998, 12.9096, 77.5992,
      12.9042,
    ],
  ),
  main('Old Airport Road', [77.6204, 12.9642, 77.6278, 12.9606, 77.6394, 12.9586, 77.646, 12.9588, 77.6525, 12.9594]),
  main(
    'Ejipura Main Road',
    [77.6196, 12.9452, 77.6262, 12.9444, 77.6304, 12.9424, 77.6372, 12.9412, 77.6446, 12.9408, 77.6525, 12.9416],
  ),
  main('Victoria Road', [77.6052, 12.957, 77.6098, 12.9566, 77.6148, 12.9556, 77.6204, 12.9562, 77.6278, 12.9606]),
  main('Tavarekere Main Road', [77.6006, 12.926, 77.6068, 12.9262, 77.6118, 12.926, 77.6168, 12.9238]),
  main('27th Main Road', [77.6446, 12.9232, 77.6456, 12.9172, 77.647, 12.9108, 77.6476, 12.9042]),
  main('Jyoti Nivas College Road', [77.616, 12.9322, 77.6168, 12.9362, 77.6182, 12.9404, 77.6196, 12.9452]),
]

const quarters: Quarter[] = [
  quarter(
    'Koramangala 7th Block',
    [77.6134, 12.9378],
    [77.6104, 12.9436, 77.6184, 12.9434, 77.6158, 12.933, 77.6128, 12.9324],
    [3, 5],
  ),
  quarter(
    'Koramangala 8th Block',
    [77.6134, 12.9486],
    [77.6074, 12.9556, 77.614, 12.9548, 77.6188, 12.9448, 77.609, 12.9446],
    [4, 6],
  ),
  quarter(
    'Koramangala 6th Block',
    [77.6212, 12.9396],
    [77.6196, 12.9438, 77.621, 12.9418, 77.6252, 12.9378, 77.6182, 12.9376],
    [3, 4, 9, 4],
  ),
  quarter(
    'Koramangala 5th Block',
    [77.6208, 12.9359],
    [77.6172, 12.9372, 77.6258, 12.9372, 77.6212, 12.935, 77.6166, 12.9334],
    [5, 2, 1, 5],
  ),
  quarter(
    'Koramangala 4th Block',
    [77.6248, 12.9316],
    [77.6216, 12.9338, 77.6268, 12.9364, 77.6306, 12.929, 77.6216, 12.9276],
    [5, 5, 4, 1],
  ),
  quarter(
    "St John's",
    [77.6178, 12.9314],
    [77.616, 12.9318, 77.6212, 12.9338, 77.6212, 12.9278, 77.614, 12.9302],
    [3, 2],
  ),
  quarter(
    'Koramangala 2nd Block',
    [77.6262, 12.9262],
    [77.6216, 12.9272, 77.6306, 12.9284, 77.6304, 12.924, 77.6232, 12.9268],
    [4, 2],
  ),
  quarter(
    'Koramangala 1st Block',
    [77.6352, 12.9268],
    [77.6316, 12.9298, 77.6396, 12.9302, 77.6396, 12.924, 77.631, 12.924],
    [5, 4],
  ),
  quarter(
    'Koramangala 3rd Block',
    [77.6348, 12.9332],
    [77.6296, 12.935, 77.6396, 12.936, 77.6396, 12.9306, 77.6314, 12.93],
    [5, 3],
  ),
  quarter(
    'S.T. Bed Layout',
    [77.634, 12.9388],
    [77.6308, 12.942, 77.6396, 12.9406, 77.6396, 12.9364, 77.6276, 12.9364],
    [4, 3],
  ),
  quarter('Ejipura', [77.638, 12.945], [77.635, 12.9494, 77.6452, 12.9494, 77.6452, 12.9414, 77.631, 12.9428], [5, 4]),
  quarter(
    'Shinivagilu',
    [77.6488, 12.9456],
    [77.6456, 12.9494, 77.652, 12.9494, 77.652, 12.9422, 77.6456, 12.9414],
    [3, 3],
  ),
  quarter('Domlur', [77.6446, 12.9544], [77.6398, 12.9582, 77.652, 12.9588, 77.652, 12.9498, 77.6352, 12.9498], [5, 4]),
  quarter(
    'Indiranagar',
    [77.6466, 12.9616],
    [77.6412, 12.964, 77.652, 12.964, 77.652, 12.96, 77.6402, 12.9592],
    [4, 2],
  ),
  quarter(
    'Viveknagar',
    [77.6226, 12.9528],
    [77.6156, 12.9554, 77.6268, 12.9594, 77.6322, 12.948, 77.6202, 12.946],
    [4, 5],
  ),
  quarter(
    'Neelasandra',
    [77.6318, 12.9554],
    [77.6276, 12.9596, 77.6384, 12.9578, 77.6346, 12.9514, 77.6326, 12.9486],
    [4, 3],
  ),
  quarter(
    'Austin Town',
    [77.6122, 12.9604],
    [77.6044, 12.964, 77.6196, 12.964, 77.6196, 12.957, 77.6058, 12.9576],
    [4, 3],
  ),
  quarter(
    'Wilson Garden',
    [77.6012, 12.9508],
    [77.5976, 12.9636, 77.6028, 12.9636, 77.6074, 12.9446, 77.5976, 12.9446],
    [3, 7],
  ),
  quarter(
    'Lakkasandra',
    [77.6004, 12.9412],
    [77.5976, 12.9442, 77.607, 12.9438, 77.603, 12.9406, 77.5976, 12.9362],
    [3, 3],
  ),
  quarter(
    'Adugodi',
    [77.6058, 12.9396],
    [77.6046, 12.9408, 77.6082, 12.9432, 77.6096, 12.9372, 77.6022, 12.9372],
    [3, 3],
  ),
  quarter(
    'Tavarekere',
    [77.6064, 12.9302],
    [77.602, 12.9356, 77.6106, 12.9356, 77.6144, 12.9264, 77.6012, 12.9264],
    [4, 4],
  ),
  quarter('S.G. Palya', [77.599, 12.928], [77.5976, 12.9358, 77.6008, 12.9354, 77.6, 12.918, 77.5976, 12.918], [1, 5]),
  quarter(
    'Madiwala',
    [77.6168, 12.9268],
    [77.614, 12.9298, 77.6218, 12.9268, 77.6218, 12.9262, 77.617, 12.9242],
    [3, 3],
  ),
  quarter(
    'BTM 1st Stage',
    [77.6068, 12.9212],
    [77.6012, 12.9258, 77.616, 12.9238, 77.622, 12.9174, 77.6008, 12.9172],
    [4, 3],
  ),
  quarter(
    'BTM 2nd Stage',
    [77.6066, 12.9124],
    [77.6006, 12.9162, 77.6142, 12.9164, 77.6142, 12.9084, 77.6004, 12.9084],
    [4, 4],
  ),
  quarter(
    'Mico Layout',
    [77.6064, 12.9062],
    [77.6004, 12.908, 77.6138, 12.908, 77.614, 12.9048, 77.6, 12.9048],
    [4, 2],
  ),
  quarter(
    'Roopena Agrahara',
    [77.6252, 12.907],
    [77.6234, 12.9152, 77.6256, 12.9114, 77.6292, 12.9048, 77.623, 12.9048],
    [2, 4],
  ),
  quarter(
    'HSR Layout Sector 6',
    [77.631, 12.9144],
    [77.6242, 12.9168, 77.6378, 12.9176, 77.638, 12.9116, 77.6272, 12.9112],
    [4, 3],
  ),
  quarter(
    'HSR Layout Sector 7',
    [77.6336, 12.9078],
    [77.6274, 12.9108, 77.638, 12.9112, 77.638, 12.9046, 77.631, 12.9046],
    [4, 3],
  ),
  quarter(
    'HSR Layout Sector 1',
    [77.6422, 12.913],
    [77.6384, 12.9178, 77.6442, 12.919, 77.6466, 12.9046, 77.6384, 12.9046],
    [3, 6],
  ),
  quarter('Agara', [77.6488, 12.9166], [77.6456, 12.9226, 77.652, 12.9202, 77.652, 12.9046, 77.648, 12.9046], [3, 5]),
  quarter('Jakkasandra', [77.642, 12.927], [77.64, 12.9302, 77.6488, 12.9288, 77.6446, 12.924, 77.64, 12.924], [3, 3]),
  quarter(
    'Kaikondrahalli',
    [77.648, 12.932],
    [77.64, 12.9342, 77.652, 12.9352, 77.652, 12.9326, 77.64, 12.9306],
    [4, 2],
  ),
]

const lakesAndParks: Area[] = [
  park(
    '',
    [
      77.6146, 12.9146, 77.6178, 12.9152, 77.6216, 12.9146, 77.6228, 12.912, 77.6226, 12.9076, 77.6206, 12.9048, 77.617,
      12.9044, 77.6144, 12.905, 77.6144, 12.908, 77.6148, 12.9096,
    ],
  ),
  park(
    '',
    [
      77.6318, 12.923, 77.6412, 12.923, 77.6436, 12.9222, 77.643, 12.9202, 77.638, 12.919, 77.6326, 12.9188, 77.6312,
      12.9208,
    ],
  ),
  park(
    'National Games Village',
    [77.6206, 12.9444, 77.6262, 12.9438, 77.6296, 12.942, 77.6268, 12.9384, 77.6234, 12.9408],
  ),
  park('Christ College Grounds', [77.6022, 12.937, 77.6098, 12.937, 77.6102, 12.9358, 77.602, 12.9358]),
  park(
    'Bamboo Garden',
    [77.6402, 12.9404, 77.6462, 12.94, 77.652, 12.9408, 77.652, 12.9358, 77.6448, 12.9348, 77.6402, 12.9348],
  ),
  park('Domlur Park', [77.6292, 12.9638, 77.6394, 12.9638, 77.6384, 12.9594, 77.6298, 12.9608]),
  park('Sports Ground', [77.6222, 12.926, 77.6296, 12.9234, 77.6292, 12.9186, 77.6232, 12.9182, 77.6204, 12.9206]),
  water(
    'Madiwala Lake',
    [
      77.6154, 12.9128, 77.6176, 12.9138, 77.62, 12.9132, 77.6214, 12.9112, 77.6214, 12.9086, 77.6204, 12.9068, 77.6182,
      12.9056, 77.616, 12.906, 77.6152, 12.9076, 77.6164, 12.9094, 77.6154, 12.911,
    ],
  ),
  water(
    'Agara Lake',
    [
      77.6332, 12.9222, 77.6366, 12.9226, 77.64, 12.9222, 77.6416, 12.921, 77.6396, 12.92, 77.6358, 12.9196, 77.633,
      12.9204,
    ],
  ),
  water('', [77.6426, 12.9386, 77.6448, 12.9392, 77.6478, 12.9386, 77.6486, 12.9372, 77.646, 12.9362, 77.643, 12.9368]),
]

const places: Label[] = [
  place('Forum', 77.6112, 12.9346),
  place('Sony Signal', 77.6274, 12.9379),
  place('Silk Board', 77.6236, 12.9179),
  place("St John's Hospital", 77.6186, 12.9298),
  place('Christ University', 77.6058, 12.9342),
  place('Dairy Circle', 77.603, 12.9396),
  place('Domlur Flyover', 77.6402, 12.9592),
  place('Agara Junction', 77.6452, 12.9238),
]

/**
 * Writes the drawn map of the demo city, with real main roads and names and invented streets. The file of the map is
 * small enough for the first load.
 */
export async function makeCityMap(): Promise<void> {
  const map: CityMap = {
    bounds,
    areas: [...quarters.map(ground), ...lakesAndParks.sort(parksFirst)],
    roads: [...quarters.flatMap(streets), ...mainRoads],
    labels: [...quarters.map(({ name, label }): Label => ({ kind: 'area', text: name, at: label })), ...places],
  }
  for (const point of everyPoint(map)) assertInside(point)
  const json = JSON.stringify(map)
  await writeFile(assetFile('map/city.json'), json)
  console.log(`city.json: ${json.length} bytes, ${map.roads.length} roads`)
}

function ground({ corners }: Quarter): Area {
  return { kind: 'block', ring: corners }
}

/**
 * Returns the streets of a quarter: "mains" run from north to south, "crosses" from west to east. The streets extend a
 * little past the edge, so that they meet the main road or the next quarter.
 */
function streets(q: Quarter): Road[] {
  const down = Array.from({ length: q.mains }, (_, i) => {
    const east = (i + 0.5) / q.mains
    return street([inside(q, east, -overEdge), inside(q, east, 1 + overEdge)], numbered(q.firstMain, i, 'Main'))
  })
  const across = Array.from({ length: q.crosses }, (_, i) => {
    const south = (i + 0.5) / q.crosses
    return street([inside(q, -overEdge, south), inside(q, 1 + overEdge, south)], numbered(q.firstCross, i, 'Cross'))
  })
  return [...down, ...across]
}

function numbered(first: number | undefined, index: number, word: string): string | undefined {
  return first === undefined ? undefined : `${ordinal(first + index)} ${word}`
}

/** The share of the length of a quarter's side by which streets extend past the quarter's edge. */
const overEdge = 0.05

/** Returns the point at a share of the way east and south between the quarter's four corners. */
function inside({ corners: [nw, ne, se, sw] }: Quarter, east: number, south: number): Point {
  const mix = (axis: 0 | 1) =>
    (nw[axis] * (1 - east) + ne[axis] * east) * (1 - south) + (sw[axis] * (1 - east) + se[axis] * east) * south
  return [clamp(round(mix(0)), bounds[0], bounds[2]), clamp(round(mix(1)), bounds[1], bounds[3])]
}

/** Puts parks before water, because the map draws water over the park around it. */
function parksFirst(a: Area, b: Area): number {
  return Number(a.kind === 'water') - Number(b.kind === 'water')
}

function* everyPoint(map: CityMap): Generator<Point> {
  for (const area of map.areas) yield* area.ring
  for (const road of map.roads) yield* road.line
  for (const label of map.labels) yield label.at
}

function assertInside([lng, lat]: Point): void {
  const [west, south, east, north] = bounds
  if (lng < west || lng > east || lat < south || lat > north) throw new Error(`Outside the map: ${lng}, ${lat}`)
}

function main(name: string, points: number[]): Road {
  return { kind: 'main', name, line: pairs(points) }
}

function street(line: Point[], name?: string): Road {
  return name ? { kind: 'street', name, line } : { kind: 'street', line }
}

function water(name: string, points: number[]): Area {
  return area('water', name, points)
}

function park(name: string, points: number[]): Area {
  return area('park', name, points)
}

function area(kind: Area['kind'], name: string, points: number[]): Area {
  return name ? { kind, name, ring: pairs(points) } : { kind, ring: pairs(points) }
}

function place(text: string, lng: number, lat: number): Label {
  return { kind: 'place', text, at: [lng, lat] }
}

function quarter(
  name: string,
  label: Point,
  corners: number[],
  [mains, crosses, firstMain, firstCross]: [mains: number, crosses: number, firstMain?: number, firstCross?: number],
): Quarter {
  const [nw, ne, se, sw] = pairs(corners)
  if (!nw || !ne || !se || !sw) throw new Error(`${name} needs four corners`)
  return { name, label, corners: [nw, ne, se, sw], mains, crosses, firstMain, firstCross }
}

/** Reads points from a list of numbers, longitude before latitude. */
function pairs(points: number[]): Point[] {
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i] ?? 0, points[2 * i + 1] ?? 0])
}

function ordinal(n: number): string {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${(teen ? undefined : ['th', 'st', 'nd', 'rd'][n % 10]) ?? 'th'}`
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
