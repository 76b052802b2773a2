import { z } from 'zod'
import { textAccount } from '#features/identity/accounts/text-account.ts'
import type { Services } from '#http/calls.ts'
import { findWarned } from './guess-queries.ts'

const payloadForm = z.object({ userId: z.int() })

/** Warns a person of failed sign-ins to their account by email, or by text message if they have no email address. */
export async function warnOfGuesses(payload: unknown, services: Services): Promise<void> {
  const { db, settings, outside } = services
  const person = await findWarned(db, payloadForm.parse(payload).userId)
  if (!person) return
  const language = person.language ?? undefined
  const text = settings.text('mailGuesses', {}, language)
  if (person.email) {
    await outside.mail.send({ to: person.email, subject: settings.text('mailGuessesSubject', {}, language), text })
  } else if (person.phone)
    await textAccount(services, { phone: person.phone, isTrusted: person.is_phone_trusted, text })
}
