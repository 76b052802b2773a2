import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#http/calls.ts'
import { iconVersion } from './head.ts'

const file = join(import.meta.dirname, '../../../../../web/public/manifest.json')

type Manifest = { icons: { src: string }[] } & Record<string, unknown>

/**
 * Serves the manifest of the installed app: with the shop's name and icon, and with the sender id for older push
 * services, if one is set (GAP-51).
 */
export function addManifest(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  app.get('/manifest.json', { schema: { hide: true } }, async (_request, reply) => {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const senderId = settings.get('firebaseSenderId')
    const [name, description] = [settings.get('storeName'), settings.get('seoMetaDescription')]
    const version = iconVersion(settings.get('appIcon'))
    const body = {
      ...manifest,
      ...(name && { name, short_name: name }),
      ...(description && { description }),
      icons: manifest.icons.map((icon) => ({ ...icon, src: icon.src + version })),
      ...(senderId && { gcm_sender_id: senderId }),
    }
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(body))
  })
}

/**
 * Serves the manifest of the dashboard, which browsers install as a separate app. The dashboard has no service worker,
 * so nothing private stays on the device.
 */
export function addDashboardManifest(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  app.get('/dashboard/manifest.json', { schema: { hide: true } }, async (_request, reply) => {
    const { icons, display, background_color, theme_color } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const version = iconVersion(settings.get('appIcon'))
    const name = settings.get('storeName') || 'Nukkad'
    const body = {
      name: `${name} Dashboard`,
      short_name: 'Dashboard',
      description: `Orders, menu and money of stores at ${name}.`,
      id: '/dashboard',
      start_url: '/dashboard',
      scope: '/dashboard',
      display,
      background_color,
      theme_color,
      icons: icons.map((icon) => ({ ...icon, src: icon.src + version })),
    }
    return reply.header('cache-control', 'no-cache').type('application/manifest+json').send(JSON.stringify(body))
  })
}
