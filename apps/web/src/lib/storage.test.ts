import { beforeEach, describe, expect, test, vi } from 'vitest'
import { installBrowser } from '../test/browser.ts'
import { isArray, isRecord, readKey, readNamed, readSlice, writeKey, writeNamed, writeSlice } from './storage.ts'

let entries: Map<string, string>
beforeEach(() => {
  entries = installBrowser()
})

const slices = [
  'cart',
  'total',
  'items',
  'pages',
  'user',
  'addresses',
  'delivery_user',
  'languages',
  'settings',
  'popular_locations',
] as const

describe('[INT-24] slices', () => {
  test.each(slices)('%s is a local storage entry with JSON', (name) => {
    writeSlice(name, [1])
    expect(JSON.parse(entries.get(name) ?? '')).toEqual([1])
    expect(readSlice(name, isArray)).toEqual([1])
  })

  test('a slice that is corrupt or has another form reads as absent', () => {
    entries.set('cart', '[{"id":')
    entries.set('user', '[]')
    expect(readSlice('cart', isArray)).toBeUndefined()
    expect(readSlice('user', isRecord)).toBeUndefined()
  })

  test.each([...slices, 'refid', 'userSetAddress', 'gdprAccepted'])(
    "no setting is written under the app's own name %s",
    (name) => {
      entries.set(name, '"mine"')
      writeNamed([[name, 'taken over']])
      expect(entries.get(name)).toBe('"mine"')
      expect(readNamed(name)).toBeUndefined()
    },
  )
})

test('[S-11][S-12][M-01] settings and texts are string entries under their own names', () => {
  writeNamed([
    ['storeColor', '#f00'],
    ['accountLogout', 'X'],
  ])
  expect([entries.get('storeColor'), entries.get('accountLogout')]).toEqual(['#f00', 'X'])
  expect(readNamed('accountLogout')).toBe('X')
})

test('an unchanged setting is not written again', () => {
  writeNamed([['storeColor', '#f00']])
  const write = vi.spyOn(localStorage, 'setItem')
  writeNamed([['storeColor', '#f00']])
  expect(write).not.toHaveBeenCalled()
})

test('the app works in a browser that refuses storage', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  writeKey('refid', 'ABC')
  expect(readKey('refid')).toBeUndefined()
})
