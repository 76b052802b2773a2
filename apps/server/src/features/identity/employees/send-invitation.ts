import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Tx } from '#db/connection.ts'
import { textAccount } from '#features/identity/accounts/text-account.ts'
import type { Services } from '#http/calls.ts'
import { addJob } from '#worker/add-job.ts'
import type { FeatureJobs } from '#worker/worker.ts'
import { hashOfToken } from './accept-invitation.ts'
import { setToken } from './queries.ts'

const TOKEN_BYTES = 32
const payloadForm = z.object({ invitationId: z.int(), language: z.string().optional() })

/** Queues the message of an invitation in the transaction that creates the invitation. */
export async function queueInvitation(tx: Tx, payload: z.infer<typeof payloadForm>): Promise<void> {
  await addJob(tx, { name: 'send-invitation', payload, key: `send-invitation:${payload.invitationId}` })
}

/**
 * Sends the link of an invitation to the invited phone or e-mail address. Only the message contains the token: each
 * attempt creates a new token, and the database stores only the hash of the token. In the link, the token comes after a
 * `#`, so browsers do not send it to the server with the URL.
 */
async function sendInvitation(payload: unknown, services: Services): Promise<void> {
  const { db, settings, outside, config } = services
  const { invitationId: id, language } = payloadForm.parse(payload)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const invitation = await setToken(db, { id, tokenHash: hashOfToken(token) })
  if (!invitation) return
  const { email, phone, store, invited_by: actorId } = invitation
  const url = `${config.publicUrl ?? settings.get('storeUrl')}/dashboard/join#${token}`
  const text = settings.text('mailInvitationText', { store, url }, language)
  if (email)
    await outside.mail.send({ to: email, subject: settings.text('mailInvitationSubject', { store }, language), text })
  if (phone) await textAccount(services, { phone, isTrusted: false, text, actorId })
}

export const jobs: FeatureJobs = { tasks: { 'send-invitation': sendInvitation } }
