import { en, type FieldText, type TextKey } from '@nukkad/contract/texts/en.ts'
import { inTransaction } from '#db/connection.ts'
import { routes } from '#http/calls.ts'
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

  'dashboard/languages/create': async ({ input, db, settings, session, request }) => {
    const id = await inTransaction(db, (tx) => createLanguage(tx, input, { staffId: session.userId, request }))
    await settings.reload()
    return { success: true, language: presentLanguage(await getLanguage(db, id)) }
  },

  'dashboard/languages/update': async ({ input, db, settings, session, request }) => {
    await inTransaction(db, (tx) => updateLanguage(tx, input, { staffId: session.userId, request }))
    await settings.reload()
    return { success: true, language: presentLanguage(await getLanguage(db, input.id)) }
  },

  'dashboard/languages/make-default': async ({ input, db, settings, session, request }) => {
    await inTransaction(db, (tx) => makeDefault(tx, input.id, { staffId: session.userId, request }))
    await settings.reload()
    return { success: true, language: presentLanguage(await getLanguage(db, input.id)) }
  },

  'dashboard/languages/delete': async ({ input, db, settings, session, request }) => {
    await inTransaction(db, (tx) => deleteLanguage(tx, input.id, { staffId: session.userId, request }))
    await settings.reload()
    return { success: true }
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

  'dashboard/texts/save': async ({ input, db, settings, session, request }) => {
    const who = { staffId: session.userId, request }
    const changes = await inTransaction(db, (tx) =>
      saveTexts(tx, { languageId: input.language_id, given: input.texts, who }),
    )
    if (changes.length > 0) await settings.reload()
    return { success: true, changed: changes.map(({ key }) => key) }
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
