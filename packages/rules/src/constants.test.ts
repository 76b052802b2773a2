import { describe, expect, test } from 'vitest'
import * as constants from './constants.ts'

describe('constants', () => {
  test('[R-12] an update reloads after 3000 ms', () => {
    expect(constants.UPDATE_RELOAD_MS).toBe(3000)
  })

  test('[R-13] the first load on a desktop reloads after 2000 ms', () => {
    expect(constants.DESKTOP_FIRST_RELOAD_MS).toBe(2000)
  })

  test('[R-14] the iOS popup opens after 2500 ms', () => {
    expect(constants.IOS_POPUP_MS).toBe(2500)
  })

  test('[R-15] "Use App" shows the preview again after 2000 ms', () => {
    expect(constants.USE_APP_RERENDER_MS).toBe(2000)
  })

  test('[R-16] the cart refreshes after 100 ms', () => {
    expect(constants.CART_REFRESH_MS).toBe(100)
  })

  test('[R-17] a store link opens after 200 ms', () => {
    expect(constants.STORE_LINK_MS).toBe(200)
  })

  test('[R-18] scrolling to a category waits 500 ms only the first time', () => {
    expect([false, true].map(constants.scrollDelayMs)).toEqual([500, 0])
  })

  test('[R-23] there are ten avatars', () => {
    expect(constants.AVATARS).toEqual(Array.from({ length: 10 }, (_, index) => `user${index + 1}`))
  })

  test('[R-24] the avatar is user2 unless a known one is stored', () => {
    expect([null, undefined, '', 'user11', 'user7'].map(constants.avatarOf)).toEqual([
      'user2',
      'user2',
      'user2',
      'user2',
      'user7',
    ])
  })

  test('[GAP-50] [R-33] a push message vibrates in its pattern and plays one sound', () => {
    expect(constants.PUSH_VIBRATION_MS).toEqual([100, 150, 100, 100, 150, 100])
    expect(constants.PUSH_SOUND).toBe('/assets/audio/customer-notification.mp3')
  })
})
