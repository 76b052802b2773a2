import { describe, expect, it } from 'vitest'
import { type TestAnswer, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const PER_CLIENT = 3
const PER_NETWORK = PER_CLIENT * 20

/** Returns a number in hexadecimal, in which IPv6 addresses are written. */
const hex = (value: number) => value.toString(16)
/**
 * Ranges of neighbouring IP addresses. Each case has a separate range, because some limits are counted in memory,
 * across tests.
 */
const neighbours = {
  'the addresses of one IPv6 /64': (place: number, index: number) => `2001:db8:${place}:7::${hex(index + 1)}`,
  'one IPv4 address in its two forms': (place: number, index: number) =>
    index % 2 ? `198.51.${place}.9` : `::ffff:198.51.${place}.9`,
}
const networks = {
  'the /64s of one IPv6 /48': (place: number, index: number) => `2001:db9:${place}:${hex(index)}::1`,
  'the addresses of one IPv4 /24': (place: number, index: number) => `192.0.${place}.${index + 1}`,
}

const set = async (values: Record<string, number>) => {
  for (const [key, value] of Object.entries(values)) {
    await test.build.setting(key, String(value))
    await expect.poll(() => test.services.settings.number(key as never)).toBe(value)
  }
}

const stranger = (index: number) => ({
  name: 'Ravi Shah',
  email: `ravi-${index}@shop.test`,
  phone: phoneOf(index),
})
/** Returns mobile numbers with different prefixes, because many unused codes to one prefix would block it. */
const phoneOf = (index: number) => `+91${9000 + index}123456`

/** Every call with a limit for one client. `ask` makes the call from IP address number `index` of a range. */
const limited: Record<string, { setting: string; ask: (ip: string, index: number) => Promise<TestAnswer> }> = {
  'requested codes': {
    setting: 'limitCodesPerAddress',
    ask: (ip, index) => test.call('send-otp', { phone: phoneOf(index) }, { ip }),
  },
  registrations: {
    setting: 'limitRegistrationsPerAddress',
    ask: (ip, index) => test.call('register', { ...stranger(index), password: 'a wall of lemon trees' }, { ip }),
  },
  'addresses looked up': {
    setting: 'limitAddressReadingsPerAddress',
    ask: (ip) => test.call('coordinate-to-address', { lat: '12.9', lng: '77.6' }, { ip }),
  },
  calls: {
    setting: 'limitCallsPerMinute',
    ask: (ip) => test.call('get-all-languages', {}, { ip }),
  },
  searches: {
    setting: 'limitSearchesPerAddress',
    ask: (ip) => test.call('search-restaurants', { latitude: '12.9', longitude: '77.6', q: 'dosa' } as never, { ip }),
  },
}

const cases = Object.entries(limited).map(([what, call], place) => ({ what, place, ...call }))

/** Returns the statuses of `count` calls, each from the next IP address, with a limit of three calls for a client. */
async function ask(
  { setting, ask }: (typeof limited)[string],
  { count, address }: { count: number; address: (index: number) => string },
): Promise<number[]> {
  await set({ [setting]: PER_CLIENT })
  await test.db.deleteFrom('limit_counters').execute()
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await ask(address(index), index)).status)
  await set({ [setting]: 100_000 })
  return statuses
}

describe.each(cases)('the limit on $what', ({ place, ...limit }) => {
  it.each(Object.entries(neighbours))('counts %s as one client', async (_name, address) => {
    const statuses = await ask(limit, { count: PER_CLIENT + 1, address: (index) => address(place, index) })
    expect(statuses.slice(0, -1)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each(Object.entries(networks))('allows %s 20 times as many calls together', async (_name, address) => {
    const statuses = await ask(limit, { count: PER_NETWORK + 1, address: (index) => address(place, index) })
    expect(statuses.slice(0, -1)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  })
})
