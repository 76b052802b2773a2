import { z } from 'zod'
import { call } from '../call.ts'
import { ignored } from '../wire.ts'

/** Values of settings by key. `null` or an empty text takes the shop's own value away, so that the default holds. */
export const settingValues = z.record(z.string().max(80), z.string().max(60_000).nullable())

const settingRow = z.object({
  key: z.string(),
  group: z.string(),
  type: z.enum(['text', 'longtext', 'html', 'bool', 'number', 'colour', 'url', 'list', 'choice']),
  choices: z.array(z.string()).nullable(),
  visibility: z.enum(['public', 'private', 'secret']),
  help: z.string(),
  default: z.string(),
  /** In force now; null for a secret, which never leaves. */
  value: z.string().nullable(),
  is_set: z.boolean(),
  /** Where the value in force comes from. The environment's cannot be changed here. */
  source: z.enum(['default', 'own', 'environment']),
})

export const listDeskSettings = call('dashboard/settings', {
  // U-02
  summary: 'Every setting with its type, help, default and value in force; of secrets only whether one is set.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({
    success: z.literal(true),
    /** What the values were read at; a save sends it back. */
    edition: z.string(),
    settings: z.array(settingRow),
  }),
  errors: [],
})

export const saveDeskSettings = call('dashboard/settings/save', {
  // U-02, U-22, U-23
  summary:
    'Changes many settings at once, all or none; each that cannot be stored is named with its reason. One that somebody else changed since it was read is refused.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object({ ...ignored, edition: z.string().regex(/^\d{1,18}$/), values: settingValues }),
  output: z.object({ success: z.literal(true), changed: z.array(z.string()) }),
  errors: ['SETTINGS_CLASH', 'PROOF_NEEDED'],
})

export const clearCaches = call('dashboard/clear-cache', {
  // U-03
  summary: 'Tells every browser to empty what it keeps, by forceCacheClearVersion.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), forceCacheClearVersion: z.string() }),
  errors: [],
})

export const makePushKeys = call('dashboard/settings/push-keys', {
  // U-23
  summary: 'Makes and keeps a new pair of keys for push messages; the private one is never answered.',
  auth: 'staff',
  permission: 'settings_manage',
  input: z.object(ignored),
  output: z.object({ success: z.literal(true), public_key: z.string() }),
  errors: ['SETTING_LOCKED'],
})
