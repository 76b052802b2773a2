import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallName } from '@nukkad/contract/contract.ts'
import { contract } from '@nukkad/contract/contract.ts'
import { expect, test } from 'vitest'
import { idsInTitles } from './requirements.ts'

/**
 * Calls that the specification only names, each with the id of the requirement that names it, and the id of the
 * requirement that fixes its input and output.
 */
const declared: readonly (readonly [CallName | `payment endpoint ${string}`, row: string, fixedBy: string])[] = [
  ['search-restaurants', 'P-50', 'GAP-31'],
  ['search-category', 'P-51', 'GAP-32'],
  ['get-addresses', 'P-52', 'GAP-19'],
  ['save-address', 'P-53', 'GAP-19'],
  ['delete-address', 'P-54', 'GAP-19'],
  ['set-default-address', 'P-55', 'GAP-19'],
  ['place-order', 'P-56', 'GAP-10'],
  ['get-orders', 'P-57', 'GAP-15'],
  ['cancel-order', 'P-58', 'GAP-16'],
  ['get-payment-gateways', 'P-59', 'GAP-33'],
  ['payment endpoint razorpay', 'P-60', 'GAP-34'],
  ['payment endpoint paytm', 'P-61', 'GAP-35'],
  ['payment endpoint stripe', 'P-62', 'GAP-36'],
  ['payment endpoint paymongo', 'P-63', 'GAP-37'],
  ['payment endpoint mercado-pago', 'P-64', 'GAP-38'],
  ['payment endpoint khalti', 'P-65', 'GAP-39'],
  ['check-cart-items-availability', 'P-66', 'GAP-28'],
  ['check-restaurant-operation-service', 'P-67', 'GAP-29'],
  ['coordinate-to-address', 'P-68', 'GAP-30'],
  ['get-store-reviews', 'P-69', 'GAP-18'],
  ['get-ratable-order', 'P-70', 'GAP-17'],
  ['rate-order', 'P-71', 'GAP-17'],
]

const root = join(import.meta.dirname, '..')
const idsByFile = globSync('apps/server/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).map(
  (file) => new Set(idsInTitles(readFileSync(join(root, file), 'utf8'))),
)

test.each(declared)('[P-72] %s has a test of its row %s and of %s, which defines it', (name, row, fixedBy) => {
  if (!name.startsWith('payment endpoint')) expect(Object.keys(contract)).toContain(name)
  expect(idsByFile.filter((ids) => ids.has(row) && ids.has(fixedBy))).not.toEqual([])
})
