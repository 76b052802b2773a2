import { beforeEach, expect, test, vi } from 'vitest'
import { keepViews, readViews } from './kept-views.ts'

const place = { personId: 7, table: 'orders' }
const view = { name: 'Late', search: { status: 'placed' }, columns: ['id', 'total'] }
let entries: Map<string, string>

beforeEach(() => {
  entries = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
  })
  return () => vi.unstubAllGlobals()
})

test('[U-19] views are stored for one person and one table', () => {
  keepViews(place, [view])
  expect(readViews(place)).toEqual([view])
  expect(readViews({ ...place, personId: 8 })).toEqual([])
  expect(readViews({ ...place, table: 'stores' })).toEqual([])
})

test.each([
  ['no JSON', 'late'],
  ['no list', '{"name":"Late"}'],
  ['a view without columns', '[{"name":"Late","search":{}}]'],
  ['a view without a search', '[{"name":"Late","columns":[]}]'],
  ['a filter that is no text', '[{"name":"Late","search":{"page":3},"columns":[]}]'],
  ['a column that is no text', '[{"name":"Late","search":{},"columns":[1]}]'],
  ['nothing', '[null]'],
])('[U-19] %s is not a valid view', (_what, stored) => {
  keepViews(place, [view])
  const [key] = [...entries.keys()]
  entries.set(key!, stored)
  expect(readViews(place)).toEqual([])
})

test('[U-19] a valid view is kept if another one is invalid', () => {
  keepViews(place, [view])
  const [key] = [...entries.keys()]
  entries.set(key!, JSON.stringify([{ name: 1 }, view]))
  expect(readViews(place)).toEqual([view])
})

test('[U-19] no views are shown if storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(readViews(place)).toEqual([])
})
