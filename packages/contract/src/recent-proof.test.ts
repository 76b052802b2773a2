import { expect, test } from 'vitest'
import type { CallShape } from './call.ts'
import { contract } from './contract.ts'

/**
 * The calls of the dashboard with which a person decides to move money, or changes where money goes. The list is
 * written by hand, so that an error in the contract does not change it too.
 */
const movesMoney = `
  wallet-adjustments/propose wallet-adjustments/approve wallet-adjustments/refuse
  refunds/propose refunds/approve refunds/refuse
  cases/refund cases/credit
  orders/approve-payment orders/close-delivery
  payment-approvals/approve payment-approvals/confirm payment-approvals/refuse
  commission-approvals/approve commission-approvals/refuse
  store-settlements/record store-settlements/approve store-settlements/refuse
  delivery-collections/collect delivery-collections/approve delivery-collections/refuse
  store-payouts/pay store-payouts/reject
  stores/set-owners owners/set-stores staff/set-permissions api-keys/create
  people/create people/set-password riders/update store-import/apply`
  .trim()
  .split(/\s+/)
  .map((name) => `dashboard/${name}`)
const ofOwners = ['store-owner/send-payout-request', 'store-owner/save-payout-details']

/**
 * Calls that need a permission about money, but move none, return it only to its payer, or book it by terms that the
 * customer has accepted. The list is written by hand, so that an error in the contract does not change it too. The call
 * `orders/cancel` refunds the order to its payer.
 */
const movesNone = [
  ...['move', 'walk-in', 'arrive', 'till', 'finish', 'no-show', 'cancel', 'waive-share', 'wait-list/remove'].map(
    (name) => `bookings/${name}`,
  ),
  ...['quote', 'takings', 'takings/save'].map((name) => `bookings/${name}`),
  'orders/cancel',
  'orders/riders',
  'orders/assign-rider',
  'orders/offer-again',
  'cases/refuse',
  'payment-issues/handle',
  'wallet-adjustments',
  'refunds',
  'store-payouts',
  'delivery-collections',
  'delivery-collection-logs',
].map((name) => `dashboard/${name}`)

/** Permissions whose calls move money. */
const rights = ['all_users_wallet', 'store_payouts_manage', 'delivery_collection_manage', 'order_actions']

const shapes = Object.entries<CallShape>(contract)

test('[T-10] every call that moves money or changes its destination needs a recent proof', () => {
  const unproved = [...movesMoney, ...ofOwners].filter(
    (name) => !(contract as Record<string, CallShape>)[name]?.needsRecentProof,
  )
  expect(unproved).toEqual([])
})

test('[T-10] every call with a permission for money is in one of the two lists', () => {
  const unlisted = shapes
    .filter(([name, { permission }]) => name.startsWith('dashboard/') && rights.includes(String(permission)))
    .map(([name]) => name)
    .filter((name) => movesMoney.includes(name) === movesNone.includes(name))
  expect(unlisted).toEqual([])
})
