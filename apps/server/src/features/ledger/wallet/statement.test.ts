import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { inTransaction, type Tx } from '#db/connection.ts'
import { useTestApp } from '#test/harness.ts'
import { fundWallet } from '#test/wallet.ts'
import { checkLedger } from './checker.ts'
import { postTransfer, walletBalances } from './ledger.ts'

const test = useTestApp()

async function statement(format: 'html' | 'csv', token: string, language?: string) {
  const { body } = await test.call('get-wallet-statement', { format }, { token, ...(language && { language }) })
  return body as { file_name: string; media_type: string; content: string }
}

type Entry = Record<string, string>
function entriesIn(html: string): Entry[] {
  const [, json] = html.match(/<script type="application\/json" id="data">([\s\S]*?)<\/script>/)!
  return (JSON.parse(json!) as { entries: Entry[] }).entries
}
/** Calculates the hash with separate code, independently of the code in the page of the statement. */
function hashOf(entry: Entry, before: string): string {
  const names =
    'account_id entry_no amount_minor balance_after_minor currency uuid kind source_type source_id description_key description_params created_at'
  return createHash('sha256')
    .update([before, ...names.split(' ').map((name) => entry[name])].join('|'))
    .digest('hex')
}

it('each entry of a wallet is chained by its hash to the entry before, and the statement has all that is hashed', async () => {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 12_345n, promotionMinor: 500n })
  await fundWallet(test.db, customer.id, { ownMinor: 5n })
  const { file_name, media_type, content } = await statement('html', customer.token)
  expect([file_name, media_type]).toEqual([expect.stringMatching(/^wallet-\d{4}-\d\d-\d\d\.html$/), 'text/html'])
  const own = entriesIn(content).filter(({ account_kind }) => account_kind === 'wallet_own')
  expect(own.map(({ balance_after_minor }) => balance_after_minor)).toEqual(['12345', '12350'])
  let before = '0'.repeat(64)
  for (const entry of own) {
    expect([entry.before, entry.hash]).toEqual([before, hashOf(entry, before)])
    before = entry.hash!
  }
})

it('entries that are written in parallel form one chain', async () => {
  const customer = await test.build.customer()
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => fundWallet(test.db, customer.id, { ownMinor: BigInt(index + 1) })),
  )
  const { content } = await statement('html', customer.token)
  expect(entriesIn(content).map(({ entry_no }) => Number(entry_no))).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  )
  expect(await checkLedger(test.db)).toEqual([])
})

it('no transfer waits for a platform account: two bonuses of different people run in parallel', async () => {
  const [first, second] = [await test.build.customer(), await test.build.customer()]
  await inTransaction(test.db, async (tx) => {
    await giveBonus(tx, first.id)
    // This transaction uses another connection than the transaction of the first bonus, which is not committed yet.
    await inTransaction(test.db, (other) => giveBonus(other, second.id))
  })
  for (const { id } of [first, second])
    expect(await walletBalances(test.db, id)).toEqual({ ownMinor: 0n, promotionMinor: 100n })
})

function giveBonus(tx: Tx, userId: number) {
  return postTransfer(tx, {
    kind: 'signup_bonus',
    source: { type: 'side-by-side', id: userId },
    currency: 'INR',
    description: { key: 'walletTransactionSignup' },
    postings: [
      { account: { kind: 'promotion_expense' }, amountMinor: -100n },
      { account: { kind: 'wallet_promotion', userId }, amountMinor: 100n },
    ],
  })
}

it('rows for a spreadsheet are in the reader’s language, with amounts as numbers and without formulas', async () => {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 12_345n })
  const { content } = await statement('csv', customer.token)
  const [head, row] = content.replace('\ufeff', '').split('\r\n')
  expect(head).toBe('Date,Description,Own money,Amount,Balance')
  expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,Correction by our team,Own money,123\.45,123\.45$/)
})

it('contains nothing of another person’s wallet', async () => {
  const [customer, stranger] = [await test.build.customer(), await test.build.customer()]
  await fundWallet(test.db, stranger.id, { ownMinor: 77_777n })
  expect(entriesIn((await statement('html', customer.token)).content)).toEqual([])
  expect(readFileSync(new URL('statement.html', import.meta.url), 'utf8')).not.toMatch(/https?:/)
})

it('the ledger checker names an entry that was changed directly, even if all sums still agree', async () => {
  const customer = await test.build.customer()
  await fundWallet(test.db, customer.id, { ownMinor: 1_000n })
  await fundWallet(test.db, customer.id, { ownMinor: 2_000n })
  expect(await checkLedger(test.db)).toEqual([])
  const client = await test.pool.connect()
  try {
    await client.query('set role none')
    await client.query('alter table postings disable trigger postings_append_only')
    // Swaps the amounts of the two deposits, so that every total stays the same.
    await client.query(
      `update postings p set amount_minor = sign(amount_minor) * (3000 - abs(amount_minor)) from transfers t
        where t.id = p.transfer_id and t.kind = 'adjustment' and t.source_type = 'test'
          and p.transfer_id in (select p2.transfer_id from postings p2 join ledger_accounts a on a.id = p2.account_id where a.user_id = $1)`,
      [customer.id],
    )
    await client.query('alter table postings enable trigger postings_append_only')
  } finally {
    await client.query('set role nukkad_app')
    client.release()
  }
  const differences = await checkLedger(test.db)
  expect(new Set(differences.map(({ check }) => check))).toEqual(new Set(['chains']))
  expect(differences[0]!.subject).toMatch(/^entry \d+ of account \d+$/)
})
