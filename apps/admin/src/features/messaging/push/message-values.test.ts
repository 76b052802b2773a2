import { describe, expect, test } from 'vitest'
import { goesOutNow, messageInput, messageValues, reachText } from './message-values.ts'

const written = { ...messageValues, title: 'Diwali', message: 'Sweets are here.' }

describe('a message that is being sent', () => {
  test('[U-17] goes to everyone and contains only what was typed', () => {
    expect(messageInput(written, [])).toEqual({
      title: 'Diwali',
      message: 'Sweets are here.',
      image: null,
      click_action: null,
      to: 'all',
      at: null,
    })
  })

  test('[U-17] contains its picture, link, time and the chosen customers', () => {
    const typed = {
      ...written,
      audience: 'chosen',
      image: '/assets/p.webp',
      click_action: ' /explore ',
      at: '2026-12-01T10:00',
    }
    expect(messageInput(typed, [{ id: 7, name: 'Asha' }])).toEqual({
      title: 'Diwali',
      message: 'Sweets are here.',
      image: '/assets/p.webp',
      click_action: '/explore',
      to: [7],
      at: new Date(2026, 11, 1, 10).toISOString(),
    })
  })

  test('[U-17] goes to no one without recipients, so that the server refuses it', () => {
    expect(messageInput({ ...written, audience: 'segment' }, []).to).toEqual([])
  })
})

describe('confirmation of a message', () => {
  test('[U-17] is required when it is complete and goes out immediately', () => {
    expect(goesOutNow(written, [])).toBe(true)
  })

  test.each([
    ['it is for later', { at: '2026-12-01T10:00' }],
    ['its title is missing', { title: '  ' }],
    ['its text is missing', { message: ' ' }],
    ['nobody is chosen', { audience: 'chosen' }],
    ['its segment cannot be read', { audience: 'segment', ordered_within_days: 'a week' }],
  ])('[U-17] is not required when %s', (_reason, changed) => {
    expect(goesOutNow({ ...written, ...changed }, [])).toBe(false)
  })
})

test.each([
  ['all', 1, 1, 'Reaches 1 customer; 1 of their browsers get a push message.'],
  [[7, 8], 2, 0, 'Reaches 2 customers; 0 of their browsers get a push message.'],
  ['guests', 0, 1, 'Reaches 1 device.'],
  ['guests', 5, 3, 'Reaches 3 devices.'],
] as const)('[U-17] to %o with %i customers and %i browsers: “%s”', (to, customers, browsers, text) => {
  expect(reachText(to as 'all', { success: true, customers, browsers } as Parameters<typeof reachText>[1])).toBe(text)
})
