import type { Currency, Minor } from '@nukkad/rules/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import { type AccountRef, personalKinds, type TransferToPost } from './accounts.ts'

type AccountRow = {
  id: bigint
  kind: string
  user_id: number | null
  store_id: number | null
  provider: string | null
  stylist_id: number | null
}

/**
 * Lists the accounts that exist among the given ones. The query compares nulls by `is null`, so that it can use an
 * index.
 */
export async function listAccounts(db: Db, refs: readonly AccountRef[], currency: Currency): Promise<AccountRow[]> {
  return db
    .selectFrom('ledger_accounts')
    .select(['id', 'kind', 'user_id', 'store_id', 'provider', 'stylist_id'])
    .where('currency', '=', currency)
    .where(({ eb, and, or }) =>
      or(
        refs.map(({ kind, userId, storeId, provider, stylistId }) =>
          and([
            eb('kind', '=', kind),
            userId === undefined ? eb('user_id', 'is', null) : eb('user_id', '=', userId),
            storeId === undefined ? eb('store_id', 'is', null) : eb('store_id', '=', storeId),
            provider === undefined ? eb('provider', 'is', null) : eb('provider', '=', provider),
            stylistId === undefined ? eb('stylist_id', 'is', null) : eb('stylist_id', '=', stylistId),
          ]),
        ),
      ),
    )
    .execute()
}

/** Inserts the accounts that do not exist yet. It is no error if a parallel transaction inserts the same account. */
export async function insertAccounts(tx: Tx, refs: readonly AccountRef[], currency: Currency): Promise<void> {
  await tx
    .insertInto('ledger_accounts')
    .values(
      refs.map(({ kind, userId, storeId, provider, stylistId }) => ({
        kind,
        user_id: userId ?? null,
        store_id: storeId ?? null,
        provider: provider ?? null,
        stylist_id: stylistId ?? null,
        currency,
        balance_minor: personalKinds.some((personal) => personal === kind) ? 0n : null,
      })),
    )
    .onConflict((conflict) => conflict.constraint('ledger_accounts__identity').doNothing())
    .execute()
}

type TransferRow = Omit<TransferToPost, 'postings'> & {
  postings: readonly { accountId: bigint; amountMinor: Minor }[]
}

/**
 * Inserts a transfer and its postings in one statement. Orders the postings by account id, so that two transfers cannot
 * deadlock. Returns undefined if a transfer of this kind and source exists.
 */
export async function insertTransfer(tx: Tx, transfer: TransferRow): Promise<{ id: bigint } | undefined> {
  const { kind, source, currency, description, postings, actingStaffId = null } = transfer
  const { rows } = await sql<{ id: bigint }>`
    with transfer as (
      insert into transfers (kind, source_type, source_id, currency, description_key, description_params, acting_staff_id)
      values (${kind}, ${source.type}, ${String(source.id)}, ${currency}, ${description.key},
              ${JSON.stringify(description.params ?? {})}::jsonb, ${actingStaffId})
      on conflict on constraint transfers__kind_source do nothing
      returning id
    ), entry as (
      insert into postings (transfer_id, account_id, amount_minor)
      select transfer.id, wanted.account_id, wanted.amount_minor
        from transfer, unnest(${postings.map(({ accountId }) => accountId)}::bigint[],
                              ${postings.map(({ amountMinor }) => amountMinor)}::bigint[]) as wanted (account_id, amount_minor)
       order by wanted.account_id
    )
    select id from transfer`.execute(tx)
  return rows[0]
}

/** Lists the two accounts of a wallet in one currency, without those that have no posting yet. */
export async function listWalletBalances(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<{ kind: string; balance_minor: bigint | null }[]> {
  return db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_minor'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['wallet_own', 'wallet_promotion'])
    .where('currency', '=', currency)
    .execute()
}

/** Locks a person's own money and commission debt, ordered by account id. Accounts without a posting are missing. */
export async function lockEarnings(
  tx: Tx,
  userId: number,
  currency: Currency,
): Promise<{ kind: string; balance_minor: bigint | null }[]> {
  return tx
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance_minor'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['wallet_own', 'commission_debt'])
    .where('currency', '=', currency)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** One wallet movement: the total that a transfer added to the two accounts; negative if it took money out. */
export type WalletMovementRow = {
  id: bigint
  uuid: string
  wallet_id: bigint
  amount_minor: Minor
  description_key: string
  description_params: Record<string, string | number>
  created_at: Date
}

/**
 * Lists the movements of a wallet in one currency, newest first, without transfers between its own money and its
 * promotion credit.
 */
export async function listWalletMovements(
  db: Db,
  { userId, currency, most }: { userId: number; currency: Currency; most: number },
): Promise<WalletMovementRow[]> {
  const { rows } = await sql<WalletMovementRow>`
    select t.id, t.uuid, moved.wallet_id, moved.amount_minor, t.description_key, t.description_params, t.created_at
      from (select p.transfer_id, min(p.account_id) as wallet_id, sum(p.amount_minor)::bigint as amount_minor
              from ledger_accounts a join postings p on p.account_id = a.id
             where a.user_id = ${userId} and a.kind in ('wallet_own', 'wallet_promotion') and a.currency = ${currency}
             group by p.transfer_id
            having sum(p.amount_minor) <> 0
             order by p.transfer_id desc
             limit ${most}) as moved
      join transfers t on t.id = moved.transfer_id
     order by t.id desc`.execute(db)
  return rows
}

/** One ledger entry of a wallet with every field that its hash covers, as strings. */
export type EntryRow = {
  /** Hash of the previous entry; zeros for the first entry. */
  before: string
  account_id: string
  account_kind: 'wallet_own' | 'wallet_promotion'
  entry_no: string
  amount_minor: string
  balance_after_minor: string
  currency: string
  uuid: string
  kind: string
  source_type: string
  source_id: string
  description_key: string
  description_params: string
  created_at: string
  hash: string
}

/**
 * Lists the newest entries of a wallet's two accounts in one currency, each chain from its oldest listed entry on.
 */
export async function listEntries(
  db: Db,
  { userId, currency, most }: { userId: number; currency: Currency; most: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select * from (
      select coalesce((select encode(b.entry_hash, 'hex') from postings b where b.account_id = p.account_id and b.entry_no = p.entry_no - 1),
                      repeat('0', 64)) as before,
             a.id::text as account_id, a.kind as account_kind, p.entry_no::text, p.amount_minor::text, p.balance_after_minor::text,
             t.currency, t.uuid::text, t.kind, t.source_type, t.source_id, t.description_key,
             t.description_params::text as description_params,
             to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at,
             encode(p.entry_hash, 'hex') as hash
        from ledger_accounts a join postings p on p.account_id = a.id join transfers t on t.id = p.transfer_id
       where a.user_id = ${userId} and a.kind in ('wallet_own', 'wallet_promotion') and a.currency = ${currency}
       order by p.entry_no desc
       limit ${most}) as newest
     order by account_kind, entry_no::bigint`.execute(db)
  return rows
}

/** Sums the postings to a store's account. Amounts that wait for a payout are in another account. */
export async function sumStorePostings(db: Db, storeId: number, currency: Currency): Promise<Minor> {
  const { rows } = await sql<{ total: Minor }>`
    select coalesce(sum(p.amount_minor), 0)::bigint as total
      from ledger_accounts a join postings p on p.account_id = a.id
     where a.kind = 'store_payable' and a.store_id = ${storeId} and a.user_id is null and a.provider is null
       and a.currency = ${currency}`.execute(db)
  return rows[0]!.total
}

type StoreFundsRow = Record<
  'balance_minor' | 'unseen_minor' | 'uncovered_minor' | 'days_minor' | 'disputed_minor',
  Minor
>

/**
 * Reads a store's balance with the platform and the held part of it (`store_funds` of migration 0053), in minor units.
 */
export async function readStoreFunds(db: Db, storeId: number, currency: Currency): Promise<StoreFundsRow> {
  const { rows } = await sql<StoreFundsRow>`
    select f.balance_minor, f.unseen_minor, f.uncovered_minor, f.days_minor, f.disputed_minor
      from store_funds(${storeId}::int, ${currency}::bpchar) f`.execute(db)
  return rows[0]!
}

/**
 * Selects the balance of each kind of account in each currency, and the number of accounts. Platform accounts store no
 * balance, so their postings are summed; the balances of persons are stored.
 */
export const liabilityRows = sql`(
    select a.kind, a.currency::text as currency, sum(coalesce(a.balance_minor, p.posted, 0))::bigint as amount_minor,
           count(*) filter (where coalesce(a.balance_minor, p.posted, 0) <> 0)::int as holders
      from ledger_accounts a
      left join lateral (select sum(amount_minor) as posted from postings where account_id = a.id and a.balance_minor is null) p on true
     group by a.kind, a.currency)`

/**
 * Lists the total of each kind of account by currency, in minor units with the sign of the ledger, and the number of
 * accounts whose balance is not zero.
 */
export async function listLiabilities(
  db: Db,
): Promise<{ kind: string; currency: string; amount_minor: bigint; holders: number }[]> {
  const { rows } = await sql<{ kind: string; currency: string; amount_minor: bigint; holders: number }>`
    select b.kind, b.currency, b.amount_minor, b.holders from ${liabilityRows} b order by b.currency, b.kind`.execute(
    db,
  )
  return rows
}
