import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'

const file = join(import.meta.dirname, '../../../../web/public/manifest.json')

/** The manifest of the installed app, with the sender id that older push services want, when one is set (GAP-51). */
export function addManifest(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  app.get('/manifest.json', { schema: { hide: true } }, async (_request, reply) => {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    const senderId = settings.get('firebaseSenderId')
    const body = { ...manifest, ...(senderId && { gcm_sender_id: senderId }) }
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(body))
  })
}
