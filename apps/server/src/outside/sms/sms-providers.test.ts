import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MessageProvider } from '#outside/message-provider.ts'
import { createMsg91 } from './msg91.ts'
import { createTwilio } from './twilio.ts'

type Asked = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Trouble = 'none' | 'server-error' | 'garbage' | 'wrong-shape' | 'silence' | 'hang-up' | 'redirect'

/**
 * Simulates the parts of both SMS providers that we use, over HTTP: authentication, the form of a request, the answers.
 * `trouble` makes the providers fail in the ways of real ones.
 */
const taken: { to: string; text: string }[] = []
let trouble: Trouble = 'none'
let server: Server
let baseUrl = ''

const account = 'AC0123456789abcdef0123456789abcdef'
const token = 'twilio_demo_token'
const authKey = 'msg91_demo_key'

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers } = request
    if (!fails(request, response)) answer({ method, url, headers, body: Buffer.concat(chunks).toString() }, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  trouble = 'none'
  taken.length = 0
})

function fails(request: IncomingMessage, response: ServerResponse): boolean {
  if (trouble === 'none') return false
  if (trouble === 'server-error') response.writeHead(503, { 'content-type': 'application/json' }).end('{"code":20500}')
  if (trouble === 'garbage') response.writeHead(201, { 'content-type': 'text/html' }).end('<html>hello')
  if (trouble === 'wrong-shape') response.writeHead(200).end('null')
  if (trouble === 'redirect') response.writeHead(307, { location: `${baseUrl}/elsewhere` }).end()
  if (trouble === 'hang-up') request.socket.destroy()
  return true
}

function answer(asked: Asked, response: ServerResponse): void {
  const [status, body] = asked.url.startsWith('/2010-04-01/') ? twilio(asked) : msg91(asked)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function twilio({ method, url, headers, body }: Asked): [number, object] {
  const expected = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  if (headers.authorization !== expected) return [401, { code: 20003, message: 'Authenticate', status: 401 }]
  if (method !== 'POST' || url !== `/2010-04-01/Accounts/${account}/Messages.json`)
    return [404, { code: 20404, status: 404 }]
  if (headers['content-type'] !== 'application/x-www-form-urlencoded') return [400, { code: 21604, status: 400 }]
  const form = new URLSearchParams(body)
  const to = form.get('To') ?? ''
  if (!/^\+[1-9]\d{7,14}$/.test(to)) return [400, { code: 21211, message: `${to} is not a phone`, status: 400 }]
  if (!form.get('From') && !form.get('MessagingServiceSid')) return [400, { code: 21603, status: 400 }]
  if (!form.get('Body')) return [400, { code: 21602, status: 400 }]
  taken.push({ to, text: form.get('Body')! })
  return [201, { sid: `SM${'0'.repeat(32)}`, status: 'queued', error_code: null, error_message: null }]
}

/** Simulates MSG91, which mostly refuses with status 200. */
function msg91({ method, url, headers, body }: Asked): [number, object] {
  if (headers.authkey !== authKey) return [401, { type: 'error', message: 'Unauthorized' }]
  if (method !== 'POST' || url !== '/api/v5/flow') return [404, { type: 'error' }]
  const { template_id, recipients } = JSON.parse(body) as {
    template_id: string
    recipients: { mobiles: string }[]
  }
  if (template_id !== 'template-1' && template_id !== 'order-1')
    return [200, { type: 'error', message: 'template id missing' }]
  const [{ mobiles, ...filled }] = recipients as [{ mobiles: string }]
  if (!/^[1-9]\d{7,14}$/.test(mobiles)) return [200, { type: 'error', message: 'invalid mobile' }]
  taken.push({ to: `+${mobiles}`, text: Object.values(filled).join(' ') })
  return [200, { type: 'success', message: '5f1a2b3c' }]
}

const message = { to: '+919876543210', text: 'Your verification code is 482913', code: '482913' }
const twilioOf = (more: object = {}): MessageProvider =>
  createTwilio({ baseUrl, account, token, sender: { from: '+15005550006' }, timeoutMs: 300, ...more })
const msg91Of = (more: object = {}): MessageProvider =>
  createMsg91({ baseUrl, authKey, codeTemplate: 'template-1', timeoutMs: 300, ...more })

describe('Twilio', () => {
  it('accepts a message from a number or a messaging service', async () => {
    await twilioOf().send(message)
    await twilioOf({ sender: { service: 'MG123' } }).send(message)
    expect(taken).toEqual([
      { to: message.to, text: message.text },
      { to: message.to, text: message.text },
    ])
  })

  it('reports the code of its refusal, and never the message', async () => {
    await expect(twilioOf({ token: 'wrong' }).send(message)).rejects.toThrow('Twilio refused with 401, code 20003')
    await expect(twilioOf().send({ ...message, to: '12' })).rejects.toThrow('Twilio refused with 400, code 21211')
    expect(taken).toEqual([])
  })
})

describe('MSG91', () => {
  it('gets the code as the variable of the registered template', async () => {
    await msg91Of().send(message)
    expect(taken).toEqual([{ to: message.to, text: message.code }])
  })

  it('refuses in answers that look like a success', async () => {
    await expect(msg91Of({ codeTemplate: 'other' }).send(message)).rejects.toThrow('MSG91 refused with 200')
    await expect(msg91Of({ authKey: 'wrong' }).send(message)).rejects.toThrow('MSG91 refused with 401')
  })

  it('fills the values of an order into the template of the settings', async () => {
    const template = { name: 'msg91NewOrderDltTemplateId', values: ['OD-1', '₹20.00'] } as const
    const templateOf = (name: string) => (name === template.name ? 'order-1' : '')
    await msg91Of({ templateOf }).send({ to: message.to, text: 'A new order', template })
    expect(taken).toEqual([{ to: message.to, text: 'OD-1 ₹20.00' }])
  })

  it('refuses a message without a code or a template', async () => {
    const template = { name: 'msg91NewOrderDeliveryDltTemplateId', values: ['OD-1'] } as const
    await expect(msg91Of().send({ to: message.to, text: 'Hello' })).rejects.toThrow('no template')
    await expect(msg91Of().send({ to: message.to, text: 'Hello', template })).rejects.toThrow('no template')
    expect(taken).toEqual([])
  })
})

describe.each([
  ['Twilio', twilioOf],
  ['MSG91', msg91Of],
] as const)('failing %s', (name, providerOf) => {
  it.each([
    ['server-error', `${name} refused with 503`],
    ['garbage', `${name} answered what cannot be read`],
    ['wrong-shape', `${name} answered what cannot be read`],
    ['silence', `${name} did not answer in time`],
    ['hang-up', `${name} could not be reached`],
    ['redirect', `${name} could not be reached`],
  ] as const)('%s', async (kind, text) => {
    trouble = kind
    const failure = await providerOf()
      .send(message)
      .then(
        () => undefined,
        (error: Error) => error,
      )
    expect(failure?.name).toBe('MessageProviderError')
    expect(failure?.message).toContain(text)
    expect(failure?.message).not.toContain(message.code)
    expect(taken).toEqual([])
  })

  it('no server answers', async () => {
    await expect(providerOf({ baseUrl: 'http://127.0.0.1:9' }).send(message)).rejects.toThrow('could not be reached')
  })
})
