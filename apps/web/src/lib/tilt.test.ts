import { TILT_MAX } from '@nukkad/rules/constants.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tiltOf } from './tilt.ts'

const angle = ({ aboutX, aboutY }: ReturnType<typeof tiltOf>) => Math.hypot(aboutX, aboutY)

test('[C-48] no card tilts by more than 40, wherever the pointer is and however the phone is held', () => {
  const share = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(share, share, (x, y) => {
      expect(angle(tiltOf({ x, y }))).toBeLessThanOrEqual(40 + 1e-9)
    }),
  )
})

test('[C-48, R-21] the largest tilt is reached at an edge, and the middle lies flat', () => {
  expect(angle(tiltOf({ x: 1, y: 0 }))).toBeCloseTo(TILT_MAX, 9)
  expect(tiltOf({ x: 0, y: 0 })).toEqual({ aboutX: 0, aboutY: 0 })
})

test('a card turns away from the pointer about the right axis', () => {
  expect(tiltOf({ x: 0.5, y: 0 })).toMatchObject({ aboutY: expect.closeTo(10) })
  expect(tiltOf({ x: 0, y: 0.5 })).toMatchObject({ aboutX: expect.closeTo(-10) })
})
