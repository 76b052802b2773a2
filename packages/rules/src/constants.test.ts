import { describe, expect, test } from 'vitest'
import * as constants from './constants.ts'

describe('constants', () => {
  test('[R-01] 768 px is a phone, 769 a desktop', () => {
    expect([768, 769].map(constants.isDesktop)).toEqual([false, true])
  })

  test('[R-02] the account screen shows up to 1980 px', () => {
    expect([1980, 1981].map(constants.showsAccount)).toEqual([true, false])
  })

  test.each([
    ['R-12', constants.UPDATE_RELOAD_MS, 3000],
    ['R-13', constants.DESKTOP_FIRST_RELOAD_MS, 2000],
    ['R-14', constants.IOS_POPUP_MS, 2500],
    ['R-15', constants.USE_APP_RERENDER_MS, 2000],
    ['R-16', constants.CART_REFRESH_MS, 100],
    ['R-17', constants.STORE_LINK_MS, 200],
    ['R-19', constants.ITEM_DRAWER_WIDTH_PERCENT, 80],
    ['R-20', constants.REPLACE_DIALOG_HEIGHT_PX, 250],
    ['R-21', constants.TILT_MAX, 40],
    ['C-48', constants.TILT_MAX, 40],
  ])('[%s] %i', (_, value, expected) => {
    expect(value).toBe(expected)
  })

  test('[R-18] scrolling to a category waits 500 ms the first time only', () => {
    expect([false, true].map(constants.scrollDelayMs)).toEqual([500, 0])
  })

  test('[R-22] [C-49] the carousel shows 1.1 slides 10 px apart', () => {
    expect(constants.CAROUSEL).toEqual({ slidesPerView: 1.1, spacingPx: 10 })
    expect(constants.slideWidthPx(330)).toBeCloseTo((330 - 10 * 0.1) / 1.1, 9)
  })

  test('[R-23] ten avatars', () => {
    expect(constants.AVATARS).toEqual(Array.from({ length: 10 }, (_, index) => `user${index + 1}`))
  })

  test('[R-24] user2 unless a known avatar is stored', () => {
    expect([null, undefined, '', 'user11', 'user7'].map(constants.avatarOf)).toEqual([
      'user2',
      'user2',
      'user2',
      'user2',
      'user7',
    ])
  })

  test('[GAP-50] [R-33] a push vibrates in its pattern and plays one sound', () => {
    expect(constants.PUSH_VIBRATION_MS).toEqual([100, 150, 100, 100, 150, 100])
    expect(constants.PUSH_SOUND).toBe('/assets/audio/customer-notification.mp3')
  })
})
