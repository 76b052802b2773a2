import { describe, expect, test } from 'vitest'
import * as sizes from './sizes.ts'

describe('sizes', () => {
  test('[R-01] 768 px is a phone, 769 a desktop', () => {
    expect([768, 769].map(sizes.isDesktop)).toEqual([false, true])
  })

  test('[R-02] the account screen is shown up to a width of 1980 px', () => {
    expect([1980, 1981].map(sizes.showsAccount)).toEqual([true, false])
  })

  test('[R-21] the largest tilt is 40, and the dialog that asks to replace the cart has its height', () => {
    expect(sizes.TILT_MAX).toBe(40)
    expect(sizes.REPLACE_DIALOG_HEIGHT_PX).toBe(250)
  })

  test('[R-22] the carousel shows 1.1 slides 10 px apart', () => {
    expect(sizes.CAROUSEL).toEqual({ slidesPerView: 1.1, spacingPx: 10 })
  })
})
