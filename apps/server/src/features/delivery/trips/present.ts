import type { Output } from '@nukkad/contract/contract.ts'
import { plainTextOf } from '@nukkad/rules/html-text.ts'
import { type Minor, wireMoney, wireNumber } from '@nukkad/rules/money.ts'
import { type TripTrouble, waitSeconds } from '@nukkad/rules/trip-trouble.ts'
import { riderShare } from '#features/ordering/orders/settle-order.ts'
import type { Services } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { areaAround, areaOf, seesAddress, seesCustomer } from './contact.ts'
import type { DeliveryFacts, JobRow } from './queries.ts'

export type DeliveryOrderOnWire = Output<'delivery/get-single-delivery-order'>
export type JobOnWire = Output<'delivery/get-completed-orders'>['data'][number]
type OrderOnWire = Output<'get-orders'>['data'][number]

/** Returns an order as this rider may see it (GAP-44). */
export function presentForRider(
  order: OrderOnWire,
  facts: DeliveryFacts,
  { riderId, settings }: { riderId: number; settings: Services['settings'] },
): DeliveryOrderOnWire {
  const { delivery_pin: _pin, rating: _rating, is_ratable: _ratable, transaction_id: _transaction, ...shown } = order
  const question = questionOf(facts, riderId)
  const isContactShown = seesAddress(question)
  const isOffer = order.orderstatus_id === 2
  const isPlaceShown = isContactShown || (isOffer && settings.isOn('showDeliveryFullAddressOnList'))
  const isCustomerShown = seesCustomer(question, { showsBeforePickup: settings.isOn('showUserInfoBeforePickup') })
  return {
    ...shown,
    address: isPlaceShown ? order.address : areaOf(order.address),
    location: isPlaceShown ? order.location : areaAround(order.location),
    delivery_instructions: isContactShown ? order.delivery_instructions : [],
    delivery_note: isContactShown ? order.delivery_note : null,
    order_comment: isContactShown && settings.isOn('showPriceAndOrderCommentsDelivery') ? order.order_comment : null,
    restaurant: {
      ...order.restaurant,
      phone: settings.isOn('showStorePhoneDelivery') ? order.restaurant.phone : null,
      description: plainTextOf(facts.store_description),
      pincode: facts.store_pincode,
    },
    user: isCustomerShown ? { id: facts.user_id, name: facts.customer_name, phone: facts.customer_phone } : null,
    ...presentTrouble(facts),
    ...presentShare(facts, settings),
  }
}

function presentTrouble({ trouble, trouble_at, now }: DeliveryFacts) {
  const isWaited = trouble === 'customer_unreachable' && trouble_at !== null
  return {
    // The cast is safe, because a constraint of the table allows only these values.
    trouble: trouble as TripTrouble | null,
    wait_seconds: isWaited ? waitSeconds(trouble_at, now) : null,
  }
}

/** Returns a job of a rider's history, completed or in progress (docs/reference/wire.md#rider-app). */
export function presentJob(
  job: JobRow,
  { riderId, settings, config }: { riderId: number } & Pick<Services, 'settings' | 'config'>,
): JobOnWire {
  return {
    id: job.id,
    order_id: job.id,
    user_id: riderId,
    customer_id: job.user_id,
    is_complete: job.status === 5 ? 1 : 0,
    created_at: wireTime(job.accepted_at ?? job.placed_at, config.timeZone),
    updated_at: wireTime(job.updated_at, config.timeZone),
    order: {
      id: job.id,
      orderstatus_id: job.status,
      unique_order_id: job.unique_order_id,
      address: seesAddress(questionOf(job, riderId)) ? job.address : areaOf(job.address),
      payment_mode: job.payment_mode,
      payable: wireNumber(job.payable_minor, job.currency),
      currency: job.currency,
      restaurant: { name: job.store_name },
      ...presentShare(job, settings),
    },
  }
}

function questionOf(facts: DeliveryFacts, riderId: number) {
  return { status: facts.status, isOwn: facts.rider_id === riderId, isJustDelivered: facts.is_just_delivered }
}

/** Returns the rider's share of this order: the settled amount, or the amount that a settlement would give now. */
function presentShare(
  facts: DeliveryFacts,
  settings: Services['settings'],
): { commission: string; tip_amount: string | null } {
  const money = (minor: Minor): string => wireMoney(minor, facts.currency)
  const { commissionMinor, tipMinor } = riderShare(
    facts,
    { ...facts, storeBasisPoints: facts.store_basis_points },
    settings,
  )
  return {
    commission: money(facts.rider_commission_minor ?? commissionMinor),
    tip_amount: facts.tip_minor > 0n ? money(facts.rider_tip_minor ?? tipMinor) : null,
  }
}
