import { settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { AccountRef, Posting } from '@nukkad/server/features/ledger/wallet/accounts.ts'
import { earningsOf, riderShare, settlementPostings } from '@nukkad/server/features/ordering/orders/settle-order.ts'
import type pg from 'pg'
import type { City } from '../types.ts'
import { insertRows } from './insert-rows.ts'
import type { PeopleIds } from './load-city.ts'
import { pastPayouts } from './past-payouts.ts'

const WELCOME_MINOR = 20_000n
const CASH_ORDERS_HELD = 3

export type Movement = {
  kind: string
  source_type: string
  source_id: string
  description_key: string
  description_params: object
  created_at: Date
  postings: Posting[]
}

/**
 * Writes the movements of money of the demo before today: each customer's welcome bonus, the settlement of each
 * delivered order, the cash that riders handed in, and the payouts to stores.
 */
export async function loadMoney(client: pg.Client, city: City, people: PeopleIds): Promise<void> {
  const bonuses: Movement[] = city.customers.map((customer) => ({
    kind: 'signup_bonus',
    source_type: 'user',
    source_id: String(people.customer(customer.id)),
    description_key: 'walletTransactionSignup',
    description_params: {},
    created_at: customer.createdAt,
    postings: [
      { account: { kind: 'promotion_expense' }, amountMinor: -WELCOME_MINOR },
      { account: { kind: 'wallet_promotion', userId: people.customer(customer.id) }, amountMinor: WELCOME_MINOR },
    ],
  }))
  const settings = settingsOf(city)
  const settlements = city.orders
    .filter((order) => order.status === 5)
    .map((order) => settlementOf(order, city, people, settings))
  const collected = cashHandedIn(settlements)
  const payouts = pastPayouts(settlements, city, people)
  await insertRows(client, 'store_payouts', payouts.rows)
  await insertRows(client, 'cash_collections', collected.map(collectionOf(people)))
  await insertMovements(client, [...bonuses, ...settlements, ...collected, ...payouts.movements])
  await client.query(
    `
    update orders set store_commission_minor = given.commission, platform_income_minor = given.income
      from jsonb_to_recordset($1) as given (id int, commission bigint, income bigint) where orders.id = given.id`,
    [
      JSON.stringify(
        settlements.map(({ source_id, earnings }) => ({
          id: Number(source_id),
          commission: String(earnings.commissionMinor),
          income: String(earnings.incomeMinor),
        })),
      ),
    ],
  )
  await client.query(
    `
    update orders set rider_commission_minor = given.commission, rider_tip_minor = given.tip
      from jsonb_to_recordset($1) as given (id int, commission bigint, tip bigint) where orders.id = given.id`,
    [
      JSON.stringify(
        settlements
          .filter(({ share }) => share !== null)
          .map(({ source_id, share }) => ({
            id: Number(source_id),
            commission: String(share!.commissionMinor),
            tip: String(share!.tipMinor),
          })),
      ),
    ],
  )
}

/** Lets riders hand in the cash that they took, except that of their last few orders. */
function cashHandedIn(settlements: readonly Movement[]): Movement[] {
  const taken = new Map<number, { amountMinor: bigint; at: Date }[]>()
  for (const { postings, created_at: at } of settlements) {
    const cash = postings.find(({ account, amountMinor }) => account.kind === 'rider_cash' && amountMinor !== 0n)
    if (cash?.account.userId === undefined) continue
    const list = taken.get(cash.account.userId) ?? []
    taken.set(cash.account.userId, [...list, { amountMinor: -cash.amountMinor, at }])
  }
  const handed = [...taken].flatMap(([userId, cash]) => {
    const handedIn = cash.toSorted((a, b) => a.at.getTime() - b.at.getTime()).slice(0, -CASH_ORDERS_HELD)
    const amountMinor = handedIn.reduce((total, part) => total + part.amountMinor, 0n)
    return amountMinor === 0n ? [] : [{ userId, amountMinor, at: handedIn.at(-1)!.at }]
  })
  return handed.map(({ userId, amountMinor, at }, index) => ({
    kind: 'cash_collection',
    source_type: 'collection',
    source_id: String(index + 1),
    description_key: 'deliveryCollectionText',
    description_params: {},
    created_at: at,
    postings: [
      { account: { kind: 'rider_cash' as const, userId }, amountMinor },
      { account: { kind: 'house_cash' as const }, amountMinor: -amountMinor },
    ],
  }))
}

/** Returns the row of a cash collection; its transfer refers to the id of the row. */
const collectionOf =
  (people: PeopleIds) =>
  ({ postings, created_at }: Movement) => ({
    rider_id: postings[0]!.account.userId,
    currency: 'INR',
    amount_minor: postings[0]!.amountMinor,
    collected_by: people.staff(1),
    created_at,
  })

type Share = ReturnType<typeof riderShare>
type SettingsOfCity = { get: (key: SettingKey) => string; isOn: (key: SettingKey) => boolean }

function settingsOf(city: City): SettingsOfCity {
  const overrides = new Map(city.settings.map(({ key, value }) => [key, value]))
  const get = (key: SettingKey): string => overrides.get(key) ?? registry[key].default
  return { get, isOn: (key) => get(key) === 'true' }
}

type Settlement = Movement & { share: Share | null; earnings: ReturnType<typeof earningsOf> }

/** Returns the settlement of a past order, by the same rule as that of new orders. */
function settlementOf(
  order: City['orders'][number],
  city: City,
  people: PeopleIds,
  settings: SettingsOfCity,
): Settlement {
  const rider = order.riderId === null ? undefined : city.riders[order.riderId - 1]
  const money = {
    delivery_type: order.fulfilment === 'delivery' ? 1 : 2,
    payment_mode: order.paymentMode,
    total_minor: order.totalMinor,
    delivery_charge_minor: order.deliveryChargeMinor,
    actual_delivery_charge_minor: order.actualDeliveryChargeMinor,
    tip_minor: order.tipMinor,
    payable_minor: order.payableMinor,
    at_store_minor: 0n,
    wallet_own_minor: 0n,
    wallet_promotion_minor: 0n,
    paid_online_minor: 0n,
    store_id: order.storeId,
    rider_id: rider ? people.rider(rider.id) : null,
  }
  const store = city.stores.find(({ id }) => id === order.storeId)!
  const storeBasisPoints = store.commissionPercent * 100
  const share = rider
    ? riderShare(
        money,
        {
          commission_basis_points: rider.commissionPercent * 100,
          tip_basis_points: rider.tipCommissionPercent * 100,
          storeBasisPoints,
        },
        settings,
      )
    : null
  const cuts = { share: share ?? { commissionMinor: 0n, tipMinor: 0n }, storeBasisPoints }
  return {
    kind: 'order_settlement',
    source_type: 'order',
    source_id: String(order.id),
    description_key: 'deliveryCommissionMessage',
    description_params: { order: order.uniqueOrderId },
    created_at: order.completedAt!,
    postings: settlementPostings(money, cuts),
    share,
    earnings: earningsOf(money, cuts),
  }
}

const keyOf = ({ kind, userId, storeId, provider, stylistId }: AccountRef): string =>
  `${kind}:${userId ?? ''}:${storeId ?? ''}:${provider ?? ''}:${stylistId ?? ''}`
const stored = new Set(['wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash'])

/** Writes transfers and the accounts that they need, which must not exist yet. */
export async function insertMovements(client: pg.Client, movements: readonly Movement[]): Promise<void> {
  const accounts = new Map(
    movements.flatMap(({ postings }) => postings.map(({ account }) => [keyOf(account), account])),
  )
  await insertRows(
    client,
    'ledger_accounts',
    [...accounts.values()].map((account) => ({
      kind: account.kind,
      user_id: account.userId ?? null,
      store_id: account.storeId ?? null,
      provider: account.provider ?? null,
      stylist_id: account.stylistId ?? null,
      currency: 'INR',
      balance_minor: stored.has(account.kind) ? 0 : null,
      created_at: new Date(),
    })),
  )
  await insertRows(
    client,
    'transfers',
    movements.map(({ kind, source_type, source_id, description_key, description_params, created_at }) => ({
      kind,
      source_type,
      source_id,
      description_key,
      description_params,
      created_at,
      uuid: crypto.randomUUID(),
      currency: 'INR',
    })),
  )
  const accountIds = await client.query<{ id: bigint; key: string }>(
    "select id, concat(kind, ':', user_id, ':', store_id, ':', provider, ':', stylist_id) as key from ledger_accounts",
  )
  const transferIds = await client.query<{ id: bigint; key: string }>(
    "select id, concat(kind, ':', source_type, ':', source_id) as key from transfers",
  )
  const accountId = new Map(accountIds.rows.map((row) => [row.key, row.id]))
  const transferId = new Map(transferIds.rows.map((row) => [row.key, row.id]))
  await insertRows(
    client,
    'postings',
    movements.flatMap((movement) =>
      movement.postings
        .filter(({ amountMinor }) => amountMinor !== 0n)
        .map(({ account, amountMinor }) => ({
          transfer_id: transferId.get(`${movement.kind}:${movement.source_type}:${movement.source_id}`),
          account_id: accountId.get(keyOf(account)),
          amount_minor: amountMinor,
        })),
    ),
  )
}
