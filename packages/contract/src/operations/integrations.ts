import { z } from 'zod'
import { call } from '../call.ts'
import { keyPermissions } from '../key-permissions.ts'
import { allPermissions, type Permission } from '../permissions.ts'
import { webhookKinds } from '../webhook-kinds.ts'
import { filledText, id, ignored, success, text } from '../wire.ts'

const settings = { auth: 'staff', permission: 'settings_manage' } as const

const endpoint = z.object({
  id: z.int(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  is_active: z.boolean(),
  /** The reason why the server paused the webhook; null when a person paused it. */
  paused_because: z.enum(['failing', 'gone']).nullable(),
  failing_since: z.string().nullable(),
  /** After a change of the webhook's secret, the time until which the server also signs with the previous one. */
  old_secret_until: z.string().nullable(),
  created_at: z.string(),
})

export const listWebhooks = call('dashboard/webhooks', {
  summary: 'The webhook endpoints.',
  ...settings,
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), endpoints: z.array(endpoint) }),
  errors: [],
})

export const saveWebhook = call('dashboard/webhooks/save', {
  summary:
    'Adds or changes a webhook endpoint for events of orders, payments or wallets. The signing secret (Standard Webhooks) is shown once, for a new endpoint.',
  ...settings,
  input: z.object({
    ...ignored,
    id: id.nullish(),
    url: text(1000),
    description: text(200).default(''),
    kinds: z.array(z.enum(webhookKinds)).min(1).max(webhookKinds.length),
    is_active: z.boolean().default(true),
  }),
  output: z.object({ success: z.literal(true), endpoint, secret: z.string().nullable() }),
  errors: ['NOT_FOUND'],
})

export const rotateWebhookSecret = call('dashboard/webhooks/rotate', {
  summary: 'Creates a new signing secret, shown once. The previous secret also signs for another day.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), endpoint, secret: z.string() }),
  errors: ['NOT_FOUND'],
})

export const deleteWebhook = call('dashboard/webhooks/delete', {
  summary: 'Deletes a webhook endpoint and its log.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const testWebhook = call('dashboard/webhooks/test', {
  summary: 'Sends a test message to an endpoint. The log shows the result.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), delivery_id: z.int() }),
  errors: ['NOT_FOUND'],
})

export const replayWebhook = call('dashboard/webhooks/replay', {
  summary:
    "Sends webhook messages again: one, or an endpoint's messages since a time, all or only the failed ones. The ids stay the same, so that the receiver can recognise them.",
  ...settings,
  input: z.object({
    ...ignored,
    what: z.union([
      z.object({ delivery_id: id }),
      z.object({ endpoint_id: id, since: z.iso.datetime({ offset: true }), only_failed: z.boolean() }),
    ]),
  }),
  output: z.object({ success: z.literal(true), again: z.int() }),
  errors: ['NOT_FOUND'],
})

const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** The last four characters of the API key. */
  ending: z.string(),
  permissions: z.array(z.enum(allPermissions)),
  made_by: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
})

export const listApiKeys = call('dashboard/api-keys', {
  summary: 'The API keys.',
  ...settings,
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), keys: z.array(apiKey) }),
  errors: [],
})

export const createApiKey = call('dashboard/api-keys/create', {
  summary:
    "Creates an API key, shown once, for `Authorization: Bearer nk_…` on staff calls. The key never has more permissions than its creator, and ends with the creator's account.",
  ...settings,
  needsRecentProof: true,
  input: z.object({
    ...ignored,
    name: filledText(120),
    permissions: z
      .array(z.enum(keyPermissions as [Permission, ...Permission[]]))
      .min(1)
      .max(allPermissions.length),
  }),
  output: z.object({ success: z.literal(true), key: z.string(), api_key: apiKey }),
  errors: ['PERMISSION_MISSING'],
})

export const revokeApiKey = call('dashboard/api-keys/revoke', {
  summary: 'Revokes an API key. Its next call is refused.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})
