import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { refusals } from './errors.ts'

const test = useTestApp({ isNoted: false })
const run = promisify(execFile)
const packages = join(import.meta.dirname, '../../../../node_modules')

type Answer = { content: Record<string, { examples: Record<string, { value: unknown }> }> }
type Operation = {
  operationId: string
  parameters: { name: string; in: string; example?: unknown }[]
  requestBody: { content: Record<string, { example?: object }> }
  responses: Record<string, Answer>
}
type Document = { paths: Record<string, { post?: Operation; get?: Operation }> }

let document: Document
beforeAll(async () => {
  document = (await test.send('/openapi.json', { method: 'GET' })).body as Document
})

const shapeOf = (name: CallName): CallShape => contract[name]
const names = Object.keys(contract) as CallName[]

function operationOf(name: CallName): Operation {
  const base = shapeOf(name).base === 'callandorder' ? 'callandorder' : 'api'
  return document.paths[`/public/${base}/${name}${shapeOf(name).path ?? ''}`]!.post!
}

describe('the document of all calls', () => {
  it('is OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(document)
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' })
  })

  it('contains no requirement id and no section of a document', () => {
    expect(JSON.stringify(document).match(/.{0,60}(\b([A-U]-\d{2}|(GAP|INT)-\d+)\b(?!\d)|\u00a7)/g)).toBeNull()
  })

  it.each(names)('shows a request to %s and its answer, both as in the contract', (name) => {
    const { parameters, requestBody, responses } = operationOf(name)
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const { example } = requestBody.content['application/json']!
    expect(example, 'node scripts/record-examples.ts records one').toBeDefined()
    const request = {
      ...example,
      ...Object.fromEntries(inPath.map((parameter) => [parameter.name, parameter.example])),
    }
    expect(shapeOf(name).input.safeParse(request).error).toBeUndefined()
    const { value } = responses['200']!.content['application/json']!.examples.answer!
    expect(shapeOf(name).output.safeParse(value).error).toBeUndefined()
  })

  it.each(names)('names every error of %s under its status', (name) => {
    for (const code of shapeOf(name).errors) {
      const { examples } = operationOf(name).responses[refusals[code].status]!.content['application/json']!
      expect(examples[code]).toMatchObject({ value: { success: false, message: expect.any(String), error: { code } } })
    }
  })
})

/** A program as an outside developer would write it, with only the types and names of the generated client. */
const strangersProgram = `
import { defaults, getRestaurantItems, placeOrder, quote } from './client.ts'

defaults.baseUrl = process.env.SHOP!
const bearer = { headers: { authorization: \`Bearer \${process.env.TOKEN}\` } }

const menu = await getRestaurantItems(process.env.STORE!)
if (menu.status !== 200 || !('items' in menu.data)) throw new Error('no menu')
const [first] = Object.values(menu.data.items).flat()
if (!first) throw new Error('nothing to eat')
const cart = { order: [{ id: first.id, quantity: 2 }], delivery_type: 1 as const }
const asked = await quote(cart, bearer)
if (asked.status !== 200 || !('payable' in asked.data)) throw new Error('no price')
const { payable } = asked.data
const placed = await placeOrder({ ...cart, method: 'COD', quoted_total: payable }, { idempotencyKey: crypto.randomUUID() }, bearer)
if (placed.status !== 200 || !placed.data.success) throw new Error(JSON.stringify(placed.data))
const { unique_order_id, total } = placed.data.data
const refused = await placeOrder({ order: [], delivery_type: 1, method: 'COD' }, {}, bearer)
const code = refused.status === 200 && !refused.data.success ? refused.data.error.code : 'none'
process.stdout.write(JSON.stringify({ name: first.name, payable, unique_order_id, total, code }))
`

describe('a client that a public generator makes from it', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'nukkad-client-'))
    symlinkSync(packages, join(folder, 'node_modules'), 'junction')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function inFolder(program: string, args: string[], env: Record<string, string> = {}): Promise<string> {
    const ran = run(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...env } })
    const { stdout } = await ran.catch(({ stdout: said, stderr }) => Promise.reject(new Error(said || stderr)))
    return stdout
  }

  it('compiles strictly, and places an order with names and types only', async () => {
    const store = await test.build.store()
    await test.build.item({ store_id: store.id, name: 'Masala Dosa' })
    const customer = await test.build.customer()
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.address() as AddressInfo

    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    writeFileSync(join(folder, 'order.ts'), strangersProgram)
    await inFolder(join(packages, 'oazapfts/dist/cli.js'), ['openapi.json', 'client.ts'])
    const strict = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    await inFolder(join(packages, 'typescript/bin/tsc'), [
      ...strict,
      '--allowImportingTsExtensions',
      '--skipLibCheck',
      'order.ts',
    ])
    const env = { SHOP: `http://127.0.0.1:${port}`, TOKEN: customer.token, STORE: store.slug }
    const said = await inFolder('order.ts', [], env)

    const order = await test.db
      .selectFrom('orders')
      .select(['unique_order_id', 'status'])
      .where('user_id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(said)).toEqual({
      name: 'Masala Dosa',
      payable: '200.00',
      total: 200,
      code: 'CART_EMPTY',
      unique_order_id: order.unique_order_id,
    })
  })
})

describe('the document in production', () => {
  const shop = useTestApp({ isNoted: false, config: { mode: 'production', demo: false } })

  it('omits the calls of the dashboard and schemas that only they use, and is complete', async () => {
    const answer = await shop.send('/openapi.json', { method: 'GET' })
    const text = JSON.stringify(answer.body)
    expect(Object.keys((answer.body as Document).paths).length).toBeGreaterThan(50)
    expect(text.match(/.{0,60}(\/dashboard\/|dashboard\.|(?<!StoreOwner)Dashboard[A-Z]|callandorder)/g)).toBeNull()
    expect((await new Validator().validate(answer.body as Document)).errors).toBeUndefined()
    const { components } = answer.body as { components: { schemas: object } }
    for (const [, id] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) expect(components.schemas).toHaveProperty(id!)
    for (const url of ['/docs/json', '/docs/yaml', '/docs/', '/docs/static/swagger-initializer.js'])
      expect(JSON.stringify((await shop.send(url, { method: 'GET' })).body).includes('dashboard/'), url).toBe(false)
  })
})
