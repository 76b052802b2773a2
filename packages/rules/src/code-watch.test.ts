import { describe, expect, it } from 'vitest'
import { isNetworkSuspicious, isPrefixSuspicious, prefixOf } from './code-watch.ts'

describe('stopped prefixes', () => {
  it.each([
    [19, 0, false],
    [20, 0, true],
    [20, 1, true],
    [20, 2, false],
    [100, 9, true],
    [100, 10, false],
  ])('after %i sent and %i entered codes, stopped is %s', (sent, entered, stopped) => {
    expect(isPrefixSuspicious({ sent, entered })).toBe(stopped)
  })

  it.each([
    [9, 0, false],
    [10, 0, true],
    [10, 1, false],
    [30, 2, true],
    [30, 3, false],
  ])('after %i codes sent for one network and %i entered, that network is stopped: %s', (sent, entered, stopped) => {
    expect(isNetworkSuspicious({ sent, entered })).toBe(stopped)
  })

  it('a prefix is the country and the operator of a number', () => {
    expect(prefixOf('+919845012345')).toBe('+919845')
  })
})
