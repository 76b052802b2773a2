import { expect, test } from 'vitest'
import { serviceMinutes, splitPackSize } from './item-text.ts'

test('a pack size is separated from the name of an item', () => {
  const sizes = {
    'Onion (1 kg)': ['Onion', '1 kg'],
    'Papaya (1 piece, about 1 kg)': ['Papaya', '1 piece, about 1 kg'],
    'Tomato, Nati 500 g': ['Tomato, Nati', '500 g'],
    'Milk, 1.5 l': ['Milk', '1.5 l'],
    'Paracetamol 10 tablets': ['Paracetamol', '10 tablets'],
    'Bread (brown)': ['Bread (brown)', null],
    'Vitamin B12': ['Vitamin B12', null],
    '7 Up': ['7 Up', null],
    '(1 kg)': ['(1 kg)', null],
  }
  for (const [name, [rest, size]] of Object.entries(sizes))
    expect(splitPackSize(name, 'Fresh.')).toEqual({ name: rest, size })
})

test('without a pack size in the name, the description may begin with one', () => {
  expect(splitPackSize('Onion', '2 kg, dry skin.')).toEqual({ name: 'Onion', size: '2 kg' })
  expect(splitPackSize('Onion', 'Dry skin, 2 kg.')).toEqual({ name: 'Onion', size: null })
  expect(splitPackSize('Onion', '2 kgs')).toEqual({ name: 'Onion', size: null })
})

test('the duration of a service comes from its description', () => {
  const durations = {
    'Wash and cut, 45 min.': 45,
    '90 minutes of calm': 90,
    '1 hour': 60,
    '1.5 hours': 90,
    '1 hour 30 min': 90,
    '2 hrs and 15 minutes': 135,
    'Twenty minutes.': null,
    '30 ml of serum': null,
    '0 min': null,
    '': null,
  }
  for (const [description, minutes] of Object.entries(durations)) expect(serviceMinutes(description)).toBe(minutes)
})
