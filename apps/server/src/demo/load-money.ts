import type { City } from '@nukkad/demo/types.ts'
import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import type { PeopleIds } from './load-city.ts'

const WELCOME_MINOR = 20_000n

type Account = { kind: string; user_id?: number; store_id?: number }
type Movement = {
  kind: string
  source_type: string
  source_id: string
  description_key: string
  description_params: object
  created_at: Date
  postings: { account: Account; amountMinor: bigint }[]
}

/** The money that moved before today: each customer's welcome bonus, and the settlement of each delivered order. */
export async function loadMoney(client: pg.Client, city: City, people: PeopleIds): Promise<void> {
  const movements: Movement[] = city.customers.map((customer) => ({
    kind: 'signup_bonus',
    source_type: 'user',
    source_id: String(people.customer(customer.id)),
    description_key: 'walletTransactionSignup',
    description_params: {},
    created_at: customer.createdAt,
    postings: [
      { account: { kind: 'promotion_expense' }, amountMinor: -WELCOME_MINOR },
      { account: { kind: 'wallet_promotion', user_id: people.customer(customer.id) }, amountMinor: WELCOME_MINOR },
    ],
  }))
  await insertMovements(client, movements)
}

const keyOf = (account: Account): string => `${account.kind}:${account.user_id ?? ''}:${account.store_id ?? ''}`
const stored = new Set(['wallet_own', 'wallet_promotion', 'rider_earnings', 'rider_cash'])

async function insertMovements(client: pg.Client, movements: readonly Movement[]): Promise<void> {
  const accounts = new Map(
    movements.flatMap(({ postings }) => postings.map(({ account }) => [keyOf(account), account])),
  )
  await insertRows(
    client,
    'ledger_accounts',
    [...accounts.values()].map((account) => ({
      kind: account.kind,
      user_id: account.user_id ?? null,
      store_id: account.store_id ?? null,
      currency: 'INR',
      balance_minor: stored.has(account.kind) ? 0 : null,
      created_at: new Date(),
    })),
  )
  await insertRows(
    client,
    'transfers',
    movements.map(({ postings: _postings, ...row }) => ({ ...row, uuid: crypto.randomUUID(), currency: 'INR' })),
  )
  const [accountIds, transferIds] = await Promise.all([
    client.query<{ id: bigint; key: string }>(
      "select id, concat(kind, ':', user_id, ':', store_id) as key from ledger_accounts",
    ),
    client.query<{ id: bigint; key: string }>(
      "select id, concat(kind, ':', source_type, ':', source_id) as key from transfers",
    ),
  ])
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
