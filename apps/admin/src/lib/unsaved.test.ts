import { expect, test, vi } from 'vitest'
import { createUnsaved } from './unsaved.ts'

test('something would be lost while one form or more is not saved', () => {
  const place = createUnsaved()
  expect(place.isAny()).toBe(false)
  place.set('profile', true)
  place.set('hours', true)
  place.set('profile', false)
  expect(place.isAny()).toBe(true)
  place.set('hours', false)
  expect(place.isAny()).toBe(false)
})

test('saving a form twice, or one that never was unsaved, takes nothing from another', () => {
  const place = createUnsaved()
  place.set('profile', true)
  place.set('profile', true)
  place.set('hours', false)
  expect(place.isAny()).toBe(true)
  place.set('profile', false)
  expect(place.isAny()).toBe(false)
})

test('who follows is notified until they stop', () => {
  const place = createUnsaved()
  const tell = vi.fn()
  const stop = place.follow(tell)
  place.set('profile', true)
  expect(tell).toHaveBeenCalledOnce()
  stop()
  place.set('profile', false)
  expect(tell).toHaveBeenCalledOnce()
})

test('a form in a panel is not one of the page below it', () => {
  const [page, panel] = [createUnsaved(), createUnsaved()]
  panel.set('item', true)
  expect([page.isAny(), panel.isAny()]).toEqual([false, true])
})
