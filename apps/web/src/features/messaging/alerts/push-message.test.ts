import { expect, test } from 'vitest'
import { notificationOf, readPush } from './push-message.ts'

const own = ['https://shop.test']
const given = {
  title: 'Almost there',
  message: 'Ravi is on his way',
  image: '/assets/img/promo/a.webp',
  badge: '/assets/badge.png',
  icon: '/assets/icon.png',
  click_action: 'https://shop.test/running-order/OD-1',
  unique_order_id: 'OD-1',
}

test('[L-10] a push message has a title, a message, an image and a link', () => {
  expect(readPush(JSON.stringify(given), own)).toMatchObject({
    title: 'Almost there',
    message: 'Ravi is on his way',
    image: '/assets/img/promo/a.webp',
    link: '/running-order/OD-1',
  })
})

test('[L-11] [GAP-50] [R-33] a device vibrates in the specified pattern, and one order shows one message', () => {
  expect(notificationOf(readPush(JSON.stringify(given), own))).toEqual({
    body: 'Ravi is on his way',
    icon: '/assets/icon.png',
    badge: '/assets/badge.png',
    tag: 'OD-1',
    silent: false,
    data: '/running-order/OD-1',
    image: '/assets/img/promo/a.webp',
    renotify: true,
    vibrate: [100, 150, 100, 100, 150, 100],
  })
})

test('the message that an offer is gone silently replaces its alert', () => {
  const shown = notificationOf(readPush(JSON.stringify({ ...given, stop_playing: 'yes' }), own))
  expect(shown).toMatchObject({ tag: 'OD-1', silent: true, renotify: false })
  expect(shown).not.toHaveProperty('vibrate')
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'http://elsewhere.test/'])(
  '[GAP-51] a push message does not link to %s',
  (click_action) => {
    expect(readPush(JSON.stringify({ ...given, unique_order_id: null, click_action }), own).link).toBeNull()
  },
)

test('pictures of other sites and text that is not JSON are not shown', () => {
  expect(readPush('{', own)).toMatchObject({ title: '', message: '', tag: undefined, isQuiet: false })
  expect(readPush(JSON.stringify({ ...given, icon: '//evil.test/x', badge: 7 }), own)).toMatchObject({
    icon: undefined,
    badge: undefined,
  })
  const foreign = { ...given, image: 'https://elsewhere.test/x.png' }
  expect(notificationOf(readPush(JSON.stringify(foreign), own))).not.toHaveProperty('image')
})
