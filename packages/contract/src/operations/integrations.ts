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
  /** Why it was stopped, when the shop did it. */
  paused_because: z.enum(['failing', 'gone']).nullable(),
  failing_since: z.string().nullable(),
  /** Until when the secret before the present one signs too. */
  old_secret_until: z.string().nullable(),
  created_at: z.string(),
})

export const listWebhooks = call('dashboard/webhooks', {
  summary: 'The programs of others that are told what happens here.',
  ...settings,
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), endpoints: z.array(endpoint) }),
  errors: [],
})

export const saveWebhook = call('dashboard/webhooks/save', {
  summary:
    'Adds a program that is told of orders, payments or wallets, or changes one. The secret that signs (Standard Webhooks) is shown with a new one, this once.',
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
  summary: 'Makes a new secret, shown this once; the one before signs too for another day.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), endpoint, secret: z.string() }),
  errors: ['NOT_FOUND'],
})

export const deleteWebhook = call('dashboard/webhooks/delete', {
  summary: 'Takes a program away, with the log of what it was sent.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})

export const testWebhook = call('dashboard/webhooks/test', {
  summary: 'Sends a message that says nothing, to see whether it arrives; the log shows how it went.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: z.object({ success: z.literal(true), delivery_id: z.int() }),
  errors: ['NOT_FOUND'],
})

export const replayWebhook = call('dashboard/webhooks/replay', {
  summary:
    'Sends messages once more: one of them, or what a program was to be told since a moment, all of it or what it did not take. Their ids stay, so that a receiver knows them again.',
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
  /** The last four characters. */
  ending: z.string(),
  permissions: z.array(z.enum(allPermissions)),
  made_by: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
})

export const listApiKeys = call('dashboard/api-keys', {
  summary: 'The keys with which programs call in the name of who made them.',
  ...settings,
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), keys: z.array(apiKey) }),
  errors: [],
})

export const createApiKey = call('dashboard/api-keys/create', {
  summary:
    'Makes a key, shown this once, for `Authorization: Bearer nk_…` on calls of staff. It may never do more than its maker, and dies with him.',
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
  summary: 'Ends a key; what comes in with it is refused from the next call on.',
  ...settings,
  input: z.object({ ...ignored, id }),
  output: success,
  errors: ['NOT_FOUND'],
})
