import { type Db, inTransaction } from '#db/connection.ts'
import { payingPostings } from '../src/features/ledger/wallet/clearing.ts'
import { postTransfer } from '../src/features/ledger/wallet/ledger.ts'

let gifts = 0

/** Puts promotion credit as a bonus and own money as a correction into a wallet, each in a separate transfer. */
export async function fundWallet(
  db: Db,
  userId: number,
  { ownMinor = 0n, promotionMinor = 0n }: { ownMinor?: bigint; promotionMinor?: bigint },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (promotionMinor > 0n)
      await postTransfer(tx, {
        kind: 'signup_bonus',
        source: { type: 'test', id: ++gifts },
        currency: 'INR',
        description: { key: 'walletTransactionSignup' },
        postings: [
          { account: { kind: 'promotion_expense' }, amountMinor: -promotionMinor },
          { account: { kind: 'wallet_promotion', userId }, amountMinor: promotionMinor },
        ],
      })
    if (ownMinor > 0n)
      await postTransfer(tx, {
        kind: 'adjustment',
        source: { type: 'test', id: ++gifts },
        currency: 'INR',
        description: { key: 'walletTransactionAdjustment' },
        postings: [
          { account: { kind: 'adjustments' }, amountMinor: -ownMinor },
          { account: { kind: 'wallet_own', userId }, amountMinor: ownMinor },
        ],
      })
  })
}

/** Moves the part of an order's price that the wallet pays from the wallet into clearing. */
export async function payOrder(
  db: Db,
  order: { id: number; unique_order_id: string; user_id: number },
  { ownMinor = 0n, promotionMinor = 0n }: { ownMinor?: bigint; promotionMinor?: bigint },
): Promise<void> {
  await inTransaction(db, (tx) =>
    postTransfer(tx, {
      kind: 'order_payment',
      source: { type: 'order', id: order.id },
      currency: 'INR',
      description: { key: 'orderPaymentWalletComment', params: { order: order.unique_order_id } },
      postings: payingPostings(order.user_id, { ownMinor, promotionMinor }),
    }),
  )
}
