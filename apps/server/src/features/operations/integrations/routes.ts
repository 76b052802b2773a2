import type { Tx } from '#db/connection.ts'
import { hashApiKey, insertKey, newApiKey, revokeKey } from '#http/api-key.ts'
import { routes } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { seal } from '#http/seal.ts'
import { isWebhookAddress } from '#outside/webhooks/send.ts'
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

  'dashboard/webhooks/save': {
    write: async ({ tx, input, config, session, audit }) => {
      const { id, description, kinds, is_active } = input
      const url = readAddress(input.url, config.webhookHosts)
      const values = { url, description, kinds: [...new Set(kinds)], is_active }
      if (id == null) {
        const secret = newWebhookSecret()
        const sealed = seal(secret, config, SEALED_FOR)
        const added = await insertEndpoint(tx, { ...values, secret: sealed, createdBy: session.userId })
        await audit('webhook.created', { object: { type: 'webhook', id: added.id }, after: values })
        return { success: true, endpoint: presentEndpoint(added), secret }
      }
      const before = await getEndpoint(tx, id)
      const changed = await updateEndpoint(tx, id, values)
      await audit('webhook.updated', { object: { type: 'webhook', id }, before: audited(before), after: values })
      return { success: true, endpoint: presentEndpoint(changed), secret: null }
    },
  },

  'dashboard/webhooks/rotate': {
    write: async ({ tx, input, config, audit }) => {
      const secret = newWebhookSecret()
      const { id } = await getEndpoint(tx, input.id)
      await audit('webhook.secret_replaced', { object: { type: 'webhook', id } })
      const endpoint = await replaceSecret(tx, id, seal(secret, config, SEALED_FOR))
      return { success: true, endpoint: presentEndpoint(endpoint), secret }
    },
  },

  'dashboard/webhooks/delete': {
    write: async ({ tx, input, audit }) => {
      const endpoint = await getEndpoint(tx, input.id)
      await deleteEndpoint(tx, endpoint.id)
      await audit('webhook.deleted', { object: { type: 'webhook', id: endpoint.id }, before: audited(endpoint) })
      return { success: true }
    },
  },

  'dashboard/webhooks/test': {
    write: async ({ tx, input, audit }) => {
      const { id } = await getEndpoint(tx, input.id)
      await audit('webhook.tested', { object: { type: 'webhook', id } })
      return { success: true, delivery_id: await insertTestDelivery(tx, id) }
    },
  },

  'dashboard/webhooks/replay': {
    write: async ({ tx, input: { what }, audit }) => {
      if ('delivery_id' in what) {
        const again = await replayDeliveries(tx, { deliveryId: what.delivery_id })
        if (again === 0) throw new AppError('NOT_FOUND')
        await audit('webhook_delivery.replayed', { object: { type: 'webhook', id: what.delivery_id } })
        return { success: true, again }
      }
      const { id } = await getEndpoint(tx, what.endpoint_id)
      await audit('webhook_deliveries.replayed', { object: { type: 'webhook', id }, after: what })
      const since = new Date(what.since)
      const again = await replayDeliveries(tx, { endpointId: id, since, onlyFailed: what.only_failed })
      return { success: true, again }
    },
  },

  'dashboard/api-keys': async ({ db }) => ({ success: true, keys: (await listKeys(db)).map(presentKey) }),

  'dashboard/api-keys/create': {
    write: async ({ tx, input: { name, ...input }, session, audit }) => {
      const permissions = [...new Set(input.permissions)]
      if (permissions.some((one) => !session.permissions.includes(one))) throw new AppError('PERMISSION_MISSING')
      const key = newApiKey()
      const ending = key.slice(-SHOWN_OF_KEY)
      const id = await insertKey(tx, { userId: session.userId, name, hash: hashApiKey(key), ending, permissions })
      await audit('api_key.created', { object: { type: 'api key', id }, after: { name, permissions } })
      const [made] = await listKeys(tx, id)
      return { success: true, key, api_key: presentKey(made!) }
    },
  },

  'dashboard/api-keys/revoke': {
    write: async ({ tx, input: { id }, audit }) => {
      if (!(await revokeKey(tx, id))) throw new AppError('NOT_FOUND')
      await audit('api_key.revoked', { object: { type: 'api key', id } })
      return { success: true }
    },
  },
})

/**
 * Returns the URL of an endpoint in its normal form.
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
