import { describe, expect, it } from 'vitest'
import { type TestAnswer, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const PER_CLIENT = 3
const PER_NETWORK = PER_CLIENT * 20

/** Hexadecimal, as in an IPv6 address. */
const hex = (value: number) => value.toString(16)
const neighbours = {
  'the addresses of one IPv6 /64': (index: number) => `2001:db8:1:7::${hex(index + 1)}`,
  'one IPv4 address in its two forms': (index: number) => (index % 2 ? '198.51.100.9' : '::ffff:198.51.100.9'),
}
const networks = {
  'the /64s of one IPv6 /48': (index: number) => `2001:db8:5:${hex(index)}::1`,
  'the addresses of one IPv4 /24': (index: number) => `192.0.2.${index + 1}`,
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
const phoneOf = (index: number) => `+9198${10_000_000 + index * 7}`

/** Each call with a limit for one client; asked from address number `index` of a series. */
const limited: Record<string, { setting: string; ask: (ip: string, index: number) => Promise<TestAnswer> }> = {
  'codes asked for': {
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
  searches: {
    setting: 'limitSearchesPerAddress',
    ask: (ip) => test.call('search-restaurants', { latitude: '12.9', longitude: '77.6', q: 'dosa' } as never, { ip }),
  },
}

describe.each(Object.entries(limited))('the limit on %s', (_what, { setting, ask }) => {
  it.each(Object.entries(neighbours))('counts %s as one client', async (_name, address) => {
    await set({ [setting]: PER_CLIENT })
    await test.db.deleteFrom('limit_counters').execute()
    const statuses: number[] = []
    for (let index = 0; index <= PER_CLIENT; index++) statuses.push((await ask(address(index), index)).status)
    expect(statuses.slice(0, PER_CLIENT)).not.toContain(429)
    expect(statuses[PER_CLIENT]).toBe(429)
  })
})

describe.each(Object.entries(limited).filter(([what]) => what !== 'searches'))(
  'the limit on %s',
  (_what, { setting, ask }) => {
    it.each(Object.entries(networks))('lets %s make 20 times as many calls together', async (_name, address) => {
      await set({ [setting]: PER_CLIENT })
      await test.db.deleteFrom('limit_counters').execute()
      const statuses: number[] = []
      for (let index = 0; index <= PER_NETWORK; index++) statuses.push((await ask(address(index), index)).status)
      expect(statuses.slice(0, PER_NETWORK)).not.toContain(429)
      expect(statuses[PER_NETWORK]).toBe(429)
    })
  },
)
