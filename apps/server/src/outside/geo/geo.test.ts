import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'
import { GeocoderError, lineOf } from './geocoder.ts'
import { createGoogle } from './google.ts'
import { createNominatim, gapFor } from './nominatim.ts'

const app = useTestApp()
const staff = createStaff(app)
const point = { lat: 12.93521, lng: 77.62449 }
const KEY = 'a-server-key'

type Mood = 'well' | 'empty' | 'quota' | 'failing' | 'silent' | 'garbage' | 'moved'

/** Simulates both providers as documented, on one port, and can simulate any failure. */
const simulator = {
  url: '',
  mood: 'well' as Mood,
  seen: [] as { url: URL; agent: string | undefined; at: number }[],
}

const server = createServer((request, answer) => {
  const url = new URL(request.url!, 'http://simulator')
  simulator.seen.push({ url, agent: request.headers['user-agent'], at: performance.now() })
  if (simulator.mood === 'silent') return
  if (simulator.mood === 'garbage') answer.writeHead(200).end('<html>busy</html>')
  else if (simulator.mood === 'moved') answer.writeHead(302, { location: '/elsewhere' }).end()
  else {
    const [status, body] = simulator.mood === 'failing' ? [500, { error: 'Internal' }] : answerTo(url, request)
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
})

function answerTo(url: URL, request: IncomingMessage): [status: number, body: object] {
  if (url.pathname === '/reverse') return nominatim(url, request)
  if (url.pathname === '/search') return nominatimSearch(url)
  return url.pathname === '/maps/api/geocode/json' ? google(url) : [404, {}]
}

function nominatim(url: URL, request: IncomingMessage): [status: number, body: object] {
  if (/^node|undici/i.test(request.headers['user-agent'] ?? 'node')) return [403, {}]
  if (simulator.mood === 'quota') return [429, { error: 'Bandwidth limit exceeded' }]
  const { lat, lon, format, addressdetails } = Object.fromEntries(url.searchParams)
  if (!lat || !lon || format !== 'jsonv2' || addressdetails !== '1') return [400, {}]
  if (simulator.mood === 'empty') return [200, { error: 'Unable to geocode' }]
  return [
    200,
    {
      place_id: 1,
      osm_type: 'way',
      lat,
      lon,
      display_name: '12, 80 Feet Road, Koramangala, Bengaluru, Karnataka, 560034, India',
      address: {
        house_number: '12',
        road: '80 Feet Road',
        suburb: 'Koramangala',
        city: 'Bengaluru',
        state: 'Karnataka',
        postcode: '560034',
        country: 'India',
        country_code: 'in',
      },
    },
  ]
}

function nominatimSearch(url: URL): [status: number, body: object] {
  if (simulator.mood === 'quota') return [429, { error: 'Bandwidth limit exceeded' }]
  const { q, format } = Object.fromEntries(url.searchParams)
  if (!q || format !== 'jsonv2') return [400, {}]
  const place = { display_name: '80 Feet Road, Koramangala, Bengaluru', lat: '12.9352', lon: '77.6244' }
  return [200, simulator.mood === 'empty' ? [] : [place, { ...place, lat: 'north' }, { display_name: 'No point' }]]
}

function google(url: URL): [status: number, body: object] {
  if (url.searchParams.get('key') !== KEY)
    return [
      200,
      {
        status: 'REQUEST_DENIED',
        error_message: 'The provided API key is invalid.',
        results: [],
      },
    ]
  if (simulator.mood === 'quota') return [200, { status: 'OVER_QUERY_LIMIT', results: [] }]
  if (simulator.mood === 'empty') return [200, { status: 'ZERO_RESULTS', results: [] }]
  const part = (long_name: string, ...types: string[]) => ({ long_name, short_name: long_name, types })
  return [
    200,
    {
      status: 'OK',
      results: [
        {
          formatted_address: '12, 80 Feet Rd, Koramangala, Bengaluru, Karnataka 560034, India',
          place_id: 'ChIJ',
          types: ['street_address'],
          address_components: [
            part('12', 'street_number'),
            part('80 Feet Road', 'route'),
            part('Koramangala', 'sublocality_level_1', 'sublocality', 'political'),
            part('Bengaluru', 'locality', 'political'),
            part('Karnataka', 'administrative_area_level_1', 'political'),
            part('India', 'country', 'political'),
            part('560034', 'postal_code'),
          ],
          geometry: { location: { lat: 12.9352, lng: 77.6244 }, location_type: 'ROOFTOP' },
        },
        { formatted_address: 'India', address_components: [part('India', 'country')] },
      ],
    },
  ]
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  simulator.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  simulator.mood = 'well'
  simulator.seen = []
})

const nominatimHere = (gapMs = 0) =>
  createNominatim({
    baseUrl: `${simulator.url}/`,
    userAgent: 'Nukkad tests',
    email: 'ops@shop.test',
    gapMs,
    timeoutMs: 150,
  })
const googleHere = (key = KEY) => createGoogle({ baseUrl: simulator.url, key, timeoutMs: 150 })
const withoutStreet = 'Koramangala, Bengaluru, Karnataka, 560034, India'

describe('providers', () => {
  test('[P-68] Nominatim is queried according to its policy, and the parts of its answer are read', async () => {
    const name = await nominatimHere().reverse(point)
    expect(name).toMatchObject({ house: '12', road: '80 Feet Road', locality: 'Koramangala', city: 'Bengaluru' })
    expect(lineOf(name, { keepsStreet: false })).toBe(withoutStreet)
    expect(lineOf(name, { keepsStreet: true })).toBe(
      '12, 80 Feet Road, Koramangala, Bengaluru, Karnataka, 560034, India',
    )
    expect(Object.fromEntries(simulator.seen[0]!.url.searchParams)).toEqual({
      lat: '12.9352',
      lon: '77.6245',
      format: 'jsonv2',
      zoom: '18',
      addressdetails: '1',
      'accept-language': 'en',
      email: 'ops@shop.test',
    })
    expect(simulator.seen[0]!.agent).toBe('Nukkad tests')
  })

  test('[P-68] Nominatim is queried once for one point, and for several points one after the other', async () => {
    const geocoder = nominatimHere(120)
    const spots = [0, 1, 2].map((step) => ({ lat: point.lat + step / 100, lng: point.lng }))
    const startedAt = performance.now()
    await Promise.all(spots.map(geocoder.reverse))
    await geocoder.reverse({ lat: point.lat + 1e-6, lng: point.lng })
    expect(simulator.seen).toHaveLength(3)
    expect(simulator.seen[2]!.at - startedAt).toBeGreaterThan(230)
    expect([gapFor('https://nominatim.openstreetmap.org'), gapFor('https://geo.shop.test')]).toEqual([1000, 0])
  })

  test('[P-68] a caller who would wait too long is refused immediately', async () => {
    const geocoder = nominatimHere(2000)
    const asked = [0, 1, 2, 3].map((step) => geocoder.reverse({ lat: step, lng: 0 }))
    const settled = Promise.allSettled(asked)
    await expect(asked[2]).rejects.toThrow('too many wait')
    await expect(asked[3]).rejects.toThrow('too many wait')
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  })

  test('[P-68] Google is queried with the key of the server, and its components are read', async () => {
    const name = await googleHere().reverse(point)
    expect(lineOf(name, { keepsStreet: false })).toBe(withoutStreet)
    expect(lineOf(name, { keepsStreet: true })).toBe('12, 80 Feet Rd, Koramangala, Bengaluru, Karnataka 560034, India')
    const { url } = simulator.seen[0]!
    expect(Object.fromEntries(url.searchParams)).toEqual({ latlng: '12.93521,77.62449', key: KEY })
  })

  test('[GAP-30] every failure is one kind of error that reveals neither key nor place', async () => {
    const moods: Mood[] = ['empty', 'quota', 'failing', 'silent', 'garbage', 'moved']
    const errors: unknown[] = [
      await googleHere('wrong')
        .reverse(point)
        .catch((error: unknown) => error),
    ]
    for (const mood of moods) {
      simulator.mood = mood
      for (const geocoder of [nominatimHere(), googleHere()])
        errors.push(await geocoder.reverse(point).catch((error: unknown) => error))
    }
    const gone = createGoogle({ baseUrl: 'http://127.0.0.1:9', key: KEY })
    errors.push(await gone.reverse(point).catch((error: unknown) => error))
    expect(errors).toHaveLength(14)
    for (const error of errors) {
      expect(error).toBeInstanceOf(GeocoderError)
      expect((error as Error).message).not.toMatch(/a-server-key|12\.93/)
    }
  })

  test('[P-68] a failure is not cached: the next call queries again', async () => {
    const geocoder = nominatimHere()
    simulator.mood = 'failing'
    await expect(geocoder.reverse(point)).rejects.toThrow('500')
    simulator.mood = 'well'
    expect((await geocoder.reverse(point)).road).toBe('80 Feet Road')
  })
})

describe('dashboard/stores/find-address', () => {
  const places = [{ address: '80 Feet Road, Koramangala, Bengaluru', latitude: 12.9352, longitude: 77.6244 }]
  const set = async (values: Record<string, string>) => {
    for (const [key, value] of Object.entries(values)) await app.build.setting(key, value)
    await app.services.settings.reload()
  }
  const finder = async () => {
    const cookie = await staff.cookieWith('stores_add')
    return (query: string, ip?: string) =>
      staff.ask('dashboard/stores/find-address', { query }, { cookie, ...(ip && { ip }) })
  }

  test('[U-09] without a provider the answer says that the search is unavailable', async () => {
    await set({ geocoder: 'local' })
    const find = await finder()
    expect(await find('80 Feet Road')).toMatchObject({ status: 200, body: { can_search: false, places: [] } })
  })

  test('[U-09] the provider of the settings finds addresses; results without a point are left out', async () => {
    await set({ geocoder: 'nominatim', nominatimUrl: simulator.url })
    const find = await finder()
    expect((await find('80 Feet Road')).body).toEqual({ success: true, can_search: true, places })
    expect(Object.fromEntries(simulator.seen[0]!.url.searchParams)).toMatchObject({ q: '80 Feet Road', limit: '5' })
    simulator.mood = 'empty'
    expect((await find('No such road')).body).toEqual({ success: true, can_search: true, places: [] })
    simulator.mood = 'well'
    await set({ geocoder: 'google', googleMapsUrl: simulator.url, googleApiKeyIP: KEY })
    expect((await find('80 Feet Rd')).body.places).toEqual([
      {
        address: '12, 80 Feet Rd, Koramangala, Bengaluru, Karnataka 560034, India',
        latitude: 12.9352,
        longitude: 77.6244,
      },
    ])
    await set({ geocoder: 'local' })
  })

  test('[U-09] a short text causes no query, and the error of a failed provider does not contain its text', async () => {
    await set({ geocoder: 'nominatim', nominatimUrl: simulator.url })
    const find = await finder()
    expect((await find(' 80 ')).body).toEqual({ success: true, can_search: true, places: [] })
    expect(simulator.seen).toHaveLength(0)
    for (const mood of ['failing', 'quota', 'garbage', 'moved'] as const) {
      simulator.mood = mood
      const answer = await find('80 Feet Road')
      expect([answer.status, codeOf(answer)]).toEqual([401, 'ADDRESS_UNREADABLE'])
    }
    await set({ geocoder: 'local' })
  })

  test('[U-09] [T-07] other staff are refused, long texts are 400, and calls from one address are limited', async () => {
    const cookie = await staff.cookieWith('stores_view')
    const refused = await staff.ask('dashboard/stores/find-address', { query: 'Road' }, { cookie })
    expect(refused.status).toBe(403)
    await set({ geocoder: 'nominatim', nominatimUrl: simulator.url, limitAddressReadingsPerAddress: '2' })
    const find = await finder()
    expect(codeOf(await find('x'.repeat(201)))).toBe('INVALID_INPUT')
    const statuses: number[] = []
    for (let step = 0; step < 3; step += 1) statuses.push((await find(`Road ${step}`, '10.7.7.9')).status)
    expect(statuses).toEqual([200, 200, 429])
    await set({ geocoder: 'local', limitAddressReadingsPerAddress: '60' })
  })
})

describe('coordinate-to-address', () => {
  async function set(values: Record<string, string>) {
    for (const [key, value] of Object.entries(values)) await app.build.setting(key, value)
    await app.services.settings.reload()
  }
  const ask = (lat: unknown, lng: unknown) => app.send('/public/api/coordinate-to-address', { payload: { lat, lng } })

  test('[P-68] [J-06] without a provider the drawn map gives the road and the area', async () => {
    await set({ googleFullAddress: 'true' })
    const full = await ask(12.9405, '77.6196')
    expect(full).toMatchObject({ status: 200, body: '9th Main, Koramangala 6th Block' })
    expect(full.headers['content-type']).toContain('application/json')
    await set({ googleFullAddress: 'false' })
    expect((await ask('12.9405', 77.6196)).body).toBe('Koramangala 6th Block')
  })

  test('[P-68] outside the map the nearest popular location gives the name; without one the name is empty', async () => {
    const nowhere = await ask(28.6, 77.2)
    expect([nowhere.status, codeOf(nowhere)]).toEqual([401, 'ADDRESS_UNREADABLE'])
    await app.db
      .insertInto('popular_locations')
      .values([
        { name: 'Connaught Place', latitude: 28.63, longitude: 77.22 },
        { name: 'Marine Drive', latitude: 18.94, longitude: 72.82 },
        { name: 'Switched off', latitude: 28.6, longitude: 77.2, is_active: false },
      ])
      .execute()
    expect((await ask(28.6, 77.2)).body).toBe('Connaught Place')
    expect((await ask(-33.9, 18.4)).body).toBe('Marine Drive')
  })

  test('[P-68] the provider of the settings is queried, with or without the street', async () => {
    await set({ geocoder: 'nominatim', nominatimUrl: simulator.url })
    expect(await ask(12.94, 77.62)).toMatchObject({ status: 200, body: withoutStreet })
    await set({ geocoder: 'google', googleMapsUrl: simulator.url, googleApiKeyIP: KEY, googleFullAddress: 'true' })
    expect((await ask(12.94, 77.62)).body).toBe('12, 80 Feet Rd, Koramangala, Bengaluru, Karnataka 560034, India')
    await set({ geocoder: 'local', googleFullAddress: 'false' })
  })

  test('[GAP-30] a provider that fails, or is not set up, is 401 with a text in the requested language', async () => {
    await set({ geocoder: 'google', googleMapsUrl: simulator.url, googleApiKeyIP: KEY })
    for (const mood of ['failing', 'empty', 'quota', 'garbage'] as const) {
      simulator.mood = mood
      const answer = await ask(12.95, 77.61)
      expect([answer.status, codeOf(answer)]).toEqual([401, 'ADDRESS_UNREADABLE'])
      expect(answer.body).toMatchObject({
        success: false,
        message: expect.stringContaining('Enter the address yourself'),
      })
    }
    for (const values of [{ googleApiKeyIP: '' }, { googleMapsUrl: 'nonsense' }]) {
      await set({ googleApiKeyIP: KEY, googleMapsUrl: simulator.url, ...values })
      expect((await ask(12.95, 77.61)).status).toBe(401)
    }
    await set({ geocoder: 'local' })
  })

  test('[P-68] [T-07] bad coordinates are 400, and calls from one address are limited', async () => {
    const bad = [
      [undefined, 1],
      [91, 0],
      [0, 181],
      ['NaN', 1],
      [[12], 77],
      [null, {}],
      ['1e1', 2],
    ]
    for (const [lat, lng] of bad) expect(codeOf(await ask(lat, lng))).toBe('INVALID_INPUT')
    await set({ limitAddressReadingsPerAddress: '3' })
    const many = Array.from({ length: 8 }, () =>
      app.call('coordinate-to-address', { lat: 12.9405, lng: 77.6196 }, { ip: '10.7.7.7' }),
    )
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([3, 5])
    await set({ limitAddressReadingsPerAddress: '60' })
  })
})
