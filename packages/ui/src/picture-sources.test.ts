import { expect, test } from 'vitest'
import { groundFor, pictureSources } from './picture-sources.ts'

test('a product picture offers its three widths in both formats', () => {
  expect(pictureSources('/assets/img/items/p-jar-x.webp')).toEqual({
    avif: '/assets/img/items/p-jar-x-150.avif 150w, /assets/img/items/p-jar-x-300.avif 300w, /assets/img/items/p-jar-x-600.avif 600w',
    webp: '/assets/img/items/p-jar-x-150.webp 150w, /assets/img/items/p-jar-x-300.webp 300w, /assets/img/items/p-jar-x-600.webp 600w',
    fallback: '/assets/img/items/p-jar-x.webp',
  })
})

test('the widths follow the folder', () => {
  expect(pictureSources('/assets/img/items/e-mango.webp').webp).toMatch(/-128\.webp 128w, .*-256\.webp 256w$/)
  expect(pictureSources('/assets/img/tiles/salon.webp').avif).toMatch(/-288\.avif 288w$/)
})

test('a picture from elsewhere is used as it is', () => {
  expect(pictureSources('/uploads/a.jpg')).toEqual({ fallback: '/uploads/a.jpg' })
  expect(pictureSources('/assets/img/states/ban.webp')).toEqual({ fallback: '/assets/img/states/ban.webp' })
})

test('the ground behind a thing is always the same one of six', () => {
  const grounds = Array.from({ length: 12 }, (_, id) => groundFor(id))
  expect(new Set(grounds).size).toBe(6)
  expect(groundFor(5)).toBe(groundFor(5))
  for (let id = 0; id < 100; id++) expect(groundFor(id)).not.toBe(groundFor(id + 1))
  expect(groundFor('Hair')).toMatch(/^ground-[1-6]$/)
})
