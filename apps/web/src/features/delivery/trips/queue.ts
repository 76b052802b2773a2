import { orderStatusIds } from '@nukkad/rules/order-states.ts'
import { create } from 'zustand'
import { ApiError, call } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { notify } from '#lib/notices.ts'
import { followTabs, isArray, isRecord, mirror, onOtherTab, readJsonKey } from '#lib/storage.ts'
import { isSessionOver, userIdOf } from '#lib/tokens.ts'
import { useRider } from '#stores/rider.ts'
import { refreshTrips } from './queries.ts'

/**
 * Steps of a trip that could not be sent for want of a network (docs/reference/interface.md#rider-area). They wait in
 * the order they were made, also over a reload, and the server answers a step that it already has like a new one. They
 * are work done, so those of a rider who left wait until that rider signs in here again; nobody else sends or sees
 * them.
 */
export type QueuedStep = { orderId: number; step: 'pickup' | 'deliver'; pin?: string; riderId?: number }

/** Of the steps of riders who left, so many are kept, the newest. */
const MAX_OF_OTHERS = 50

const kept = mirror('riderQueue')
const present = () => ({ steps: readJsonKey('riderQueue', isSteps) ?? [] })

const useQueue = create<{ steps: QueuedStep[] }>(present)

/** Steps that wait of the rider in use. */
export function useQueuedSteps(): QueuedStep[] {
  const id = useRider(({ rider }) => rider?.data.id)
  const steps = useQueue(({ steps }) => steps)
  return steps.filter(({ riderId }) => riderId === id)
}

/** Whether a step of this order waits behind which a new one must wait too. */
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

/** Sends what waits, one after the other, and stops at the first that gets no answer. */
export function sendQueue(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined
  })
  return sending
}

/** The status an order has once its waiting steps are through. */
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
      if (!(error instanceof ApiError) || error.status === 0 || isSessionOver(error.code)) return
      notify(errorText(error.code), 'error')
    }
    drop(next)
    refreshTrips()
  }
}

function sendStep({ orderId: order_id, step, pin }: QueuedStep) {
  if (step === 'pickup') return call('delivery/pickedup-order', { order_id })
  return call('delivery/deliver-order', { order_id, delivery_pin: pin ?? null })
}

const isOwn = ({ riderId }: QueuedStep): boolean => riderId === userIdOf('delivery')
const ownSteps = () => useQueue.getState().steps.filter(isOwn)

/** Takes a step out of the queue of all tabs: another one may have sent it, or added to it. */
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
