import type { FastifyInstance } from 'fastify'
import { inTransaction } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import { clientOf } from '#http/client.ts'
import { openDownload, sendFile } from '#http/download.ts'
import { AppError } from '#http/errors.ts'
import { writeAudit } from '#platform/audit/write-audit.ts'
import { findKept } from './kept.ts'
import { mayTake } from './routes.ts'

/**
 * Serves `GET /dashboard/backups/{name}`: a retained backup, for an administrator who opens the link on a page of the
 * dashboard. The cookie of the request identifies the administrator, and the download is recorded before it begins.
 */
export function addBackupDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { name: string } }>(
    '/dashboard/backups/:name',
    { preHandler: app.rateLimit(), schema: { hide: true } },
    async (request, reply) => {
      const session = await openDownload(request, services)
      if (!mayTake(session)) throw new AppError('PERMISSION_MISSING')
      const kept = await findKept(services.outside.backups, request.params.name)
      if (!kept) throw new AppError('NOT_FOUND')
      await inTransaction(services.db, (tx) =>
        writeAudit(tx, {
          actorId: session.userId,
          action: 'backup.downloaded',
          object: { type: 'backup', id: kept.name },
          request: { id: request.id, client: clientOf(request) },
        }),
      )
      return sendFile(reply, services.outside.backups, kept.name, {
        fileName: kept.name,
        mediaType: 'application/gzip',
      })
    },
  )
}
