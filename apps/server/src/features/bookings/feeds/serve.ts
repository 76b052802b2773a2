import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { AppError } from '#http/errors.ts'
import { takeFromLimit } from '#http/limits.ts'
import { type Feed, findFeed, listOwnEvents, listStylistEvents, markRead } from './queries.ts'
import { hashInAddress } from './token.ts'
import { writeFeed } from './write-feed.ts'

/** Maximum number of reads of one feed in an hour. A calendar program needs only a few reads. */
const MAX_READS_AN_HOUR = 120

/**
 * Serves `GET /calendar/{token}.ics`: the visits of a customer or of a stylist. All invalid tokens get the same answer,
 * whether they never existed, were revoked or have a wrong form (docs/decisions/0116-reminders-and-feeds.md).
 */
export function addCalendarFeeds(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { address: string } }>({
    method: ['GET', 'HEAD'],
    url: '/calendar/:address',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { db } = services
      const hash = hashInAddress(request.params.address)
      const feed = hash && (await findFeed(db, hash))
      if (!feed) throw new AppError('NOT_FOUND')
      const limit = { key: `calendar-feed:${feed.id}`, most: MAX_READS_AN_HOUR, windowSeconds: 3600 }
      await takeFromLimit(db, limit, { mayBeLost: true })
      const body = await readFeed(feed, services)
      if (feed.is_new) await markRead(db, feed.id)
      const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send()
      return reply
        .headers({
          'content-type': 'text/calendar; charset=utf-8',
          'content-disposition': 'inline; filename="visits.ics"',
        })
        .send(body)
    },
  })
}

/**
 * Returns whether the reader already has the current version of the feed. A proxy that compresses answers makes their
 * etags weak by the prefix `W/`, so this prefix is ignored.
 */
function isKnown(sent: string | undefined, etag: string): boolean {
  const tags = (sent ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

async function readFeed(feed: Feed, { db, config, settings }: Services): Promise<string> {
  const { user_id: userId, stylist_id: stylistId, name } = feed
  const events = userId === null ? await listStylistEvents(db, stylistId!) : await listOwnEvents(db, userId)
  const siteUrl = config.publicUrl ?? settings.get('storeUrl').replace(/\/+$/, '')
  return writeFeed(events, { name: name ?? settings.get('storeName'), siteUrl, isForStylist: userId === null })
}
