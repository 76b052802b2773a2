import type { Output } from '@nukkad/contract/contract.ts'
import { settings as registry, type SettingKey } from '@nukkad/contract/settings/registry.ts'
import type { SettingSpec } from '@nukkad/contract/settings/spec.ts'
import type { Db } from '#db/connection.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { readOwnValues } from './queries.ts'

type AdminSetting = Output<'dashboard/settings'>['settings'][number]

/** Lists every setting for the dashboard, never with the value of a secret. */
export async function listSettings(db: Db, settings: Settings): Promise<{ edition: string; settings: AdminSetting[] }> {
  const { values, edition } = await readOwnValues(db)
  const rows = (Object.entries(registry) as [SettingKey, SettingSpec][]).map(([key, spec]): AdminSetting => {
    const source = settings.isLocked(key) ? 'environment' : values.has(key) ? 'own' : 'default'
    const value = source === 'environment' ? settings.get(key) : (values.get(key) ?? spec.default)
    return {
      key,
      group: spec.group,
      type: spec.type,
      choices: spec.choices ? [...spec.choices] : null,
      visibility: spec.visibility,
      help: spec.help,
      is_unread: spec.unread === true,
      default: spec.default,
      value: spec.visibility === 'secret' ? null : value,
      is_set: value !== '',
      source,
    }
  })
  return { edition, settings: rows }
}
