import type { Output } from '@nukkad/contract/contract.ts'
import type { DeliveryInstruction } from '@nukkad/contract/identity/delivery-instructions.ts'
import { wireNumber } from '@nukkad/rules/money.ts'
import { isTracked, orderStatuses, orderStatusIds, showsRider } from '@nukkad/rules/order-states.ts'
import { averageOf } from '@nukkad/rules/rating.ts'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { findSessionPerson, type SessionPersonRow, updateLanguage } from './queries.ts'

type Asked = {
  userId: number
  token: string
  uniqueOrderId?: string | null | undefined
  hidesWallet?: boolean
  /** The stores whose orders the answer may show; if missing, the answer may show orders of all stores. */
  stores?: readonly number[] | null
  /**
   * The language of the person's own request, which is stored. The language of staff who act for the person is not
   * stored.
   */
  spoken?: string | undefined
}
type SessionAnswer = Output<'update-user-info'>

const trackedStatuses = orderStatuses.filter(isTracked).map((status) => orderStatusIds[status])
const riderStatuses = orderStatuses.filter(showsRider).map((status) => orderStatusIds[status])

/**
 * Returns the session object of docs/reference/wire.md#sign-in-codes-and-passwords, which every sign-in and refresh
 * answers. The session object includes the person's order with the given number while the order is tracked (states 1,
 * 2, 3, 4, 7, 8), and its rider while the customer can follow the rider. The wallet is 0 for staff who act for the
 * customer and may not see the wallet.
 */
export async function sessionAnswer(
  { db, settings, config, accountSteps }: Pick<Services, 'db' | 'settings' | 'config' | 'accountSteps'>,
  { userId, token, uniqueOrderId, hidesWallet = false, stores = null, spoken }: Asked,
): Promise<SessionAnswer> {
  const currency = settings.get('currencyId')
  const person = await findSessionPerson(db, {
    userId,
    currency,
    uniqueOrderId: uniqueOrderId ?? null,
    trackedStatuses,
    riderStatuses,
  })
  const language = settings.languageOf(spoken)
  if (language && language !== person.language) await inTransaction(db, (tx) => updateLanguage(tx, userId, language))
  const [order] = person.order_id === null ? [] : await accountSteps.readOrders(db, [person.order_id], config)
  const isShown = !stores || !order || stores.includes(order.restaurant_id)
  return {
    success: true,
    data: presentPerson(hidesWallet ? { ...person, wallet_minor: 0n } : person, { token, currency }),
    running_order: isShown ? (order ?? null) : null,
    delivery_details: isShown ? presentRider(person) : null,
  }
}

function presentPerson(
  person: SessionPersonRow,
  { token, currency }: { token: string; currency: string },
): SessionAnswer['data'] {
  return {
    id: person.id,
    auth_token: token,
    name: person.name,
    email: person.email,
    phone: person.phone ?? '',
    default_address_id: person.address_id ?? 0,
    default_address:
      person.address_id === null
        ? null
        : {
            address: person.address!,
            house: person.house,
            landmark: person.landmark,
            latitude: String(person.latitude),
            longitude: String(person.longitude),
            tag: person.tag,
            // The cast is safe, because a constraint of the table allows only the contract's codes.
            delivery_instructions: person.delivery_instructions as DeliveryInstruction[],
            delivery_note: person.delivery_note,
          },
    wallet_balance: wireNumber(person.wallet_minor, currency),
    avatar: person.avatar,
    tax_number: person.tax_number,
    user_coupon: person.referral_code,
    referral_code: person.referral_code,
  }
}

function presentRider(person: SessionPersonRow): SessionAnswer['delivery_details'] {
  if (person.rider_id === null) return null
  return {
    name: person.rider_name!,
    age: person.age,
    photo: person.photo,
    description: person.description,
    vehicle_number: person.vehicle_number,
    delivery_lat: textOrNull(person.rider_latitude),
    delivery_long: textOrNull(person.rider_longitude),
    heading: textOrNull(person.heading),
    positioned_at: person.positioned_at?.toISOString() ?? null,
    status: person.is_on_duty ? 1 : 0,
    phone: person.rider_phone,
    rating: averageOf({ sum: person.rating_sum ?? 0, count: person.rating_count ?? 0 }),
  }
}

function textOrNull(value: number | null): string | null {
  return value === null ? null : String(value)
}
