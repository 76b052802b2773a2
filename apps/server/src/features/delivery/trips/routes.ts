import { inTransaction } from '#db/connection.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { paginate } from '#http/paginator.ts'
import { encodePhoto } from '#platform/pictures/encode.ts'
import { acceptOffer } from './accept-offer.ts'
import { deliverOrder, findDoor, leaveAtDoor, pickUpOrder } from './carry-order.ts'
import { readHeading, reportPosition, riderOfTrip } from './positions.ts'
import { presentJob } from './present.ts'
import { findVisibleFacts, listCompletedJobs, listOffersAndJobs, updateDuty } from './queries.ts'
import { readDeliveryOrder, readDeliveryOrders } from './read-delivery-orders.ts'
import { reportTrouble } from './report-trouble.ts'
import {
  finishRiderLogin,
  loginRider,
  loginRiderByCode,
  logoutRider,
  riderAnswer,
  sendRiderCode,
} from './rider-account.ts'
import { changeRiderTerms } from './rider-terms.ts'

const COMPLETED_PER_PAGE = 5

export const deliveryRoutes = routes({
  'delivery/login': async ({ input, request, services }) => loginRider(services, { ...input, request }),

  'delivery/login/send-code': async ({ input, request, services }) => {
    await sendRiderCode(services, { phone: input.phone, request })
    return { otp: true }
  },

  'delivery/login/with-code': async ({ input, request, services }) => loginRiderByCode(services, { ...input, request }),

  'delivery/login/second-factor': async ({ input, request, services }) =>
    finishRiderLogin(services, { ...input, request }),

  'delivery/logout': async ({ session, db }) => {
    await logoutRider({ db }, session)
    return { success: true }
  },

  'delivery/update-user-info': async ({ session, request, services }) =>
    riderAnswer(services, session, request.language),

  'delivery/toggle-delivery-guy-status': async ({ input, session, request, services }) => {
    const goesOff = isTrue(input.force_offline)
    if (goesOff || isTrue(input.toggle_status)) {
      const riderId = session.userId
      await inTransaction(services.db, (tx) => updateDuty(tx, { riderId, ...(goesOff && { isOnDuty: false }) }))
    }
    return riderAnswer(services, session, request.language)
  },

  'delivery/get-delivery-orders': async ({ session: { userId: riderId }, services }) => {
    const facts = await listOffersAndJobs(services.db, riderId)
    const orders = await readDeliveryOrders(services, { riderId, facts })
    const inStatus = (status: number) => orders.filter((order) => order.orderstatus_id === status)
    return { new_orders: inStatus(2), accepted_orders: inStatus(3), pickedup_orders: inStatus(4) }
  },

  'delivery/get-single-delivery-order': async ({ input, session: { userId: riderId }, services }) => {
    const facts = await findVisibleFacts(services.db, { riderId, orderNumber: input.unique_order_id })
    if (!facts) throw new AppError('ORDER_NOT_YOURS')
    return (await readDeliveryOrders(services, { riderId, facts: [facts] }))[0]!
  },

  'delivery/accept-to-deliver': async (context) => {
    const outcome = await acceptOffer(context.db, jobOf(context))
    return {
      ...(await readDeliveryOrder(context, jobOf(context))),
      ...(outcome === 'gone' && { already_accepted: true }),
      ...(outcome === 'queue-full' && { max_order: true }),
    }
  },

  'delivery/pickedup-order': async (context) => {
    await pickUpOrder(context.db, jobOf(context))
    return readDeliveryOrder(context, jobOf(context))
  },

  'delivery/deliver-order': async (context) => {
    const outcome = await deliverOrder(context, {
      ...jobOf(context),
      pin: context.input.delivery_pin,
      request: context.request,
    })
    const order = await readDeliveryOrder(context, jobOf(context))
    return outcome === 'wrong-pin' ? { ...order, delivery_pin_error: true } : order
  },

  'delivery/leave-at-door': async (context) => {
    const { picture: bytes } = context.request
    if ((await findDoor(context.db, jobOf(context))) === 'open') {
      if (!bytes) throw new AppError('INVALID_INPUT', { fields: { image: 'fieldPictureMissing' } })
      const quality = context.settings.number('uploadImageQuality')
      const picture = await encodePhoto(bytes, quality)
      await leaveAtDoor(context, { ...jobOf(context), picture })
    }
    return readDeliveryOrder(context, jobOf(context))
  },

  'delivery/report-trouble': async ({ input, session, services }) => ({
    success: true,
    wait_seconds: await reportTrouble(services, {
      riderId: session.userId,
      orderId: input.order_id,
      trouble: input.trouble,
    }),
  }),

  'delivery/set-delivery-guy-gps-location': async ({ input, session, services }) => {
    await reportPosition(services, {
      riderId: session.userId,
      latitude: input.delivery_lat,
      longitude: input.delivery_long,
      heading: readHeading(input.heading),
    })
    return true
  },

  'delivery/get-delivery-guy-gps-location': async ({ input, session, db }) =>
    riderOfTrip(db, { userId: session.userId, orderId: input.order_id }),

  'delivery/get-completed-orders': async ({
    input: { page },
    session: { userId: riderId },
    request,
    db,
    settings,
    config,
  }) => {
    const { rows, total } = await listCompletedJobs(db, { riderId, page, perPage: COMPLETED_PER_PAGE })
    return paginate(
      rows.map((row) => presentJob(row, { riderId, settings, config })),
      { page, perPage: COMPLETED_PER_PAGE, total, path: `${request.origin}/public/api/delivery/get-completed-orders` },
    )
  },

  'dashboard/riders/update': async (context) => {
    await changeRiderTerms(context)
    return { success: true }
  },
})

type JobCall =
  | 'delivery/accept-to-deliver'
  | 'delivery/pickedup-order'
  | 'delivery/deliver-order'
  | 'delivery/leave-at-door'

function jobOf({ input, session }: Pick<CallContext<JobCall>, 'input' | 'session'>) {
  return { riderId: session.userId, orderId: input.order_id }
}

function isTrue(value: boolean | 'true' | 'false' | null | undefined): boolean {
  return value === true || value === 'true'
}
