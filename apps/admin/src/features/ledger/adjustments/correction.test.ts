import { expect, test } from 'vitest'
import { correctionEffect, correctionInput, correctionText, correctionValues } from './correction.ts'

const typed = { ...correctionValues, amount: ' 120.50 ', reason: 'Spilled dal', note: ' Sorry ' }

test('[U-20] a correction is sent for the chosen customer, with its text trimmed', () => {
  expect(correctionInput(typed, 7)).toEqual({
    customer_id: 7,
    direction: 'credit',
    amount: '120.50',
    pocket: 'own',
    reason: 'Spilled dal',
    note: 'Sorry',
  })
})

test('[U-20] without a note the customer reads the default text, and without a customer the server refuses', () => {
  expect(correctionInput({ ...typed, note: '  ' }, undefined)).toMatchObject({ customer_id: 0, note: null })
})

test.each([
  ['credit', 'own', '120.50', '120.50 is added to the own money of Asha, who is notified.'],
  ['credit', 'promotion', '', 'The amount is added to the promotion credit of Asha, who is notified.'],
  [
    'debit',
    'own',
    '5',
    '5 is taken from the own money of Asha, who is notified. If the balance is lower, only the balance is taken.',
  ],
] as const)('[U-20] the confirmation describes the effect of a %s of %s', (direction, pocket, amount, text) => {
  expect(correctionEffect({ ...typed, direction, pocket, amount }, 'Asha')).toBe(text)
})

test('[U-20] without a selected customer the text says “the customer”', () => {
  expect(correctionEffect(typed)).toBe('120.50 is added to the own money of the customer, who is notified.')
})

test.each([
  ['booked', 'credit', '₹120.50 added to the wallet of Asha'],
  ['booked', 'debit', '₹120.50 taken from the wallet of Asha'],
  ['waiting', 'debit', '₹120.50 needs approval by another person'],
] as const)('[U-20] the answer to a correction (%s, %s) is shown as “%s”', (state, direction, text) => {
  const data = { state, direction, amount: '120.50', currency: 'INR', customer: { id: 7, name: 'Asha' } }
  expect(correctionText({ success: true, data } as unknown as Parameters<typeof correctionText>[0])).toBe(text)
})
