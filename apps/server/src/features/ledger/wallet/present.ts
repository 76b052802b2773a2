import type { Output } from '@nukkad/contract/contract.ts'
import { en, type TextKey } from '@nukkad/contract/texts/en.ts'
import { wireTime } from '#http/wire-time.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { WalletMovementRow } from './queries.ts'

type WalletMovementOnWire = Output<'get-wallet-transactions'>['transactions'][number]
type Reader = { userId: number; language: string | undefined; timeZone: string; settings: Settings }

/**
 * Returns a movement as its owner reads it (docs/reference/wire.md#account): amounts without sign, the type says which
 * way.
 */
export function presentMovement(row: WalletMovementRow, reader: Reader): WalletMovementOnWire {
  const at = wireTime(row.created_at, reader.timeZone)
  return {
    id: Number(row.id),
    payable_type: 'user',
    payable_id: reader.userId,
    wallet_id: Number(row.wallet_id),
    type: row.amount_minor > 0n ? 'deposit' : 'withdraw',
    amount: Number(row.amount_minor > 0n ? row.amount_minor : -row.amount_minor),
    confirmed: true,
    meta: { description: describe(row, reader) },
    uuid: row.uuid,
    created_at: at,
    updated_at: at,
  }
}

/**
 * What a movement was for, in the reader's language. The texts about orders end where the order's number follows
 * ("Payment for order:"), as operators know them.
 */
export function describe(
  {
    description_key: key,
    description_params: params,
  }: Pick<WalletMovementRow, 'description_key' | 'description_params'>,
  reader: Pick<Reader, 'settings' | 'language'>,
): string {
  if (!isTextKey(key)) return key
  const text = reader.settings.text(key, params, reader.language)
  const { order } = params
  return order === undefined || text.includes(String(order)) ? text : `${text} ${order}`
}

function isTextKey(key: string): key is TextKey {
  return key in en
}
