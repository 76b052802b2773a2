import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

const logo = join(import.meta.dirname, '../../../../.build/pictures/img/logos/nukkad.svg')

/**
 * Serves the reference of the calls: `/openapi.json` (OpenAPI 3.1) and a page to read it at `/docs`. In production, the
 * reference leaves out the dashboard's calls, because they would only show strangers where to attack.
 */
export async function addDocument(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): Promise<void> {
  // The document is built at its first request, so that a start does not wait for it.
  let writing: Promise<void> | undefined
  let document = {}
  let text = ''
  const write = async () => {
    const { openApiDocument } = await import('./openapi.ts')
    document = openApiDocument({ withDashboard: mode !== 'production' })
    text = JSON.stringify(document)
  }
  const whenWritten = () => {
    writing ??= write()
    return writing
  }
  // The cast is needed because the library's type for OpenAPI comes from another library; a test checks the document.
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: { preHandler: whenWritten },
    transformSpecification: () => document,
    transformSpecificationClone: false,
    staticCSP: true,
    transformStaticCSP: allowInlineStyles,
    theme: { title: 'Nukkad: every call' },
    logo: { type: 'image/svg+xml', content: readFileSync(logo), href: '/', target: '_self' },
  })
  app.get('/openapi.json', { preHandler: whenWritten }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
}

/**
 * Allows inline styles, because the library of the reference page writes styles into its elements; scripts are
 * restricted as on every other page.
 */
function allowInlineStyles(policy: string): string {
  return policy.replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'")
}
