import type { AuditAction } from '@nukkad/contract/audit-actions.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { hashApiKey, insertKey, newApiKey, revokeKey } from '#http/api-key.ts'
import { type CallContext, routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { seal } from '#http/seal.ts'
import { isWebhookAddress } from '#outside/webhooks/send.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { SEALED_FOR } from './deliver.ts'
import {
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  insertTestDelivery,
  type KeyRow,
  listEndpoints,
  listKeys,
  lockEndpoint,
  replaceSecret,
  replayDeliveries,
  updateEndpoint,
} from './queries.ts'
import { newWebhookSecret } from './sign.ts'

const SHOWN_OF_KEY = 4
const MAX_LETTERS = 1000

export const integrationRoutes = routes({
  'dashboard/webhooks': async ({ db }) => ({
    success: true,
    endpoints: (await listEndpoints(db)).map(presentEndpoint),
  }),

  'dashboard/webhooks/save': async (context) => {
    const { input, db, config, session } = context
    const { id, description, kinds, is_active } = input
    const url = readAddress(input.url, config.webhookHosts)
    const values = { url, description, kinds: [...new Set(kinds)], is_active }
    const secret = id == null ? newWebhookSecret() : null
    const endpoint = await inTransaction(db, async (tx) => {
      if (secret !== null) {
        const sealed = seal(secret, config, SEALED_FOR)
        const added = await insertEndpoint(tx, { ...values, secret: sealed, createdBy: session.userId })
        await note(tx, context, { action: 'webhook.created', id: added.id, after: values })
        return added
      }
      const before = await getEndpoint(tx, id!)
      const changed = await updateEndpoint(tx, before.id, values)
      await note(tx, context, { action: 'webhook.updated', id: before.id, before: audited(before), after: values })
      return changed
    })
    return { success: true, endpoint: presentEndpoint(endpoint), secret }
  },

  'dashboard/webhooks/rotate': async (context) => {
    const secret = newWebhookSecret()
    const endpoint = await inTransaction(context.db, async (tx) => {
      const { id } = await getEndpoint(tx, context.input.id)
      await note(tx, context, { action: 'webhook.secret_replaced', id })
      return replaceSecret(tx, id, seal(secret, context.config, SEALED_FOR))
    })
    return { success: true, endpoint: presentEndpoint(endpoint), secret }
  },

  'dashboard/webhooks/delete': async (context) => {
    await inTransaction(context.db, async (tx) => {
      const endpoint = await getEndpoint(tx, context.input.id)
      await deleteEndpoint(tx, endpoint.id)
      await note(tx, context, { action: 'webhook.deleted', id: endpoint.id, before: audited(endpoint) })
    })
    return { success: true }
  },

  'dashboard/webhooks/test': async (context) => {
    const deliveryId = await inTransaction(context.db, async (tx) => {
      const { id } = await getEndpoint(tx, context.input.id)
      await note(tx, context, { action: 'webhook.tested', id })
      return insertTestDelivery(tx, id)
    })
    return { success: true, delivery_id: deliveryId }
  },

  'dashboard/webhooks/replay': async (context) => {
    const { what } = context.input
    const again = await inTransaction(context.db, async (tx) => {
      if ('delivery_id' in what) {
        const count = await replayDeliveries(tx, { deliveryId: what.delivery_id })
        if (count === 0) throw new AppError('NOT_FOUND')
        await note(tx, context, { action: 'webhook_delivery.replayed', id: what.delivery_id })
        return count
      }
      const { id } = await getEndpoint(tx, what.endpoint_id)
      await note(tx, context, { action: 'webhook_deliveries.replayed', id, after: what })
      return replayDeliveries(tx, { endpointId: id, since: new Date(what.since), onlyFailed: what.only_failed })
    })
    return { success: true, again }
  },

  'dashboard/api-keys': async ({ db }) => ({ success: true, keys: (await listKeys(db)).map(presentKey) }),

  'dashboard/api-keys/create': async (context) => {
    const { input, db, session, request } = context
    const { name } = input
    const permissions = [...new Set(input.permissions)]
    if (permissions.some((one) => !session.permissions.includes(one))) throw new AppError('PERMISSION_MISSING')
    const key = newApiKey()
    const made = await inTransaction(db, async (tx) => {
      const ending = key.slice(-SHOWN_OF_KEY)
      const id = await insertKey(tx, { userId: session.userId, name, hash: hashApiKey(key), ending, permissions })
      await writeAudit(tx, {
        actorId: session.userId,
        action: 'api_key.created',
        object: { type: 'api key', id },
        after: { name, permissions },
        request,
      })
      return (await listKeys(tx, id))[0]!
    })
    return { success: true, key, api_key: presentKey(made) }
  },

  'dashboard/api-keys/revoke': async ({ input, db, session, request }) => {
    await inTransaction(db, async (tx) => {
      if (!(await revokeKey(tx, input.id))) throw new AppError('NOT_FOUND')
      await writeAudit(tx, {
        actorId: session.userId,
        action: 'api_key.revoked',
        object: { type: 'api key', id: input.id },
        request,
      })
    })
    return { success: true }
  },
})

/**
 * Returns an address in its normal form.
 * @throws AppError INVALID_INPUT
 */
function readAddress(given: string, allowedHosts: readonly string[]): string {
  const url = isWebhookAddress(given, allowedHosts) ? new URL(given).href : ''
  if (url === '' || url.length > MAX_LETTERS)
    throw new AppError('INVALID_INPUT', { fields: { url: 'fieldPublicHttps' } })
  return url
}

async function getEndpoint(tx: Tx, id: number): Promise<EndpointRow> {
  const endpoint = await lockEndpoint(tx, id)
  if (!endpoint) throw new AppError('NOT_FOUND')
  return endpoint
}

type Note = { action: AuditAction; id: number; before?: object; after?: object }

async function note(
  tx: Tx,
  { session, request }: Pick<CallContext<'dashboard/webhooks'>, 'session' | 'request'>,
  { id, ...entry }: Note,
): Promise<void> {
  await writeAudit(tx, { actorId: session.userId, object: { type: 'webhook', id }, ...entry, request })
}

function audited({ url, description, kinds, is_active }: EndpointRow): object {
  return { url, description, kinds, is_active }
}

function presentEndpoint({ created_at, failing_since, old_secret_until, ...row }: EndpointRow) {
  return {
    ...row,
    failing_since: failing_since?.toISOString() ?? null,
    old_secret_until: old_secret_until?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}

function presentKey({ last_used_at, revoked_at, created_at, ...row }: KeyRow) {
  return {
    ...row,
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}
