import { settings as registry } from '@nukkad/contract/settings/registry.ts'
import { type Theme, themeSettings, themeTexts } from '@nukkad/contract/storefront/themes.ts'
import { inTransaction, type Tx } from '#db/connection.ts'
import { defaultTextsOf, saveTextsOfDefault } from '#features/storefront/languages/default-texts.ts'
import { type Saver, saveSettings } from '#features/storefront/settings-admin/save-settings.ts'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { deleteDraft, findVersion, insertVersion, keepDraft, listVersions, lockThemes } from './queries.ts'

/** Returns the published theme, with the defaults filled in. */
export function currentTheme(settings: Settings): Theme {
  const texts = settings.texts((settings.languages().find(({ isDefault }) => isDefault) ?? settings.languages()[0]!).id)
  const values = themeSettings.map((key) => [key, settings.get(key)] as const)
  const shownTexts = themeTexts.map((key) => [key, shownText(texts[key])] as const)
  return Object.fromEntries([...values, ...shownTexts]) as Theme
}

/**
 * Returns the text, or an empty string for 'null', a value that means "show nothing"
 * (docs/reference/wire.md#value-types).
 */
function shownText(text: string | undefined): string {
  return text === undefined || text === 'null' ? '' : text
}

/** Saves a draft of a theme, which no customer sees. Refuses a theme that could not be published. */
export async function saveDraft({ db, settings }: Pick<Services, 'db' | 'settings'>, theme: Theme, saver: Saver) {
  await inTransaction(db, async (tx) => {
    // Locks the themes, so that of drafts that are saved in parallel, the last one stays.
    await lockThemes(tx)
    await keepDraft(tx, theme, saver.staffId)
    await writeAudit(tx, {
      actorId: saver.staffId,
      action: 'theme_draft.saved',
      after: differences(currentTheme(settings), theme),
      request: saver.request,
    })
  })
}

/**
 * Publishes a theme and records it as a version, in one transaction. The theme before the first published one is
 * recorded as a version too, so that a rollback to it is possible.
 * @throws AppError THEME_CLASH when `seen` is no longer the newest version, INVALID_INPUT for values that cannot be
 *   stored
 */
export async function publish(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  { theme, seen, saver }: { theme: Theme; seen?: number | null; saver: Saver },
): Promise<void> {
  const before = currentTheme(settings)
  await inTransaction(db, async (tx) => {
    await lockThemes(tx)
    const [newest] = await listVersions(tx)
    if (seen !== undefined && (newest?.id ?? null) !== seen) throw new AppError('THEME_CLASH')
    if (!newest) await insertVersion(tx, before, null)
    await store(tx, settings, { theme, saver })
    await insertVersion(tx, theme, saver.staffId)
    await deleteDraft(tx)
    await writeAudit(tx, {
      actorId: saver.staffId,
      action: 'theme.published',
      before: differences(theme, before),
      after: differences(before, theme),
      request: saver.request,
    })
  })
  await settings.reload()
}

/** Publishes an earlier version of the theme again. @throws AppError NOT_FOUND */
export async function rollBack(
  services: Pick<Services, 'db' | 'settings'>,
  { id, saver }: { id: number; saver: Saver },
): Promise<void> {
  const theme = await findVersion(services.db, id)
  if (!theme) throw new AppError('NOT_FOUND')
  await publish(services, { theme, saver })
}

async function store(tx: Tx, settings: Settings, { theme, saver }: { theme: Theme; saver: Saver }): Promise<void> {
  const given = Object.fromEntries(
    themeSettings.map((key) => [key, theme[key] === registry[key].default ? null : theme[key]]),
  )
  await saveSettings(tx, settings, { given, saver })
  const ours = defaultTextsOf(settings)
  const texts = themeTexts.map((key) => [key, shownText(ours[key]) === theme[key].trim() ? null : theme[key] || 'null'])
  await saveTextsOfDefault(tx, { given: Object.fromEntries(texts), who: saver })
}

function differences(from: Theme, to: Theme): object {
  return Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key as keyof Theme] !== value))
}
