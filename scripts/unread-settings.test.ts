import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { providerSettings } from '@nukkad/contract/payments/provider-parts.ts'
import { compatibilitySettings } from '@nukkad/contract/settings/compatibility.ts'
import { settings } from '@nukkad/contract/settings/registry.ts'
import type { SettingSpec } from '@nukkad/contract/settings/spec.ts'
import { expect, test } from 'vitest'

/** Matches the files that declare and name settings. Every other source file that mentions a setting uses it. */
const declaring =
  /\.test\.|^packages\/contract\/src\/settings\/|^packages\/contract\/src\/payments\/providers\/|^apps\/admin\/src\/features\/storefront\/settings-admin\/|^demo\/src\/catalogue\//

test('[U-02] the settings that the dashboard lists as unread are those that no source names', () => {
  const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'demo'], { encoding: 'utf8' }).split('\n')
  const sources = files
    .filter((file) => /\.(tsx?|js|html|sql)$/.test(file) && !declaring.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const unnamed = Object.keys(settings).filter((key) => !sources.includes(key))
  const unread = Object.entries<SettingSpec>(settings).flatMap(([key, spec]) => (spec.unread ? key : []))
  expect(unread.toSorted()).toEqual(unnamed.toSorted())
  const ofOthers = unread.filter((key) => !Object.hasOwn(providerSettings, key))
  expect(Object.keys(compatibilitySettings).toSorted()).toEqual(ofOthers.toSorted())
})
