import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { create } from 'zustand'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { followTabs, isArray, isRecord, mirror, onOtherTab, readJsonKey } from '#lib/storage.ts'
import { notify } from '#lib/toasts.ts'
import { isSessionOver, userIdOf } from '#lib/tokens.ts'
import { useRider } from '#stores/rider.ts'
import { refreshTrips } from './queries.ts'

/**
 * A step of a trip that could not be sent because the phone was offline (docs/reference/interface.md#rider-area).
 * Queued steps are sent in their order, also after a reload of the page, and the server accepts a repeated step. The
 * steps of a rider who logged out wait until that rider signs in on this device again, because the rider has already
 * done this work. The app neither sends nor shows the steps of one rider for another rider on this device.
 */
export type QueuedStep = { orderId: number; step: 'pickup' | 'deliver'; pin?: string; riderId?: number }

/** The maximum number of stored steps of riders who logged out; above it, the oldest steps are dropped. */
const MAX_OF_OTHERS = 50

const kept = mirror('riderQueue')
const present = () => ({ steps: readJsonKey('riderQueue', isSteps) ?? [] })

const useQueue = create<{ steps: QueuedStep[] }>(present)

/** Returns the queued steps of the current rider. */
export function useQueuedSteps(): QueuedStep[] {
  const id = useRider(({ rider }) => rider?.data.id)
  const steps = useQueue(({ steps }) => steps)
  return steps.filter(({ riderId }) => riderId === id)
}

/** Returns whether an earlier step of this order is queued, so that a new step must be queued too. */
export function isQueued(orderId: number): boolean {
  followTabs()
  return ownSteps().some((step) => step.orderId === orderId)
}

onOtherTab(() => {
  if (kept.hasChanged()) useQueue.setState(present())
})

export function queueStep(step: QueuedStep): void {
  followTabs()
  const { steps } = useQueue.getState()
  const ofOthers = steps.filter((queued) => !isOwn(queued)).slice(-MAX_OF_OTHERS)
  keep([...ofOthers, ...ownSteps(), { ...step, riderId: userIdOf('delivery') }])
}

let sending: Promise<void> | undefined

/** Sends the queued steps in order, and stops at the first step that the server neither accepts nor refuses. */
export function sendQueue(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

/** Returns the order with the status that it will have after its queued steps. */
export function withQueued<Order extends { id: number; orderstatus_id: number }>(
  order: Order,
  steps: readonly QueuedStep[],
): Order {
  const last = steps.findLast(({ orderId }) => orderId === order.id)
  if (!last) return order
  const status = last.step === 'pickup' ? orderStatusIds.picked_up : orderStatusIds.delivered
  return { ...order, orderstatus_id: Math.max(order.orderstatus_id, status) }
}

async function sendAll(): Promise<void> {
  for (let [next] = ownSteps(); next; [next] = ownSteps()) {
    try {
      const answer = await sendStep(next)
      if (answer.delivery_pin_error) notify(t('deliveryInvalidDeliveryPin'), 'error')
    } catch (error) {
      if (!isRefusal(error)) return
      notify(errorText(error.code), 'error')
    }
    drop(next)
    refreshTrips()
  }
}

/**
 * Returns whether the server refused a step for good. An overloaded or restarting server, a rate limit and an ended
 * session refuse it only for now, so the step waits.
 */
function isRefusal(error: unknown): error is ApiError {
  if (!(error instanceof ApiError) || isSessionOver(error.code)) return false
  const { status } = error
  return status > 0 && status < 500 && status !== 408 && status !== 429
}

function sendStep({ orderId: order_id, step, pin }: QueuedStep) {
  if (step === 'pickup') return call('delivery/pickedup-order', { order_id })
  return call('delivery/deliver-order', { order_id, delivery_pin: pin ?? null })
}

const isOwn = ({ riderId }: QueuedStep): boolean => riderId === userIdOf('delivery')
const ownSteps = () => useQueue.getState().steps.filter(isOwn)

/**
 * Removes a step from the shared queue. The stored queue is read again first, because another tab may have sent the
 * step or added other steps.
 */
function drop({ orderId, step, riderId }: QueuedStep): void {
  followTabs()
  const isIt = (queued: QueuedStep) => queued.orderId === orderId && queued.step === step && queued.riderId === riderId
  keep(useQueue.getState().steps.filter((queued) => !isIt(queued)))
}

function keep(steps: QueuedStep[]): void {
  kept.write(steps.length > 0 ? JSON.stringify(steps) : undefined)
  useQueue.setState({ steps })
}

function isSteps(value: unknown): value is QueuedStep[] {
  return (
    isArray(value) && value.every((step) => isRecord(step) && Number.isInteger(step.orderId) && isStepName(step.step))
  )
}

function isStepName(value: unknown): boolean {
  return value === 'pickup' || value === 'deliver'
}
