import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'
import { openApiDocument } from './openapi.ts'

const logo = join(import.meta.dirname, '../../../../.build/pictures/img/logos/nukkad.svg')

/**
 * The reference of the calls: `/openapi.json` (OpenAPI 3.1) and a page to read it at `/docs`. In production without the
 * dashboard's, which tell a stranger what there is to attack and help nobody who may make them.
 */
export async function addDocument(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): Promise<void> {
  const document = openApiDocument({ withDashboard: mode !== 'production' })
  // The library's types know OpenAPI by another library's; what the document is, its test says.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: allowInlineStyles,
    theme: { title: 'Nukkad: every call' },
    logo: { type: 'image/svg+xml', content: readFileSync(logo), href: '/', target: '_self' },
  })
  const text = JSON.stringify(document)
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text))
}

/** The reference page is not ours and writes styles into its elements; scripts stay as strict as everywhere. */
function allowInlineStyles(policy: string): string {
  return policy.replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'")
}
