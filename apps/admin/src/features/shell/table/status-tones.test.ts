import { tables } from '@nukkad/contract/tables/shapes.ts'
import type { Column } from '@nukkad/contract/tables/table.ts'
import { expect, test } from 'vitest'
import { toneOf } from './status-tones.ts'

const labelsOf = (column: Column) => Object.keys(column.labels ?? {})
const columns: [string, Column][] = Object.entries(tables).flatMap(([table, { columns }]) =>
  Object.entries<Column>(columns).flatMap(([name, column]): [string, Column][] =>
    column.type === 'status' ? [[`${table}.${name}`, column]] : [],
  ),
)

test.each(columns)('%s has a colour for each of its values, or for none', (_name, column) => {
  const coloured = labelsOf(column).filter((value) => toneOf(value))
  expect([[], labelsOf(column)]).toContainEqual(coloured)
})

test('states of orders are coloured by their meaning; the type and the payment method are plain text', () => {
  const { status, type, payment_mode } = tables.orders.columns
  expect(Object.fromEntries(labelsOf(status).map((state) => [state, toneOf(state)]))).toMatchObject({
    placed: 'brand',
    accepted: 'info',
    picked_up: 'info',
    delivered: 'ok',
    cancelled: 'error',
    payment_failed: 'error',
  })
  expect([...labelsOf(type), ...labelsOf(payment_mode), 'constructor'].map(toneOf).filter(Boolean)).toEqual([])
})
