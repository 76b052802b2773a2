import { describe, expect, test } from 'vitest'
import { pairsOf } from './contrast.ts'

const brand = { storeColor: '#0f7a55', cartColorBg: '#0f7a55', cartColorText: '#ffffff' }
const pair = (name: string, changed: Partial<typeof brand>, scheme: 'light' | 'dark' = 'light') =>
  pairsOf({ ...brand, ...changed }, scheme).find((one) => one.name === name)!

describe('colours of a shop', () => {
  const hard = ['#ffd400', '#ffffff', '#000000', '#7f7f7f', '#ff0000', '#00ffff', '#0f7a55']

  test.each(['light', 'dark'] as const)(
    '[U-22] the colours are readable in the %s scheme, for any colour',
    (scheme) => {
      for (const colour of hard)
        for (const { name, ratio, floor } of pairsOf(
          { storeColor: colour, cartColorBg: colour, cartColorText: colour },
          scheme,
        ))
          expect(ratio, `${name} with ${colour}`).toBeGreaterThanOrEqual(floor)
    },
  )

  test('[U-22] text on a page needs more contrast than text on buttons, and borders need less', () => {
    const floors = Object.fromEntries(pairsOf(brand, 'light').map(({ name, floor }) => [name, floor]))
    expect(floors).toMatchObject({ 'Text on the page': 7, 'Text on buttons': 4.5, 'Field borders': 3 })
  })
})

describe('messages about adjusted colours', () => {
  test('[U-22] there is no message about a colour that is used as it is', () => {
    expect(pair('Text on buttons', {}).adjusted).toBeUndefined()
    expect(pair('Cart bar', {}).adjusted).toBeUndefined()
  })

  test('[U-22] links in a light colour use a darker shade on white', () => {
    expect(pair('Links and prices', { storeColor: '#ffd400' }).adjusted).toBe(
      'Links take a darker shade of your colour.',
    )
  })

  test('[U-22] a text colour that is unreadable on its bar is replaced', () => {
    const { adjusted, text } = pair('Cart bar', { cartColorBg: '#ffffff', cartColorText: '#fefefe' })
    expect(adjusted).toBe('Your text colour is hard to read on the cart bar, so the app uses another colour.')
    expect(text).not.toBe('#fefefe')
  })
})
