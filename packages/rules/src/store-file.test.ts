import { catalogueTables } from '@nukkad/contract/tables/catalogue.ts'
import { expect, test } from 'vitest'
import { storeFileColumnOf, storeFileColumns, storeFileHead } from './store-file.ts'

test('[U-09] each column is found by its heading in an export, and by its own name', () => {
  for (const column of storeFileColumns) {
    expect(storeFileColumnOf(storeFileHead(column))).toBe(column)
    expect(storeFileColumnOf(column.toUpperCase())).toBe(column)
  }
})

test('[U-09] no two headings of the list of stores are equal', () => {
  const heads = Object.values(catalogueTables.stores.columns).map(({ label }) => label.toLowerCase())
  expect(new Set(heads).size).toBe(heads.length)
})

test('[U-09] columns that a file cannot set are recognised and ignored; others are unknown', () => {
  for (const head of ['Picture', 'Approved', 'Items', 'Place in lists', 'Since'])
    expect(storeFileColumnOf(head)).toBeNull()
  for (const head of ['Colour', '', 'constructor', 'Owner']) expect(storeFileColumnOf(head)).toBeUndefined()
})
