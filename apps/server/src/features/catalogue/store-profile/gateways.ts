import type { Output } from '@nukkad/contract/contract.ts'
import { gatewayNames } from '@nukkad/contract/payments/attempts.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { replaceStoreGateways } from '#features/catalogue/stores/chosen-gateways.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { offeredRows } from '#platform/gateways/gateway-rows.ts'
import { findGatewayChoice, lockStore } from './queries.ts'

type Choice = Output<'store-owner/get-payment-gateways'>

/**
 * Returns the payment methods that a store has chosen, and those of the shop that it can choose from.
 * @throws AppError NOT_FOUND
 */
export async function readStoreGateways(services: Services, storeId: number, db: Db = services.db): Promise<Choice> {
  const store = await findGatewayChoice(db, storeId)
  if (!store) throw new AppError('NOT_FOUND')
  return {
    success: true,
    may_choose: services.settings.isOn('allowPaymentGatewaySelection') ? 1 : 0,
    offered: offeredRows(services, store, undefined).map(({ name }) => name),
    chosen: gatewayNames.filter((name) => store.chosen_gateways.includes(name)),
  }
}

/**
 * Replaces the payment methods that a store has chosen. Sending the same choice again changes nothing and adds no audit
 * entry. A gateway that is switched off for the shop may stay chosen: the store accepts it again when it is switched on
 * again.
 * @throws AppError NOT_FOUND
 */
export async function saveStoreGateways(context: CallContext<'store-owner/save-payment-gateways'>): Promise<Choice> {
  const { db, input, session, request } = context
  const { store_id: storeId, gateways } = input
  return inTransaction(db, async (tx) => {
    await lockStore(tx, storeId)
    const { chosen: before } = await readStoreGateways(context, storeId, tx)
    await replaceStoreGateways(tx, storeId, gateways)
    const saved = await readStoreGateways(context, storeId, tx)
    if (saved.chosen.join() === before.join()) return saved
    const object = { type: 'store', id: storeId }
    const change = { before: { gateways: before }, after: { gateways: saved.chosen } }
    await writeAudit(tx, { actorId: session.userId, action: 'store_payment_methods.set', object, ...change, request })
    return saved
  })
}
