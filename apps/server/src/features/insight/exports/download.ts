import { Readable } from 'node:stream'
import { tables } from '@nukkad/contract/tables/shapes.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { requireRoomForStream, streamRows } from '#features/insight/tables/stream-rows.ts'
import type { Services } from '#http/calls.ts'
import { headersOfFile, openDownload, sendFile } from '#http/download.ts'
import { AppError } from '#http/errors.ts'
import type { Session } from '#http/session.ts'
import { storesOfTable } from '#http/store-work.ts'
import { hashOfTicket } from './begin-export.ts'
import { storedName } from './make-export.ts'
import { findRun, type TakenTicket, takeTicket } from './queries.ts'
import { seesStoresOf } from './sees-stores-of.ts'
import { fileName, mimeTypes, writeFile } from './write-file.ts'

const TICKET_FORM = /^[\w-]{43}$/

/**
 * Serves `GET /dashboard/exports/{ticket}`: the file of a download ticket. A browser downloads a file by its URL, so
 * the ticket in the URL works only once; the cookie identifies the person.
 */
export function addExportDownloads(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { ticket: string } }>(
    '/dashboard/exports/:ticket',
    { preHandler: app.rateLimit(), schema: { hide: true } },
    async (request, reply) => {
      // A request without a valid ticket in the URL is answered here. E-mails do not link to the URL of a download but
      // to a page of the dashboard, whose URL has no ticket.
      const { ticket } = request.params
      if (!TICKET_FORM.test(ticket)) throw new AppError('NOT_FOUND')
      const session = await openDownload(request, services)
      requireRoomForStream()
      const hash = hashOfTicket(Buffer.from(ticket, 'base64url'))
      const taken = await takeTicket(services.db, { hash, sessionId: session.id })
      if (!taken) throw new AppError('NOT_FOUND')
      return send(taken, session, reply, services)
    },
  )
}

async function send(ticket: TakenTicket, session: Session, reply: FastifyReply, services: Services): Promise<unknown> {
  const { table, query, format } = ticket
  const stores = storesOfTable(session, table, tables[table])
  if (!stores) throw new AppError('PERMISSION_MISSING')
  const as = (at: Date) => ({
    fileName: fileName(table, format, at, services.config.timeZone),
    mediaType: mimeTypes[format],
  })
  if (ticket.run_id !== null) {
    const run = await findRun(services.db, { id: ticket.run_id, userId: session.userId })
    if (!run) throw new AppError('NOT_FOUND')
    if (!seesStoresOf(run, stores)) throw new AppError('PERMISSION_MISSING')
    return sendFile(reply, services.outside.exports, storedName(run), as(run.created_at))
  }
  const rows = streamRows(
    services,
    { table, ...query },
    { stores, timeZone: services.config.timeZone, userId: session.userId },
  )
  return reply.headers(headersOfFile(as(new Date()))).send(Readable.from(writeFile(table, format, rows)))
}
