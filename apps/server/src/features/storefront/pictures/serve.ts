import { parseHex } from '@nukkad/ui/colour.ts'
import { logoSvg } from '@nukkad/ui/logo.ts'
import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { Services } from '#http/calls.ts'
import { UPLOADS_PATH } from '#platform/pictures/save-picture.ts'
import { sendStored, YEAR_SECONDS } from '#platform/pictures/send-stored.ts'

/** Path from which apps load the shop's logo, built-in or uploaded. */
const LOGOS_PATH = '/assets/img/logos/'
const ICONS_PATH = '/assets/img/favicons/'
const nameForm = /^[isf]-[0-9a-f]{32}(-\d{2,4})?\.(webp|avif)$/
const uploadedForm = /^[if]-[0-9a-f]{32}\.webp$/
const DAY_SECONDS = 86_400

type PictureServices = Pick<Services, 'outside' | 'settings'>

/**
 * Serves uploaded pictures, each with its own type and with headers that keep a page from running in it
 * (docs/reference/security.md#files-and-exports). The name of a picture is never used twice, so browsers may cache the
 * picture. Logo and icons also have names that never change (docs/reference/wire.md), under which the server sends the
 * current logo and icons.
 */
export function addPictures(app: FastifyInstance, { outside, settings }: PictureServices): void {
  const send: RouteHandlerMethod = async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!nameForm.test(name)) return reply.callNotFound()
    return sendStored(reply, outside, { name, seconds: YEAR_SECONDS })
  }
  app.get(`${UPLOADS_PATH}:name`, { schema: { hide: true } }, send)
  app.get(`${LOGOS_PATH}:name(^[is]-[0-9a-f]{32}.*$)`, { schema: { hide: true } }, send)
  app.get(`${LOGOS_PATH}nukkad.svg`, { schema: { hide: true } }, async (request, reply) => {
    // A browser may cache a logo whose URL contains its colour; without the colour in the URL, the browser must ask
    // again at each use.
    const c = String((request.query as { c?: unknown }).c ?? '')
    const isNamed = parseHex(c) !== undefined
    return reply
      .type('image/svg+xml')
      .header('cache-control', isNamed ? `public, max-age=${DAY_SECONDS}` : 'no-cache')
      .send(logoSvg(isNamed ? c : settings.get('storeColor')))
  })
  app.get(`${LOGOS_PATH}logo.png`, { schema: { hide: true } }, async (_request, reply) => {
    const logo = settings.get('storeLogo')
    if (!isOwnLogo(logo)) return reply.header('cache-control', 'no-cache').sendFile('img/logos/logo.png')
    return sendStored(reply, outside, { name: logo, seconds: 0 })
  })
  app.get(`${ICONS_PATH}:name`, { schema: { hide: true } }, async (request, reply) => {
    const { name } = request.params as { name: string }
    const file = ownIconFile(settings.get('appIcon'), name)
    if (file) return sendStored(reply, outside, { name: file, seconds: DAY_SECONDS })
    return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).sendFile(`img/favicons/${name}`)
  })
}

/** Returns whether the file name belongs to an uploaded logo, not to the product's logo. */
export function isOwnLogo(name: string): boolean {
  return uploadedForm.test(name)
}

/**
 * Returns the stored file of the shop's own icon for the name that apps request; undefined if the shop uses the
 * product's icon.
 */
function ownIconFile(icon: string, name: string): string | undefined {
  if (!uploadedForm.test(icon)) return undefined
  const stem = icon.replace(/\.webp$/, '')
  const [, size] = name.match(/^favicon-(\d+x\d+)\.png$/) ?? []
  if (size) return `${stem}-${size}.png`
  if (name === 'apple-touch-icon.png') return `${stem}-apple.png`
  return name === 'maskable-512x512.png' ? `${stem}-maskable.png` : undefined
}
