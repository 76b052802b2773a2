import { expect, test } from 'vitest'
import { cellServices, type FilePerson, personCells, windowsOf } from './people-file.ts'

const services = [
  { item_id: 1, name: 'Haircut' },
  { item_id: 2, name: 'Colour' },
  { item_id: 3, name: 'Colour' },
  { item_id: 4, name: 'Cut | wash [short]' },
]
const nila: FilePerson = {
  id: 7,
  name: 'Nila',
  position: 2,
  is_active: 1,
  hours: {
    monday: [
      { open: '09:00', close: '13:00' },
      { open: '14:00', close: '24:00' },
    ],
  },
  services: [
    { item_id: 1, price: null, minutes: null },
    { item_id: 2, price: '1200.00', minutes: null },
    { item_id: 3, price: null, minutes: 95 },
    { item_id: 4, price: '550.00', minutes: 20 },
  ],
}

test('[V-24] a person is written with windows and services, and read back', () => {
  const cells = personCells(nila, services)
  expect(cells).toMatchObject({ id: '7', name: 'Nila', position: '2', is_active: 'yes', sunday: '' })
  expect(cells.monday).toBe('09:00-13:00 | 14:00-24:00')
  expect(cells.services).toBe('Haircut | #2 [1200.00] | #3 [; 95] | #4 [550.00; 20]')
  expect(windowsOf(cells.monday)).toEqual(nila.hours.monday)
  expect(cellServices(cells.services, services)).toEqual([
    { itemId: 1, price: '', minutes: '' },
    { itemId: 2, price: '1200.00', minutes: '' },
    { itemId: 3, price: '', minutes: '95' },
    { itemId: 4, price: '550.00', minutes: '20' },
  ])
})

test.each([
  ['14:00–18:00|9:00 - 13:00', '09:00-13:00,14:00-18:00'],
  ['', ''],
  ['09:00', undefined],
  ['nine to five', undefined],
])('[V-24] the day %s is read as %s', (cell, text) => {
  expect(
    windowsOf(cell)
      ?.map(({ open, close }) => `${open}-${close}`)
      .join(','),
  ).toBe(text)
})

test('[V-24] a service is found only by its number if two items have the same name', () => {
  const ids = cellServices('Colour | #3 | Perm | #9', services).map(({ itemId }) => itemId)
  expect(ids).toEqual([undefined, 3, undefined, undefined])
})
