import { randomBytes } from 'node:crypto'
import { providers } from '@nukkad/contract/payments/providers.ts'
import { takesGateway } from '@nukkad/rules/gateways.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import { nextAskAfterSeconds } from '@nukkad/rules/payment-states.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { onceOutside } from '#http/idempotency.ts'
import { type Limit, takeFromLimit } from '#http/limits.ts'
import { logEvent } from '#log-events.ts'
import { type Opened, type PaymentProvider, ProviderError } from '#outside/payments/provider.ts'
import { addJob } from '#worker/add-job.ts'
import { canBePaid } from './apply-payment-status.ts'
import {
  type AttemptRow,
  countAttempts,
  findAttempt,
  findOpenAttempt,
  findOpeningAttempt,
  insertAttempt,
  isAttemptOpen,
  setAttemptStatus,
  setOpened,
  touchAttempt,
} from './attempt-queries.ts'
import { findPayableOrder, findPayer, type PayableOrder } from './queries.ts'

/** Maximum number of attempts for one order; generous, because payers may leave and begin again. */
const MAX_ATTEMPTS = 10
const TOP_UP_MINUTES = 30
/**
 * Number of checks for an attempt that another call is opening. All checks for an attempt that another call is opening,
 * with the delays between them, take as long as the server waits for a provider.
 */
const MAX_LOOKS = 60
const POLL_EVERY_MS = 200
const REFERENCE_BYTES = 16

/** The payer's next page: the provider's own page, or a page of ours that holds the provider's form or script. */
export type WayToPay = { kind: 'redirect' | 'form' | 'widget'; url: string; reference: string }

type Payer = { userId: number; origin: string }

type OrderToPay = { orderId: number; gateway: string; payer: Payer; isIntent?: boolean }

/**
 * Opens an attempt to pay the person's own order that awaits its payment, once per key
 * (docs/reference/security.md#idempotency). While the attempt is open, further calls, also parallel ones, get the page
 * of this attempt. The server alone decides the amount of a payment.
 * @throws AppError NOT_FOUND, PAYMENT_NOT_OPEN, GATEWAY_NOT_CONFIGURED, PROVIDER_AWAY, PROVIDER_REFUSED, and the errors
 * of `onceOutside`
 */
export async function startPayment(
  services: Services,
  request: CallContext<'payment/start'>['request'],
  wanted: OrderToPay,
): Promise<WayToPay> {
  const scope = { db: services.db, request, userId: wanted.payer.userId, call: 'payment/start' as const }
  return onceOutside(scope, {
    limit: startLimit(services, scope.userId),
    begin: (tx) => beginForOrder(tx, services, wanted),
    finish: async (begun) => wayTo(await finish(services, begun)),
    isOpen: isAttemptOpen,
  })
}

/**
 * Opens an attempt for apps that need only the provider's ids (GAP-34, GAP-35). With `wanted.isIntent`, the attempt is
 * for a form that the app shows itself, not for the provider's page.
 * @throws AppError the errors of `startPayment`
 */
export async function openForOrder(services: Services, wanted: OrderToPay): Promise<AttemptRow> {
  return finish(services, await inTransaction(services.db, (tx) => beginForOrder(tx, services, wanted)))
}

async function beginForOrder(
  tx: Tx,
  services: Services,
  { orderId: wantedId, gateway, payer, isIntent = false }: OrderToPay,
): Promise<Begun> {
  const windowMinutes = services.settings.number('awaitingPaymentThreshold')
  // Locks the order, so that calls that start payments in parallel see each other's attempts.
  const order = await findPayableOrder(tx, wantedId, { windowMinutes, lock: true })
  if (order?.user_id !== payer.userId) throw new AppError('NOT_FOUND')
  const { id: orderId } = order
  if (!isInTime(order)) throw new AppError('PAYMENT_NOT_OPEN')
  const provider = requireProvider(services, { gateway, currency: order.currency })
  const mayChoose = services.settings.isOn('allowPaymentGatewaySelection')
  if (!takesGateway({ mayChoose, chosen: order.chosen_gateways }, providers[provider.name].gateway))
    throw new AppError('GATEWAY_NOT_CONFIGURED')
  const open = await findOpenAttempt(tx, { orderId, provider: provider.name, isIntent })
  if (open) return { open }
  const opening = await findOpeningAttempt(tx, { orderId, provider: provider.name })
  if (opening) return { opening }
  if ((await countAttempts(tx, orderId)) >= MAX_ATTEMPTS) throw new AppError('PAYMENT_NOT_OPEN')
  return beginAttempt(tx, provider, {
    purpose: 'order',
    orderId,
    amountMinor: order.payable_minor,
    currency: order.currency,
    description: services.settings.text('paymentForOrder', { order: order.unique_order_id }),
    expiresAt: order.pay_until,
    payer: { userId: order.user_id, origin: payer.origin },
    isIntent,
  })
}

/**
 * Limits how often a person starts or queries payments, because each call causes a call of the provider, which limits
 * our calls.
 */
export async function limitStarts({ db, settings }: Pick<Services, 'db' | 'settings'>, userId: number): Promise<void> {
  await takeFromLimit(db, startLimit({ settings }, userId))
}

function startLimit({ settings }: Pick<Services, 'settings'>, userId: number): Limit {
  return { key: `payment:${userId}`, most: settings.number('limitPaymentsPerCustomer'), windowSeconds: 60 }
}

function isInTime(order: PayableOrder): boolean {
  return canBePaid(order) && order.pay_until > order.now && order.payable_minor > 0n
}

/**
 * Opens an attempt to top up the person's own wallet, once per key.
 * @throws AppError the errors of `startPayment`
 */
export async function startTopUp(
  services: Services,
  request: CallContext<'wallet-top-up'>['request'],
  { amountMinor, currency, gateway, payer }: { amountMinor: bigint; currency: string; gateway: string; payer: Payer },
): Promise<WayToPay> {
  const provider = requireProvider(services, { gateway, currency })
  const wanted: ToOpen = {
    purpose: 'top_up',
    orderId: null,
    amountMinor,
    currency,
    description: services.settings.text('paymentForWallet'),
    expiresAt: new Date(Date.now() + TOP_UP_MINUTES * 60_000),
    payer,
    isIntent: false,
  }
  const scope = { db: services.db, request, userId: payer.userId, call: 'wallet-top-up' as const }
  return onceOutside(scope, {
    limit: startLimit(services, scope.userId),
    begin: (tx) => beginAttempt(tx, provider, wanted),
    finish: async (begun) => wayTo(await finish(services, begun)),
    isOpen: isAttemptOpen,
  })
}

function requireProvider(
  { outside }: Pick<Services, 'outside'>,
  { gateway, currency }: { gateway: string; currency: string },
): PaymentProvider {
  const provider = outside.payments.findByGateway(gateway)
  if (!provider?.takes(currency)) throw new AppError('GATEWAY_NOT_CONFIGURED')
  return provider
}

type ToOpen = {
  purpose: AttemptRow['purpose']
  orderId: number | null
  amountMinor: bigint
  currency: string
  description: string
  expiresAt: Date
  payer: Payer
  isIntent: boolean
}

/**
 * The attempt with which a call begins: one that is stored but not yet opened at its provider, one that another call is
 * opening now, or one that is open already.
 */
type Begun = { open: AttemptRow } | { opening: AttemptRow } | ToFinish
type ToFinish = {
  provider: PaymentProvider
  attempt: AttemptRow
  wanted: ToOpen
  payer: NonNullable<Awaited<ReturnType<typeof findPayer>>>
}

/**
 * Stores the attempt and queues the first query about it before it is opened at the provider, so that the status is
 * found even if the answer is lost.
 */
async function beginAttempt(tx: Tx, provider: PaymentProvider, wanted: ToOpen): Promise<ToFinish> {
  const payer = await findPayer(tx, wanted.payer.userId)
  if (!payer) throw new AppError('NOT_FOUND')
  const attempt = await insertAttempt(tx, {
    reference: randomBytes(REFERENCE_BYTES).toString('base64url'),
    purpose: wanted.purpose,
    order_id: wanted.orderId,
    user_id: payer.id,
    provider: provider.name,
    amount_minor: wanted.amountMinor,
    currency: wanted.currency,
    expires_at: wanted.expiresAt,
  })
  await askLater(tx, attempt, 0)
  return { provider, attempt, wanted, payer }
}

async function finish(services: Services, begun: Begun): Promise<AttemptRow> {
  if ('open' in begun) return begun.open
  if ('opening' in begun) return waitForOpened(services, begun.opening)
  const opened = await openAtProvider(services, begun)
  const kept = await inTransaction(services.db, (tx) => keepOpened(tx, services, begun, opened))
  if (!kept) throw new AppError('PAYMENT_NOT_OPEN')
  return kept
}

/**
 * Waits for an attempt that another call is opening.
 * @throws AppError PAYMENT_NOT_OPEN when the opening failed, PROVIDER_AWAY when its provider does not answer in time
 */
async function waitForOpened({ db }: Pick<Services, 'db'>, { id }: AttemptRow): Promise<AttemptRow> {
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const attempt = await findAttempt(db, { id })
    if (attempt?.status === 'pending') return attempt
    if (attempt?.status !== 'created') throw new AppError('PAYMENT_NOT_OPEN')
    await new Promise((resolve) => setTimeout(resolve, POLL_EVERY_MS))
  }
  throw new AppError('PROVIDER_AWAY')
}

/**
 * Returns the opened attempt, or the attempt that another call has opened for the same order meanwhile, so that no
 * payer gets two pages; the second page is never paid, because no one receives its URL.
 * @returns undefined when the order can no longer be paid
 */
async function keepOpened(
  tx: Tx,
  { settings }: Pick<Services, 'settings'>,
  { provider, attempt, wanted: { orderId, isIntent } }: ToFinish,
  opened: Opened,
): Promise<AttemptRow | undefined> {
  const windowMinutes = settings.number('awaitingPaymentThreshold')
  const order = orderId === null ? undefined : await findPayableOrder(tx, orderId, { windowMinutes, lock: true })
  const other = order && (await findOpenAttempt(tx, { orderId: order.id, provider: provider.name, isIntent }))
  await setOpened(tx, attempt.id, opened)
  if (!other && (!order || canBePaid(order)))
    return { ...attempt, provider_ref: opened.providerRef, page: opened.page, status: 'pending' }
  await setAttemptStatus(tx, attempt.id, 'cancelled')
  return other
}

/** Queues the next query about an attempt; returns false when the number of queries is used up. */
export async function askLater(
  tx: Tx,
  { id, created_at }: Pick<AttemptRow, 'id' | 'created_at'>,
  timesAsked: number,
): Promise<boolean> {
  const seconds = nextAskAfterSeconds(timesAsked)
  if (seconds === undefined) return false
  await askAt(tx, id, new Date(created_at.getTime() + seconds * 1000))
  return true
}

/** Queues the next query about an attempt, in place of any query that is already queued. */
export async function askAt(tx: Tx, id: bigint, runAt: Date): Promise<void> {
  await addJob(tx, { name: 'ask-provider', payload: { attemptId: String(id) }, key: `ask-${id}`, runAt })
}

async function openAtProvider(services: Services, { provider, attempt, wanted, payer }: ToFinish): Promise<Opened> {
  const base = `${wanted.payer.origin}/public/api/payment/${provider.name}`
  const open = wanted.isIntent ? provider.openIntent : provider.open
  if (!open) throw new AppError('GATEWAY_NOT_CONFIGURED')
  try {
    return await open({
      reference: attempt.reference,
      amountMinor: attempt.amount_minor,
      currency: attempt.currency,
      description: wanted.description,
      payer,
      returnUrl: `${base}/return?a=${attempt.reference}`,
      webhookUrl: `${base}/webhook`,
      siteUrl: wanted.payer.origin,
      expiresAt: attempt.expires_at,
    })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const sum = wireMoney(attempt.amount_minor, attempt.currency)
    logEvent(services.log, 'payment.opening_failed', {
      provider: provider.name,
      attempt: attempt.reference,
      sum,
      cause: error.message,
    })
    if (error.kind === 'unknown') {
      await inTransaction(services.db, (tx) => touchAttempt(tx, attempt.id))
      throw new AppError('PROVIDER_AWAY', { cause: error })
    }
    // The provider opened no page, so no money can arrive there, and the customer can still pay by another method.
    await inTransaction(services.db, (tx) => setAttemptStatus(tx, attempt.id, 'failed'))
    throw new AppError('PROVIDER_REFUSED', { cause: error })
  }
}

function wayTo({ reference, page }: Pick<AttemptRow, 'reference' | 'page'>): WayToPay {
  if (!page) throw new Error('an open attempt has a page')
  if (page.kind === 'intent') throw new Error('an intent has no page of its own')
  if (page.kind === 'redirect') return { kind: 'redirect', url: page.url, reference }
  return { kind: page.kind, url: `/pay/${reference}`, reference }
}
