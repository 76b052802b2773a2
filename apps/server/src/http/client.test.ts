import { describe, expect, it } from 'vitest'
import { clientOf } from './client.ts'

describe('the client of a request', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/64', 'fe80::/48'],
    ['203.0.113.7:41234', '203.0.113.7', '203.0.113.0/24'],
    ['[2001:db8:1:2::5]:41234', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['[2001:db8:1:2::5]', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['::1', '::/64', '::/48'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.0/24'],
  ])('%s counts as %s within %s', (ip, key, wide) => {
    expect(clientOf({ ip })).toMatchObject({ key, wide })
  })

  it('is the same for every address of a /64, and another for the next /64', () => {
    const keys = ['2001:db8::1', '2001:db8::ffff:ffff:ffff:ffff', '2001:db8:0:0:8000::'].map(
      (ip) => clientOf({ ip }).key,
    )
    expect(new Set(keys)).toEqual(new Set(['2001:db8::/64']))
    const next = clientOf({ ip: '2001:db8:0:1::1' })
    expect(next).toMatchObject({ key: '2001:db8:0:1::/64', wide: '2001:db8::/48' })
  })

  it.each([undefined, '', 'unix:', 'not an address', '203.0.113.7.9', '2001:db8::/64'])(
    'counts all without a readable address (%s) as one client',
    (ip) => expect(clientOf({ ip })).toEqual({ address: '0.0.0.0', key: 'unknown', wide: 'unknown' }),
  )
})
