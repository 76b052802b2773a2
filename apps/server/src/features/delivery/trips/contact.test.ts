import { describe, expect, test } from 'vitest'
import { areaAround, areaOf, seesAddress, seesCustomer } from './contact.ts'

describe('contact', () => {
  test.each([
    [2, false, false, false],
    [3, true, false, true],
    [3, false, false, false],
    [4, true, false, true],
    [5, true, true, true],
    [5, true, false, false],
    [5, false, true, false],
    [6, true, false, false],
  ])('[T-09] status %i, own %s, just delivered %s: address shown %s', (status, isOwn, isJustDelivered, shown) => {
    expect(seesAddress({ status, isOwn, isJustDelivered })).toBe(shown)
  })

  test('[T-09] the customer is shown only from pickup on, if the operator wants that', () => {
    const own = { isOwn: true, isJustDelivered: false }
    expect(seesCustomer({ ...own, status: 3 }, { showsBeforePickup: true })).toBe(true)
    expect(seesCustomer({ ...own, status: 3 }, { showsBeforePickup: false })).toBe(false)
    expect(seesCustomer({ ...own, status: 4 }, { showsBeforePickup: false })).toBe(true)
    expect(seesCustomer({ ...own, status: 4, isOwn: false }, { showsBeforePickup: true })).toBe(false)
  })

  test.each([
    ['4B, 12 Lake Road, Koramangala, Bengaluru', 'Koramangala, Bengaluru'],
    ['12 Lake Road, Koramangala', 'Koramangala'],
    ['12 Lake Road', ''],
    [' , ', ''],
    ['', ''],
  ])('[T-09] the area of "%s" is "%s"', (address, area) => {
    expect(areaOf(address)).toBe(area)
  })

  test('[T-09] the rounded position is exact to about a kilometre, and contains nothing else', () => {
    expect(areaAround('{"lat":12.93521,"lng":"77.62449","house":"4B"}')).toBe('{"lat":12.94,"lng":77.62}')
    expect(areaAround('{"address":"12 Lake Road"}')).toBe('{"lat":null,"lng":null}')
  })
})
