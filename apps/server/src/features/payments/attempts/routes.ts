import { type PayWay, providers } from '@nukkad/contract/payments/providers.ts'
import { parseMoney } from '@nukkad/rules/money.ts'
import { inTransaction } from '#db/connection.ts'
import { routes, type Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { mayChooseMethod, requireWalletRight } from '#http/session.ts'
import { wireTime } from '#http/wire-time.ts'
import { logEvent } from '#log-events.ts'
import { ProviderError } from '#outside/payments/provider.ts'
import { onlineRows, takenRows } from '#platform/gateways/gateway-rows.ts'
import { moveToFailed } from './apply-payment-status.ts'
import { askOnReturn, askProvider } from './ask-provider.ts'
import { type AttemptRow, findAttempt } from './attempt-queries.ts'
import { findNewestUnpaidOrder, findOrderNumber, findPayableOrder, findSellingStore } from './queries.ts'
import { limitStarts, openForOrder, startPayment, startTopUp, type WayToPay } from './start-payment.ts'

const MIN_TOP_UP_MINOR = 100n
const MAX_TOP_UP_MINOR = 10_000_000n

export const paymentRoutes = routes({
  'get-payment-gateways': async ({ input, session, request, services }) => {
    const { db, config } = services
    const store = await findSellingStore(db, input.restaurant_id)
    if (!store) return []
    const times = {
      created_at: wireTime(store.created_at, config.timeZone),
      updated_at: wireTime(store.updated_at, config.timeZone),
    }
    const rows = takenRows(services, store, request.language)
    return rows.filter(({ name }) => mayChooseMethod(session, name)).map((row) => ({ ...row, ...times }))
  },

  'get-top-up-gateways': async ({ services, settings }) => onlineRows(services, settings.get('currencyId')),

  'payment/start': async ({ input, session, request, services }) => {
    return answerWay(
      await startPayment(services, request, {
        orderId: input.order_id,
        gateway: input.gateway,
        payer: { userId: session.userId, origin: request.origin },
      }),
      input.way,
    )
  },

  'payment/check': async ({ input, session, services }) => {
    const known = await findAttempt(services.db, { reference: input.reference })
    if (!known || known.user_id !== session.userId) throw new AppError('NOT_FOUND')
    await limitStarts(services, session.userId)
    const attempt = known.status === 'paid' ? known : await askOrKeep(services, known)
    const uniqueOrderId = attempt.order_id === null ? null : await findOrderNumber(services.db, attempt.order_id)
    return {
      success: true,
      status: attempt.status === 'created' ? 'pending' : attempt.status,
      purpose: attempt.purpose,
      unique_order_id: uniqueOrderId,
      gateway: providers[attempt.provider].gateway,
    }
  },

  'wallet-top-up': async ({ input, session, request, services }) => {
    requireWalletRight(session)
    const currency = services.settings.get('currencyId')
    const amountMinor = parseMoney(input.amount, currency)
    if (amountMinor === undefined || amountMinor < MIN_TOP_UP_MINOR || amountMinor > MAX_TOP_UP_MINOR)
      throw new AppError('AMOUNT_INVALID')
    const payer = { userId: session.userId, origin: request.origin }
    return answerWay(
      await startTopUp(services, request, { amountMinor, currency, gateway: input.gateway, payer }),
      input.way,
    )
  },

  'payment/razorpay/create-order': async ({ input, session, request, services }) => {
    await limitStarts(services, session.userId)
    const payer = { userId: session.userId, origin: request.origin }
    const attempt = await openForOrder(services, { orderId: input.order_id, gateway: 'Razorpay', payer })
    return { razorpay_success: true, response: { id: attempt.provider_ref! } }
  },

  'payment/razorpay/process': async ({ input, session, services }) => {
    await limitStarts(services, session.userId)
    const attempt = await findAttempt(services.db, { provider: 'razorpay', providerRef: input.razorpay_order_id })
    // The client may name the order of a visit's goods, while the attempt belongs to the order of the visit, so
    // `findPayableOrder` finds the visit's order for both.
    const windowMinutes = services.settings.number('awaitingPaymentThreshold')
    const order = await findPayableOrder(services.db, input.order_id, { windowMinutes })
    if (!attempt || attempt.order_id !== order?.id || session.userId !== attempt.user_id)
      throw new AppError('NOT_FOUND')
    const provider = services.outside.payments.find('razorpay')
    const fields = {
      razorpay_order_id: input.razorpay_order_id,
      razorpay_payment_id: input.razorpay_payment_id,
      razorpay_signature: input.razorpay_signature,
    }
    const known = { ...attempt, providerRef: attempt.provider_ref, amountMinor: attempt.amount_minor }
    if (!provider?.signedReturn?.(known, fields)) {
      await failForged(services, attempt)
      return { success: false }
    }
    return { success: (await askOrSayAway(services, attempt)).status === 'paid' }
  },

  'accept-stripe-payment': async ({ input, session, request, services }) => {
    await limitStarts(services, session.userId)
    const orderId = input.order_id ?? (await findNewestUnpaidOrder(services.db, session.userId, 'STRIPE'))
    if (!orderId) throw new AppError('NOT_FOUND')
    const payer = { userId: session.userId, origin: request.origin }
    const attempt = await openForOrder(services, { orderId, gateway: 'Stripe', payer, isIntent: true })
    if (attempt.page?.kind !== 'intent') throw new Error('an intent was asked for')
    return {
      id: attempt.provider_ref!,
      client_secret: attempt.page.clientSecret,
      amount: Number(attempt.amount_minor),
      currency: attempt.currency.toLowerCase(),
      status: 'requires_payment_method',
    }
  },

  'payment/process-paymongo': async ({ input, session, request, services }) => {
    await limitStarts(services, session.userId)
    const orderId = input.order_id ?? (await findNewestUnpaidOrder(services.db, session.userId, 'PAYMONGO'))
    if (!orderId) throw new AppError('NOT_FOUND')
    const payer = { userId: session.userId, origin: request.origin }
    const attempt = await openForOrder(services, { orderId, gateway: 'PayMongo', payer })
    if (attempt.page?.kind !== 'redirect') throw new Error('PayMongo has a page of its own')
    return {
      paymongo_success: true,
      token: attempt.provider_ref!,
      status: 'awaiting_next_action',
      redirect_url: attempt.page.url,
    }
  },

  'payment/verify-khalti-payment': async ({ input, services }) => {
    const attempt = await findAttempt(services.db, { provider: 'khalti', providerRef: input.token })
    if (!attempt || (input.amount !== undefined && input.amount !== String(attempt.amount_minor)))
      return { success: false }
    const asked = await askOrSayAway(services, attempt, askOnReturn)
    return asked.status === 'paid' ? { success: true, idx: input.token } : { success: false }
  },
})

/**
 * The page of a widget reads the chosen method from its URL, because one attempt can be opened with several methods.
 */
function answerWay({ kind, url, reference }: WayToPay, way: PayWay | undefined) {
  return { success: true as const, kind, url: kind === 'widget' && way ? `${url}?way=${way}` : url, reference }
}

/**
 * Queries the provider; if the provider gives no answer, returns the attempt as it was, and the scheduler queries
 * again.
 */
async function askOrKeep(services: Services, attempt: AttemptRow): Promise<AttemptRow> {
  return askProvider(services, attempt).catch((error: unknown) => {
    if (error instanceof ProviderError) return attempt
    throw error
  })
}

async function askOrSayAway(services: Services, attempt: AttemptRow, ask = askProvider): Promise<AttemptRow> {
  return ask(services, attempt).catch((error: unknown) => {
    if (error instanceof ProviderError) throw new AppError('PROVIDER_AWAY', { cause: error })
    throw error
  })
}

/**
 * Ends the order's attempt after a wrong signature (P-60). The order keeps its coupon use, stock and wallet part while
 * it can still be paid.
 */
async function failForged({ db, log, settings }: Services, attempt: AttemptRow): Promise<void> {
  logEvent(log, 'payment.return_signature_wrong', { attempt: attempt.reference })
  const { order_id: orderId } = attempt
  if (orderId === null || attempt.status === 'paid') return
  const windowMinutes = settings.number('awaitingPaymentThreshold')
  await inTransaction(db, async (tx) => {
    const order = await findPayableOrder(tx, orderId, { windowMinutes, lock: true })
    if (order) await moveToFailed(tx, order, 'signature')
  })
}
