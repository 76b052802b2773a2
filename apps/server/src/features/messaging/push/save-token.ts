import { z } from 'zod'
import { inTransaction } from '#db/connection.ts'
import type { CallContext, Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromClientLimit } from '#http/limits.ts'
import { refuseEndedSession, requireOwnHand, type Session } from '#http/session.ts'
import { isPushEndpoint } from '#outside/push/endpoint.ts'
import type { PushSubscriber } from '#outside/push/sender.ts'
import { deleteOldestSubscriptions, upsertGuest, upsertSubscription } from './queries.ts'

/** Maximum number of browsers of one person; the oldest browsers beyond this number are deleted. */
const MAX_PER_PERSON = 10
/**
 * Limit of saved browsers for one IP address. Browsers report about once a month that they still receive pushes, and
 * many browsers of an office may share one address.
 */
const GUESTS_PER_ADDRESS = { most: 60, windowSeconds: 3600 }
const PUBLIC_KEY_BYTES = 65
const UNCOMPRESSED_POINT = 4
const AUTH_BYTES = 16

const keyOf = (isKey: (bytes: Buffer) => boolean) =>
  z
    .string()
    .max(128)
    .regex(/^[\w-]+={0,2}$/)
    .refine((text) => isKey(Buffer.from(text, 'base64url')))

const subscription = z.object({
  endpoint: z.string(),
  keys: z.object({
    p256dh: keyOf((bytes) => bytes.length === PUBLIC_KEY_BYTES && bytes[0] === UNCOMPRESSED_POINT),
    auth: keyOf((bytes) => bytes.length === AUTH_BYTES),
  }),
})

/**
 * Saves the browser of this session as a recipient of pushes: its PushSubscription as JSON, stored only once even if it
 * is sent several times. A browser that another person used before no longer belongs to that person (P-44,
 * docs/reference/providers.md#storing-a-push-token).
 * @throws AppError INVALID_INPUT for anything but a subscription with a known push service, SESSION_REVOKED
 */
export async function saveToken(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  { pushToken, session, language }: { pushToken: string; session: Session; language: string | undefined },
): Promise<string> {
  const subscriber = readSubscription(pushToken, config.push.hosts)
  const { id: sessionId, userId, audience } = session
  // Staff who act for a customer are refused, because the browser belongs to them but would receive the customer's
  // messages.
  requireOwnHand(session)
  const publicKey = settings.get('firebasePublic')
  await inTransaction(db, async (tx) => {
    await upsertSubscription(tx, { ...subscriber, sessionId, userId, audience, publicKey, language })
    await deleteOldestSubscriptions(tx, { userId, audience, most: MAX_PER_PERSON })
  }).catch(refuseEndedSession)
  return pushToken
}

/**
 * Saves a guest's browser. If the browser was saved for a person, the subscription's secret proves that this browser
 * itself reports that they have signed out. A call with a wrong secret changes no saved browser.
 * @throws AppError INVALID_INPUT, TOO_MANY_REQUESTS
 */
export async function saveGuestToken(
  { db, settings, config }: Pick<Services, 'db' | 'settings' | 'config'>,
  {
    pushToken,
    request,
  }: {
    pushToken: string
    request: Pick<CallContext<'save-notification-token-no-user'>['request'], 'client' | 'language'>
  },
): Promise<string> {
  const subscriber = readSubscription(pushToken, config.push.hosts)
  await takeFromClientLimit(
    db,
    { name: 'push-guest', client: request.client, ...GUESTS_PER_ADDRESS },
    { mayBeLost: true },
  )
  const publicKey = settings.get('firebasePublic')
  await inTransaction(db, (tx) => upsertGuest(tx, { ...subscriber, publicKey, language: request.language }))
  return pushToken
}

function readSubscription(pushToken: string, hosts: readonly string[]): PushSubscriber {
  const parsed = subscription.safeParse(parse(pushToken))
  if (!parsed.success || !isPushEndpoint(parsed.data.endpoint, hosts)) {
    throw new AppError('INVALID_INPUT', { fields: { push_token: 'fieldInvalid' } })
  }
  const { endpoint, keys } = parsed.data
  return { endpoint, ...keys }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
