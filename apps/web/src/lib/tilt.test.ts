import { TILT_MAX } from '@nukkad/ui/sizes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { levelAfter, type Posture, tiltOf, viewFrom } from './tilt.ts'

const angle = ({ aboutX, aboutY }: ReturnType<typeof tiltOf>) => Math.hypot(aboutX, aboutY)

test('[C-48] no card tilts by more than 40°, for any pointer position and any posture of the phone', () => {
  const share = fc.double({ min: -50, max: 50, noNaN: true })
  fc.assert(
    fc.property(share, share, (x, y) => {
      expect(angle(tiltOf({ x, y }))).toBeLessThanOrEqual(40 + 1e-9)
    }),
  )
})

test('[C-48] the angles that the style names, in hundredths of a degree, stay within 40° too', () => {
  const around = Array.from({ length: 3600 }, (_, tenth) => (tenth / 1800) * Math.PI)
  for (const at of around) {
    const { aboutX, aboutY } = tiltOf({ x: Math.cos(at), y: Math.sin(at) })
    expect(Math.hypot(Number(aboutX.toFixed(2)), Number(aboutY.toFixed(2)))).toBeLessThanOrEqual(40)
  }
})

test('[C-48, R-21] the tilt is largest at an edge and 0 in the middle', () => {
  expect(angle(tiltOf({ x: 1, y: 0 }))).toBeCloseTo(TILT_MAX, 9)
  expect(tiltOf({ x: 0, y: 0 })).toEqual({ aboutX: 0, aboutY: 0 })
})

test('a card turns away from the pointer about the correct axis', () => {
  expect(tiltOf({ x: 0.5, y: 0 })).toMatchObject({ aboutY: expect.closeTo(10) })
  expect(tiltOf({ x: 0, y: 0.5 })).toMatchObject({ aboutX: expect.closeTo(-10) })
})

describe('posture of the phone', () => {
  const held = (beta: number, gamma: number, at = 0) => ({ beta, gamma, at })

  test('[C-48] no sequence of postures tilts a card by more than 40°', () => {
    const degrees = fc.double({ min: -180, max: 180, noNaN: true })
    const posture = fc.record({ beta: degrees, gamma: degrees, at: fc.integer({ min: 0, max: 60_000 }) })
    fc.assert(
      fc.property(fc.array(posture, { minLength: 1 }), (postures) => {
        let level: Posture | undefined
        for (const now of postures) {
          level = levelAfter(level, now)
          expect(angle(tiltOf(viewFrom(level, now)))).toBeLessThanOrEqual(40 + 1e-9)
        }
      }),
    )
  })

  test('a movement tilts the card, and a posture that is held becomes the new level', () => {
    const first = levelAfter(undefined, held(40, 0))
    expect(angle(tiltOf(viewFrom(first, held(40, 0))))).toBe(0)
    const moved = held(40, 30, 100)
    const level = levelAfter(first, moved)
    expect(angle(tiltOf(viewFrom(level, moved)))).toBeGreaterThan(10)
    const kept = levelAfter(level, held(40, 30, 20_000))
    expect(angle(tiltOf(viewFrom(kept, held(40, 30, 20_000))))).toBeLessThan(0.1)
  })

  test('a phone that is turned over starts from a new level, and angles take the shorter way', () => {
    expect(levelAfter(held(170, 0), held(-60, 0, 10))).toEqual(held(-60, 0, 10))
    expect(viewFrom(held(179, 0), held(-179, 0)).y).toBeCloseTo(2 / 45, 9)
  })

  test('a clock that jumps back leaves the level unchanged', () => {
    expect(levelAfter(held(10, 10, 500), held(20, 20, 0))).toMatchObject({ beta: 10, gamma: 10 })
  })
})
