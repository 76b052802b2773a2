import { describe, expect, test } from 'vitest'
import { eventWords, handWords, mapLink, paymentWord, shortNumber } from './words.ts'

type Event = Parameters<typeof eventWords>[0] & Parameters<typeof handWords>[0]
const event = (values: Partial<Event>) => ({ kind: 'x', from: 'placed', to: 'accepted', by: 'x', ...values }) as Event

describe('the history of an order', () => {
  test('[U-19] says what happened', () => {
    expect(eventWords(event({ kind: 'order_accepted_auto' }))).toBe('Accepted automatically')
    expect(eventWords(event({ kind: 'order_canceled_store' }))).toBe('Rejected by the store')
  })

  test('[U-19] names the new state where it knows no words for it, and “Placed” at the beginning', () => {
    expect(eventWords(event({ to: 'ready' }))).toMatch(/ready/i)
    expect(eventWords(event({ from: null }))).toBe('Placed')
  })

  test('[U-19] says whose hand it was', () => {
    expect(handWords(event({ by: 'store', name: 'Meena Rao' }))).toBe('Meena Rao, store')
    expect(handWords(event({ by: 'clock', name: null }))).toBe('automatic')
    expect(handWords(event({ by: 'provider', name: '' }))).toBe('payment provider')
  })
})

test('[U-19] people say the last eight letters of a number to each other', () => {
  expect(shortNumber('OD-11-21-ABCDEFGH')).toBe('ABCDEFGH')
  expect(shortNumber('OD-1')).toBe('OD-1')
})

test('[U-19] a payment method without a text is shown by its name', () => {
  expect(paymentWord('BARTER')).toBe('BARTER')
  expect(paymentWord('COD')).not.toBe('COD')
})

test('[U-19] a door is opened on the map at its place', () => {
  expect(mapLink({ latitude: 12.9352, longitude: 77.6245 })).toBe('https://maps.google.com/maps?q=12.9352,77.6245')
})
