import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { From } from '#features/identity/sign-ins/begin-session.ts'
import { endGuessing, pinGuesser, takeGuess } from '#features/identity/sign-ins/guesses.ts'
import { keepDoorPhoto } from '#features/ordering/orders/door-photo.ts'
import { moveOrder } from '#features/ordering/orders/move-order.ts'
import { settleOrder } from '#features/ordering/orders/settle-order.ts'
import { takePinTry } from '#features/ordering/orders/take-pin-try.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { findOwnDoor, findOwnStatus, findStatus } from './queries.ts'

/** Number of wrong PINs after which only staff can confirm the delivery (docs/reference/security.md#delivery-pin). */
const MAX_PIN_TRIES = 5
const PICKED_UP = 4

type Job = { riderId: number; orderId: number }

/**
 * Marks the rider's own accepted order as picked up. A repeated call changes nothing.
 * @throws AppError ORDER_NOT_YOURS, TRANSITION_REFUSED
 */
export async function pickUpOrder(db: Db, { riderId, orderId }: Job): Promise<void> {
  await inTransaction(db, async (tx) => {
    const moved = await moveOrder(tx, {
      orderId,
      from: 'assigned',
      to: 'picked_up',
      actor: 'rider',
      actorId: riderId,
      kind: 'order_picked_up',
      set: { trouble: null, trouble_at: null },
      where: { rider_id: riderId },
    })
    if (!moved) await refuseUnlessReached(tx, { riderId, orderId, reached: [4, 5] })
  })
}

/**
 * Marks the rider's picked-up order as delivered and settles its money in the same transaction. If the setting
 * `enableDeliveryPin` is on, the delivery needs the customer's PIN. Each attempt is counted for the rider and for the
 * order before the PIN is compared. A repeated call changes nothing.
 * @throws AppError ORDER_NOT_YOURS, TRANSITION_REFUSED, DELIVERY_PIN_LOCKED, TOO_MANY_REQUESTS
 */
export async function deliverOrder(
  services: Pick<Services, 'db' | 'settings' | 'config' | 'log'>,
  { riderId, orderId, pin, request }: Job & { pin: string | null | undefined; request: From },
): Promise<'delivered' | 'wrong-pin'> {
  const { db, settings, config } = services
  const needsPin = settings.isOn('enableDeliveryPin')
  const guesser = pinGuesser(riderId)
  if (needsPin && pin) await takeGuess(services, guesser, request)
  const outcome = await inTransaction(db, async (tx) => {
    if (needsPin) {
      const verdict = await checkPin(tx, { riderId, orderId, pin })
      if (verdict !== 'right') return verdict
    }
    const moved = await moveOrder(tx, {
      orderId,
      from: 'picked_up',
      to: 'delivered',
      actor: 'rider',
      actorId: riderId,
      kind: 'order_delivered',
      where: { rider_id: riderId },
    })
    if (moved) await settleOrder(tx, moved, { settings, config })
    else await refuseUnlessReached(tx, { riderId, orderId, reached: [5] })
    return 'delivered'
  })
  if (needsPin && pin && outcome === 'delivered') await endGuessing(services, guesser, 1)
  return outcome
}

/**
 * Completes a prepaid delivery that the customer wants left at the door. The rider's picture replaces the PIN; the
 * caller has already encoded it. A repeated call changes nothing.
 * @throws AppError ORDER_NOT_YOURS, TRANSITION_REFUSED, NOT_LEFT_AT_DOOR, NOT_PREPAID
 */
export async function leaveAtDoor(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  { riderId, orderId, picture }: Job & { picture: Buffer },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await findDoor(tx, { riderId, orderId })) === 'delivered') return
    const moved = await moveOrder(tx, {
      orderId,
      from: 'picked_up',
      to: 'delivered',
      actor: 'rider',
      actorId: riderId,
      kind: 'order_left_at_door',
      where: { rider_id: riderId },
    })
    if (!moved) return refuseUnlessReached(tx, { riderId, orderId, reached: [5] })
    await settleOrder(tx, moved, { settings, config })
    await keepDoorPhoto(tx, { orderId, riderId, picture })
  })
}

/**
 * Refuses an order that cannot be left at the door, before its picture is read.
 * @throws AppError ORDER_NOT_YOURS, TRANSITION_REFUSED, NOT_LEFT_AT_DOOR, NOT_PREPAID
 */
export async function findDoor(db: Db, { riderId, orderId }: Job): Promise<'open' | 'delivered'> {
  const order = await findOwnDoor(db, { riderId, orderId })
  if (!order) throw new AppError('ORDER_NOT_YOURS')
  if (order.status === 5) return 'delivered'
  if (order.status !== PICKED_UP) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: order.status } })
  if (!order.delivery_instructions.includes('leave_at_door')) throw new AppError('NOT_LEFT_AT_DOOR')
  if (order.payment_mode === 'COD' && order.payable_minor > 0n) throw new AppError('NOT_PREPAID')
  return 'open'
}

/**
 * Completes a delivery on behalf of staff after too many wrong PINs, and settles its money
 * (docs/reference/security.md#delivery-pin).
 * @throws AppError NOT_FOUND, DELIVERY_NOT_LOCKED, TRANSITION_REFUSED
 */
export async function closeLockedDelivery(
  tx: Tx,
  services: Pick<Services, 'settings' | 'config'>,
  { orderId, staffId, reason }: { orderId: number; staffId: number; reason: string },
): Promise<void> {
  const moved = await moveOrder(tx, {
    orderId,
    from: 'picked_up',
    to: 'delivered',
    actor: 'admin',
    actorId: staffId,
    kind: 'order_delivered',
    reason,
    where: { pin_attempts: MAX_PIN_TRIES },
  })
  if (moved) return settleOrder(tx, moved, services)
  const status = await findStatus(tx, orderId)
  if (status === undefined) throw new AppError('NOT_FOUND')
  if (status === PICKED_UP) throw new AppError('DELIVERY_NOT_LOCKED')
  throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
}

/** Checks the PIN of an order that this rider carries. An order that the rider has already delivered needs no PIN. */
async function checkPin(
  tx: Tx,
  { riderId, orderId, pin }: Job & { pin: string | null | undefined },
): Promise<'right' | 'wrong-pin' | 'delivered'> {
  // A request without a PIN does not count as an attempt.
  const guess = pin ? await takePinTry(tx, { riderId, orderId, most: MAX_PIN_TRIES }) : undefined
  if (guess) return guess.delivery_pin === pin ? 'right' : 'wrong-pin'
  const status = await findOwnStatus(tx, { riderId, orderId })
  if (status === undefined) throw new AppError('ORDER_NOT_YOURS')
  if (status === 5) return 'delivered'
  if (status !== 4) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
  if (!pin) return 'wrong-pin'
  throw new AppError('DELIVERY_PIN_LOCKED')
}

/** Refuses a step that the order's state does not allow, unless this rider has already taken that step. */
async function refuseUnlessReached(
  tx: Tx,
  { riderId, orderId, reached }: Job & { reached: readonly number[] },
): Promise<void> {
  const status = await findOwnStatus(tx, { riderId, orderId })
  if (status === undefined) throw new AppError('ORDER_NOT_YOURS')
  if (!reached.includes(status)) throw new AppError('TRANSITION_REFUSED', { extra: { orderstatus_id: status } })
}
