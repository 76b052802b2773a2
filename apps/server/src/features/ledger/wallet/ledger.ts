import type { Currency, Minor } from '@nukkad/rules/money.ts'
import type { WalletBalances } from '@nukkad/rules/pricing.ts'
import type { Db, Tx } from '#db/connection.ts'
import { violatedConstraint } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { AccountKind, AccountRef, TransferToPost } from './accounts.ts'
import { insertAccounts, insertTransfer, listAccounts, listWalletBalances, lockEarnings } from './queries.ts'

/** The currency of a transfer that names none, which equals the default of the column `currency` in the database. */
const DEFAULT_CURRENCY = 'INR'

/**
 * Posts one transfer whose postings sum to zero, in the caller's transaction. Every change of a balance goes through
 * this function.
 * @returns undefined if a transfer of this kind and source exists; then nothing changes
 * @throws AppError WALLET_TOO_LOW when a person's account would be overdrawn
 * @see docs/reference/security.md#ledger
 */
export async function postTransfer(tx: Tx, transfer: TransferToPost): Promise<{ id: bigint } | undefined> {
  const postings = transfer.postings.filter(({ amountMinor }) => amountMinor !== 0n)
  if (postings.reduce((total, { amountMinor }) => total + amountMinor, 0n) !== 0n)
    throw new Error(`postings of ${transfer.kind} do not sum to zero`)
  const accountIds = await openAccounts(
    tx,
    postings.map(({ account }) => account),
    transfer.currency,
  )
  try {
    return await insertTransfer(tx, {
      ...transfer,
      postings: postings.map(({ amountMinor }, index) => ({ accountId: accountIds[index]!, amountMinor })),
    })
  } catch (error) {
    if (violatedConstraint(error) === 'ledger_accounts__balance') throw new AppError('WALLET_TOO_LOW', { cause: error })
    throw error
  }
}

/** Returns the own money of a person's wallet, and its promotion credit, which cannot be withdrawn (GAP-82). */
export async function walletBalances(
  db: Db,
  userId: number,
  currency: Currency = DEFAULT_CURRENCY,
): Promise<WalletBalances> {
  const rows = await listWalletBalances(db, userId, currency)
  const balanceOf = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance_minor ?? 0n
  return { ownMinor: balanceOf('wallet_own'), promotionMinor: balanceOf('wallet_promotion') }
}

/** Locks a person's own money and commission debt until the transaction ends, and returns both. */
export async function lockWallet(
  tx: Tx,
  userId: number,
  currency: Currency,
): Promise<{ ownMinor: Minor; owedMinor: Minor }> {
  const rows = await lockEarnings(tx, userId, currency)
  const balanceOf = (kind: AccountKind) => rows.find((row) => row.kind === kind)?.balance_minor ?? 0n
  return { ownMinor: balanceOf('wallet_own'), owedMinor: -balanceOf('commission_debt') }
}

/** Returns the ids of these accounts in the given order, and creates the accounts that do not exist yet. */
async function openAccounts(tx: Tx, refs: readonly AccountRef[], currency: Currency): Promise<bigint[]> {
  let ids = await findIds(tx, refs, currency)
  if (ids.includes(undefined)) {
    await insertAccounts(
      tx,
      refs.filter((_, index) => ids[index] === undefined),
      currency,
    )
    ids = await findIds(tx, refs, currency)
  }
  return ids.map((id, index) => {
    if (id === undefined) throw new Error(`no account ${refs[index]?.kind}`)
    return id
  })
}

async function findIds(tx: Tx, refs: readonly AccountRef[], currency: Currency): Promise<(bigint | undefined)[]> {
  const rows = await listAccounts(tx, refs, currency)
  return refs.map(
    (ref) =>
      rows.find(
        (row) =>
          row.kind === ref.kind &&
          row.user_id === (ref.userId ?? null) &&
          row.store_id === (ref.storeId ?? null) &&
          row.provider === (ref.provider ?? null) &&
          row.stylist_id === (ref.stylistId ?? null),
      )?.id,
  )
}
