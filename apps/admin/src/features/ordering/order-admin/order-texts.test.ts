import { describe, expect, test } from 'vitest'
import { actorText, eventText, mapLink, paymentLabel, shortNumber } from './order-texts.ts'

type Event = Parameters<typeof eventText>[0] & Parameters<typeof actorText>[0]
const event = (values: Partial<Event>) => ({ kind: 'x', from: 'placed', to: 'accepted', by: 'x', ...values }) as Event

describe('the history of an order', () => {
  test('[U-19] describes each event', () => {
    expect(eventText(event({ kind: 'order_accepted_auto' }))).toBe('Accepted automatically')
    expect(eventText(event({ kind: 'order_canceled_store' }))).toBe('Rejected by the store')
  })

  test('[U-19] names the new state if there is no text for it, and “Placed” at the beginning', () => {
    expect(eventText(event({ to: 'ready' }))).toMatch(/ready/i)
    expect(eventText(event({ from: null }))).toBe('Placed')
  })

  test('[U-19] names the actor', () => {
    expect(actorText(event({ by: 'store', name: 'Meena Rao' }))).toBe('Meena Rao, store')
    expect(actorText(event({ by: 'clock', name: null }))).toBe('automatic')
    expect(actorText(event({ by: 'provider', name: '' }))).toBe('payment provider')
  })
})

test('[U-19] people say the last eight characters of a number to each other', () => {
  expect(shortNumber('OD-11-21-ABCDEFGH')).toBe('ABCDEFGH')
  expect(shortNumber('OD-1')).toBe('OD-1')
})

test('[U-19] a payment method without a text is shown by its name', () => {
  expect(paymentLabel('BARTER')).toBe('BARTER')
  expect(paymentLabel('COD')).not.toBe('COD')
})

test('[U-19] an address opens on the map at its position', () => {
  expect(mapLink({ latitude: 12.9352, longitude: 77.6245 })).toBe('https://maps.google.com/maps?q=12.9352,77.6245')
})
