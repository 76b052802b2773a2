import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtp } from './smtp.ts'

type Trouble = 'none' | 'busy' | 'unknown-reader' | 'silence' | 'hang-up' | 'garbage'
type Taken = { from: string; to: string[]; data: string }

/** Simulates a mail server (RFC 5321, AUTH PLAIN) that takes one mail at a time; `trouble` makes the server fail. */
const taken: Taken[] = []
let trouble: Trouble = 'none'
let server: Server
let port = 0
const login = { user: 'shop', pass: 'smtp_demo_password' }
const wanted = Buffer.from(`\u0000${login.user}\u0000${login.pass}`).toString('base64')

beforeAll(async () => {
  server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as { port: number }).port
})
const sockets = new Set<Socket>()
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})
afterEach(() => {
  trouble = 'none'
  taken.length = 0
})

function serve(socket: Socket): void {
  sockets.add(socket)
  socket.on('error', () => {})
  if (trouble === 'silence') return
  if (trouble === 'hang-up') return void socket.destroy()
  const say = (line: string) => void socket.write(`${line}\r\n`)
  say(trouble === 'garbage' ? 'HTTP/1.1 200 OK' : trouble === 'busy' ? '421 too busy' : '220 mail.test ESMTP')
  let mail: Taken = { from: '', to: [], data: '' }
  let isLoggedIn = false
  let isData = false
  let rest = ''
  socket.on('data', (chunk) => {
    rest += chunk.toString()
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (isData) readData(line)
      else obey(line)
    }
  })
  const readData = (line: string) => {
    if (line !== '.') {
      mail.data += `${line.replace(/^\./, '')}\n`
      return
    }
    isData = false
    taken.push(mail)
    mail = { from: '', to: [], data: '' }
    say('250 taken')
  }
  const obey = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'EHLO') say('250-mail.test\r\n250 AUTH PLAIN')
    else if (command === 'AUTH') {
      isLoggedIn = line === `AUTH PLAIN ${wanted}`
      say(isLoggedIn ? '235 welcome' : '535 wrong user or password')
    } else if (command === 'QUIT') {
      say('221 bye')
      socket.end()
    } else if (!isLoggedIn) say('530 log in first')
    else if (command === 'MAIL') {
      mail.from = line.slice(10).replace(/[<>]/g, '')
      say('250 ok')
    } else if (command === 'RCPT') {
      mail.to.push(line.slice(8).replace(/[<>]/g, ''))
      say(trouble === 'unknown-reader' ? '550 no such person' : '250 ok')
    } else if (command === 'DATA') {
      isData = true
      say('354 go on')
    } else say('250 ok')
  }
}

const providerOf = (more: object = {}) =>
  createSmtp({
    host: '127.0.0.1',
    port,
    encryption: '',
    login,
    from: { name: 'Nukkad', address: 'shop@example.test' },
    timeoutMs: 400,
    ...more,
  })
const message = { to: 'asha@example.test', subject: 'Your reset code', text: 'Code <K7MXP4> & more', code: 'K7MXP4' }

describe('mail over SMTP', () => {
  it('is delivered once, as text with the same content in HTML', async () => {
    const provider = providerOf()
    await provider.check()
    expect(taken).toEqual([])
    await provider.send(message)
    expect(taken).toHaveLength(1)
    const [{ from, to, data }] = taken as [Taken]
    expect({ from, to }).toEqual({ from: 'shop@example.test', to: ['asha@example.test'] })
    expect(data).toMatch(/^From: Nukkad <shop@example\.test>$/m)
    expect(data).toMatch(/^Subject: Your reset code$/m)
    expect(data).toContain('Code <K7MXP4> & more')
    expect(data).toContain('<p>Code &lt;K7MXP4&gt; &amp; more</p>')
  })

  it('allows no line break into the headers', async () => {
    const subject = 'Code\r\nBcc: everybody@example.test'
    await providerOf().send({ ...message, subject })
    expect(taken[0]!.to).toEqual(['asha@example.test'])
    expect(taken[0]!.data).not.toMatch(/^Bcc:/m)
  })

  it('refuses to continue unencrypted if encryption is required', async () => {
    await expect(providerOf({ encryption: 'tls' }).send(message)).rejects.toThrow('the mail server failed')
    expect(taken).toEqual([])
  })

  it.each([
    ['a wrong password', 'none', { login: { ...login, pass: 'wrong' } }, 'EAUTH 535'],
    ['no place', 'busy', {}, '421'],
    ['silence', 'silence', {}, 'ETIMEDOUT'],
    ['a hang-up', 'hang-up', {}, 'the mail server failed'],
    ['another protocol', 'garbage', {}, 'the mail server failed'],
    ['no server there', 'none', { port: 9 }, 'the mail server failed'],
  ] as const)(
    '%s is reported at the check and at sending, without the text of the mail',
    async (_name, kind, more, text) => {
      trouble = kind
      const provider = providerOf(more)
      for (const attempt of [() => provider.check(), () => provider.send(message)]) {
        const failure = await attempt().then(
          () => undefined,
          (error: Error) => error,
        )
        expect(failure?.name).toBe('MessageProviderError')
        expect(failure?.message).toContain(text)
        expect(failure?.message).not.toContain(message.code)
      }
      expect(taken).toEqual([])
    },
  )

  it('an unknown recipient', async () => {
    trouble = 'unknown-reader'
    await expect(providerOf().send(message)).rejects.toThrow('EENVELOPE 550')
  })
})
