import { expect, test } from 'vitest'
import { groundFor, isPhotograph, pictureSources } from './picture-sources.ts'

test('a picture of the demo has AVIF in its widths, and one plain WebP', () => {
  expect(pictureSources('/assets/img/items/p-jar-x.webp')).toEqual({
    avif: '/assets/img/items/p-jar-x-300.avif 300w, /assets/img/items/p-jar-x-600.avif 600w',
    fallback: '/assets/img/items/p-jar-x.webp',
  })
  expect(pictureSources('/assets/img/items/d-idli.webp').avif).toMatch(
    /d-idli-300\.avif 300w, .*d-idli-480\.avif 480w$/,
  )
  expect(pictureSources('/assets/img/restaurants/anjali.webp').avif).toMatch(/-390\.avif 390w, .*-780\.avif 780w$/)
})

test('a dish is a photograph that fills its frame; a product and an emoji are placed inside it', () => {
  const paths = ['d-idli', 'p-jar-x', 'e-mango'].map((name) => `/assets/img/items/${name}.webp`)
  expect(paths.map(isPhotograph)).toEqual([true, false, false])
})

test('widths and formats depend on the folder', () => {
  expect(pictureSources('/assets/img/items/e-mango.webp')).toEqual({
    webp: '/assets/img/items/e-mango-128.webp 128w, /assets/img/items/e-mango.webp 256w',
    fallback: '/assets/img/items/e-mango.webp',
  })
  expect(pictureSources('/assets/img/reviews/r-1.webp').webp).toBe(
    '/assets/img/reviews/r-1-150.webp 150w, /assets/img/reviews/r-1-300.webp 300w, /assets/img/reviews/r-1-900.webp 900w',
  )
  expect(pictureSources('/assets/img/tiles/salon.webp')).toEqual({
    webp: '/assets/img/tiles/salon-72.webp 72w, /assets/img/tiles/salon.webp 144w, /assets/img/tiles/salon-288.webp 288w',
    fallback: '/assets/img/tiles/salon.webp',
  })
  expect(pictureSources('/assets/img/slides/monsoon.webp').avif).toMatch(/-390\.avif 390w, .*-780\.avif 780w$/)
})

test('an uploaded picture has a file in both formats for each width, next to the plain one', () => {
  expect(pictureSources('/assets/img/uploads/i-1.webp').webp).toMatch(/-300\.webp 300w, .*-600\.webp 600w$/)
})

test('a picture of another site is used unchanged', () => {
  expect(pictureSources('/uploads/a.jpg')).toEqual({ fallback: '/uploads/a.jpg' })
  expect(pictureSources('/assets/img/states/ban.webp')).toEqual({ fallback: '/assets/img/states/ban.webp' })
})

test('the background of an emoji is always the same one of six', () => {
  const grounds = Array.from({ length: 12 }, (_, id) => groundFor(id))
  expect(new Set(grounds).size).toBe(6)
  expect(groundFor(5)).toBe(groundFor(5))
  for (let id = 0; id < 100; id++) expect(groundFor(id)).not.toBe(groundFor(id + 1))
  expect(groundFor('Hair')).toMatch(/^ground-[1-6]$/)
})
