import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { CallShape } from '@nukkad/contract/call.ts'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { z } from 'zod'
import { refusals } from './errors.ts'

const logo = join(import.meta.dirname, '../../../../demo/assets/img/logos/nukkad.svg')

/** The reference of all calls: `/openapi.json` (OpenAPI 3.1) and a page to read it at `/docs`. */
export async function addDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Nukkad',
        version: '0.1.0',
        description:
          'Every call of the product. Tokens travel in `Authorization: Bearer` or in the body field `token`.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: allowInlineStyles,
    theme: { title: 'Nukkad: every call' },
    logo: { type: 'image/svg+xml', content: readFileSync(logo), href: '/', target: '_self' },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** The reference page is not ours and writes styles into its elements; scripts stay as strict as everywhere. */
function allowInlineStyles(policy: string): string {
  return policy.replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'")
}

/** One call as OpenAPI describes it, from the contract's schemas. */
export function describeCall(name: string, shape: CallShape, { hidden }: { hidden: boolean }): FastifySchema {
  if (hidden) return { hide: true } as FastifySchema
  const path = Object.fromEntries(
    [...(shape.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, { type: 'string' }]),
  )
  return {
    operationId: name.replaceAll('/', '.'),
    tags: [name.includes('/') ? name.split('/')[0]! : 'customer'],
    summary: shape.summary,
    ...(shape.auth !== 'public' && { security: [{ session: [] }] }),
    ...(Object.keys(path).length > 0 && { params: { type: 'object', properties: path, required: Object.keys(path) } }),
    body: jsonSchema(shape.input, 'input'),
    response: {
      200: jsonSchema(shape.output, 'output'),
      ...Object.fromEntries(statusesOf(shape).map((status) => [status, refusalSchema])),
    },
  } as FastifySchema
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

function statusesOf(shape: CallShape): number[] {
  const always = shape.auth === 'public' ? [400, 429, 503] : [400, 401, 429, 503]
  return [...new Set([...always, ...shape.errors.map((code) => refusals[code].status)])].filter(
    (status) => status !== 200,
  )
}

const refusalSchema = {
  type: 'object',
  required: ['success', 'message', 'error'],
  properties: {
    success: { const: false },
    message: { type: 'string' },
    error: {
      type: 'object',
      required: ['code', 'request_id'],
      properties: {
        code: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'string' } },
        request_id: { type: 'string' },
      },
    },
  },
}
