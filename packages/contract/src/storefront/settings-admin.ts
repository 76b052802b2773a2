import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

/** Values of settings by key. `null` or an empty string removes the shop's value, so that the default applies. */
export const settingValues = z.record(z.string().max(80), z.string().max(60_000).nullable())

const settingRow = z.object({
  key: z.string(),
  group: z.string(),
  type: z.enum(['text', 'longtext', 'html', 'bool', 'number', 'colour', 'url', 'list', 'choice']),
  choices: z.array(z.string()).nullable(),
  visibility: z.enum(['public', 'private', 'secret']),
  help: z.string(),
  /** Whether this product does not use the setting, although other apps may. */
  is_unread: z.boolean(),
  default: z.string(),
  /** The current value; null for a secret, which is never sent. */
  value: z.string().nullable(),
  is_set: z.boolean(),
  /** The source of the current value. A value from the environment cannot be changed on the dashboard. */
  source: z.enum(['default', 'own', 'environment']),
})

export const listAdminSettings = call('dashboard/settings', {
  // U-02
  summary: 'All settings with type, help, default and current value. For secrets, only whether one is set.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    /** The settings version at the time of this answer. A call that saves settings must send this version back. */
    edition: z.string(),
    settings: z.array(settingRow),
  }),
  errors: [],
})

export const saveAdminSettings = call('dashboard/settings/save', {
  // U-02, U-22, U-23
  summary:
    'Changes several settings, all or none. Each refused setting has its reason. A setting that someone else changed in the meantime is refused.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object({ ...ignored, edition: z.string().regex(/^\d{1,18}$/), values: settingValues }),
  output: z.object({ success: z.literal(true), changed: z.array(z.string()) }),
  errors: ['SETTINGS_CLASH', 'PROOF_NEEDED'],
})

export const clearCaches = call('dashboard/clear-cache', {
  // U-03
  summary: 'Makes every browser clear its stored data, by changing forceCacheClearVersion.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), forceCacheClearVersion: z.string() }),
  errors: [],
})

export const makePushKeys = call('dashboard/settings/push-keys', {
  // U-23
  summary: 'Creates a new key pair for push messages. The private key is never sent.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), public_key: z.string() }),
  errors: ['SETTING_LOCKED'],
})
