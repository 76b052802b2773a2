import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isOwnLogo } from '#features/storefront/pictures/serve.ts'
import type { Services } from '#http/calls.ts'
import { sendAsFile } from '#http/headers.ts'
import { inHtml, themeOf } from './boot.ts'
import { withDemoBanner } from './demo-banner.ts'

const dist = join(import.meta.dirname, '../../../../../admin/dist')
const YEAR_SECONDS = 31_536_000

/** Serves the dashboard: its built files, and the same page for each of its URLs. */
export function addDashboard(app: FastifyInstance, { config, settings }: Pick<Services, 'config' | 'settings'>): void {
  const built = readDashboard()
  const page = built && withDemoBanner(built, config)
  app.get('/dashboard/assets/*', async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    // A name that leads out of the folder is refused here, because the file server would report it as an error of the
    // server.
    if (!/^\w[\w.-]*$/.test(name)) return reply.callNotFound()
    sendAsFile(reply).header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
    return reply.sendFile(name, join(dist, 'assets'))
  })
  for (const path of ['/dashboard', '/dashboard/*'])
    app.get(path, async (_request, reply) => {
      if (!page)
        return reply.status(503).type('text/plain').send('The dashboard is not built yet: npm start builds it.')
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(withBrand(page, settings))
    })
}

/** Writes the shop's name and colours into the page, and whether the shop has uploaded a logo. */
export function withBrand(page: string, settings: Services['settings']): string {
  const brand = {
    theme: themeOf(settings),
    hasOwnLogo: isOwnLogo(settings.get('storeLogo')),
    shopName: settings.get('storeName'),
  }
  return page.replace('<!--brand-->', () => `<script type="application/json" id="brand">${inHtml(brand)}</script>`)
}

export function readDashboard(): string | undefined {
  const path = join(dist, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
