import { en } from '@nukkad/contract/texts/en.ts'
import type { Tx } from '#db/connection.ts'
import { AppError } from '#http/errors.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { shippedTexts, type Translator } from './change-languages.ts'
import { listAllLanguages } from './queries.ts'
import { type GivenTexts, saveTexts } from './save-texts.ts'

/** Returns the product's built-in texts in the default language, for keys that the shop left unchanged. */
export function defaultTextsOf(settings: Settings): Readonly<Record<string, string>> {
  const code = settings.languages().find(({ isDefault }) => isDefault)?.code ?? 'en'
  return shippedTexts(code) ?? en
}

/**
 * Changes texts of the default language.
 * @throws AppError NOT_FOUND if there is no default language, and the errors of `saveTexts`
 */
export async function saveTextsOfDefault(
  tx: Tx,
  { given, who }: { given: GivenTexts; who: Translator },
): Promise<void> {
  const language = (await listAllLanguages(tx)).find(({ is_default }) => is_default)
  if (!language) throw new AppError('NOT_FOUND')
  await saveTexts(tx, { languageId: language.id, given, who })
}
