import type { Output } from '@nukkad/contract/contract.ts'
import { en, type TextKey } from '@nukkad/contract/texts/en.ts'
import { wireTime } from '#http/wire-time.ts'
import type { Settings } from '#platform/settings/settings.ts'
import type { WalletMovementRow } from './queries.ts'

type WalletMovementOnWire = Output<'get-wallet-transactions'>['transactions'][number]
type Reader = { userId: number; language: string | undefined; timeZone: string; settings: Settings }

/**
 * Presents a wallet movement to its owner (docs/reference/wire.md#account). Amounts have no sign; `type` gives the
 * direction.
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
 * Describes a movement in the reader's language. A text about an order ends with a colon, and the order number follows
 * ("Payment for order:").
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
