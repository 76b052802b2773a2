import { expect, test } from 'vitest'
import { parse } from './exact-path.ts'

const matches = (route: string, path: string) => parse(route).pattern.exec(path)?.slice(1)

test('[B-01, INT-33] a route matches exactly', () => {
  expect(matches('/cart', '/cart')).toEqual([])
  for (const path of ['/Cart', '/CART', '/cart/', '/cart/x', '//cart', '/car', '/cartx', '/xcart', 'cart'])
    expect(matches('/cart', path), path).toBeUndefined()
  expect(matches('/', '/')).toEqual([])
  expect(matches('/', '//')).toBeUndefined()
})

test('[B-01] path parameters keep their case and are never empty', () => {
  expect(parse('/stores/:restaurant/:id?').keys).toEqual(['restaurant', 'id'])
  expect(matches('/stores/:restaurant/:id?', '/stores/Corner')).toEqual(['Corner', undefined])
  expect(matches('/stores/:restaurant/:id?', '/stores/corner/7')).toEqual(['corner', '7'])
  for (const path of [
    '/stores',
    '/stores/',
    '/stores/corner/',
    '/stores/corner/7/',
    '/stores/corner/7/8',
    '/Stores/corner',
  ])
    expect(matches('/stores/:restaurant/:id?', path), path).toBeUndefined()
})

test('[B-01] a route with a wildcard matches everything below it', () => {
  expect(matches('/delivery/*?', '/delivery')).toEqual([undefined])
  expect(matches('/delivery/*?', '/delivery/orders/7')).toEqual(['orders/7'])
  expect(matches('/delivery/*?', '/deliveryx')).toBeUndefined()
})
