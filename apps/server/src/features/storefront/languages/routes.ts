import { en, type FieldText, type TextKey } from '@nukkad/contract/texts/en.ts'
import { type Db, inTransaction } from '#db/connection.ts'
import { routes, type Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import {
  createLanguage,
  deleteLanguage,
  getLanguage,
  makeDefault,
  presentLanguage,
  shippedTexts,
  updateLanguage,
} from './change-languages.ts'
import { readImport } from './import-texts.ts'
import { listAllLanguages, readOwnTexts } from './queries.ts'
import { saveTexts } from './save-texts.ts'

const englishTexts = Object.entries(en) as [TextKey, string][]

export const languageRoutes = routes({
  'dashboard/languages': async ({ db }) => ({
    success: true,
    languages: (await listAllLanguages(db)).map(presentLanguage),
  }),

  'dashboard/languages/create': {
    write: async (context) => answer(context.tx, await createLanguage(context, context.input)),
    afterwards: reloadTexts,
  },

  'dashboard/languages/update': {
    write: async (context) => {
      await updateLanguage(context, context.input)
      return answer(context.tx, context.input.id)
    },
    afterwards: reloadTexts,
  },

  'dashboard/languages/make-default': {
    write: async (context) => {
      await makeDefault(context, context.input.id)
      return answer(context.tx, context.input.id)
    },
    afterwards: reloadTexts,
  },

  'dashboard/languages/delete': {
    write: async (context) => {
      await deleteLanguage(context, context.input.id)
      return { success: true }
    },
    afterwards: reloadTexts,
  },

  'dashboard/texts': async ({ input, db }) => {
    const { code } = await getLanguage(db, input.language_id)
    const [own, shipped] = [await readOwnTexts(db, input.language_id), shippedTexts(code)]
    const texts = englishTexts.map(([key, english]) => ({
      key,
      english,
      shipped: shipped?.[key] ?? null,
      own: own.get(key) ?? null,
    }))
    return { success: true, texts }
  },

  'dashboard/texts/save': {
    write: async ({ tx, input, session, request }) => {
      const who = { staffId: session.userId, request }
      const changes = await saveTexts(tx, { languageId: input.language_id, given: input.texts, who })
      return { success: true, changed: changes.map(({ key }) => key) }
    },
    afterwards: async ({ settings }, { changed }) => {
      if (changed.length > 0) await settings.reload()
    },
  },

  'dashboard/texts/import': async ({ input, db, settings, session, request }) => {
    if (!request.picture) throw new AppError('INVALID_INPUT', { fields: { file: 'fieldValidationMsg' } })
    const textOf = (key: FieldText) => settings.text(key, {}, request.language)
    const found = await readImport(db, { languageId: input.language_id, file: request.picture, textOf })
    const { given, rows, errors } = found
    if (input.apply === 'no' || errors.length > 0)
      return { success: true, is_applied: false, rows, errors, changes: found.changes }
    const who = { staffId: session.userId, request }
    const changes = await inTransaction(db, (tx) => saveTexts(tx, { languageId: input.language_id, given, who }))
    await settings.reload()
    return { success: true, is_applied: true, rows, errors, changes }
  },
})

async function answer(db: Db, id: number) {
  return { success: true as const, language: presentLanguage(await getLanguage(db, id)) }
}

/** Reloads the settings, which hold the texts; the database announces the change to other processes. */
function reloadTexts({ settings }: Pick<Services, 'settings'>): Promise<void> {
  return settings.reload()
}
