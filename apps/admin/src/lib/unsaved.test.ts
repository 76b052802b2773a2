import { expect, test, vi } from 'vitest'
import { createUnsaved } from './unsaved.ts'

test('leaving needs confirmation while one form or more is not saved', () => {
  const place = createUnsaved()
  expect(place.isAny()).toBe(false)
  place.set('profile', true)
  place.set('hours', true)
  place.set('profile', false)
  expect(place.isAny()).toBe(true)
  place.set('hours', false)
  expect(place.isAny()).toBe(false)
})

test('saving a form twice, or one without changes, does not affect other forms', () => {
  const place = createUnsaved()
  place.set('profile', true)
  place.set('profile', true)
  place.set('hours', false)
  expect(place.isAny()).toBe(true)
  place.set('profile', false)
  expect(place.isAny()).toBe(false)
})

test('a subscriber is notified until it unsubscribes', () => {
  const place = createUnsaved()
  const tell = vi.fn()
  const stop = place.follow(tell)
  place.set('profile', true)
  expect(tell).toHaveBeenCalledOnce()
  stop()
  place.set('profile', false)
  expect(tell).toHaveBeenCalledOnce()
})

test('a form in a panel does not count for the page below it', () => {
  const [page, panel] = [createUnsaved(), createUnsaved()]
  panel.set('item', true)
  expect([page.isAny(), panel.isAny()]).toEqual([false, true])
})
