import { isEmail } from '@nukkad/rules/phone.ts'
import { libraries } from '#libraries.ts'
import { type MessageProvider, MessageProviderError, type ProviderSettings } from '#outside/message-provider.ts'
import { inSpan } from '#trace/spans.ts'

const TIMEOUT_MS = 10_000
/** The port with encryption from the first byte, and the port on which the client requests encryption. */
const [IMPLICIT_TLS_PORT, SUBMISSION_PORT] = [465, 587]

type Smtp = {
  host: string
  port: number
  encryption: string
  login?: { user: string; pass: string }
  from: { name: string; address: string }
  timeoutMs?: number
}

/** Returns the mail server of the settings; undefined until the server's host and a sender are set. */
export function mailProvider(settings: ProviderSettings): MessageProvider | undefined {
  const host = settings.get('mail_host')
  const user = settings.get('mail_username')
  const address = settings.get('sendEmailFromEmailAddress') || user
  if (!host || !isEmail(address)) return undefined
  return createSmtp({
    host,
    port: settings.number('mail_port') || SUBMISSION_PORT,
    encryption: settings.get('mail_encryption'),
    ...(user && { login: { user, pass: settings.get('mail_password') } }),
    from: { name: settings.get('sendEmailFromEmailName') || settings.get('storeName'), address },
  })
}

/** Sends mail over SMTP, with the same content as plain text and as HTML. */
export function createSmtp({ host, port, encryption, login, from, timeoutMs = TIMEOUT_MS }: Smtp): MessageProvider {
  const transport = libraries.nodemailer.createTransport({
    host,
    port,
    secure: encryption === 'ssl' || port === IMPLICIT_TLS_PORT,
    requireTLS: encryption === 'tls' || port === SUBMISSION_PORT,
    ...(login && { auth: login }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async ({ to, subject = from.name, text }) => {
      const mail = { from, to: { name: '', address: to }, subject, text, html: htmlOf(text) }
      await inSpan({ kind: 'client', name: 'mail', attributes: { provider: 'mail' } }, () =>
        orProviderError(transport.sendMail(mail)),
      )
    },
    check: async () => {
      await orProviderError(transport.verify())
    },
  }
}

async function orProviderError(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (cause) {
    const { code = 'unknown', responseCode = '' } = cause as { code?: string; responseCode?: number }
    throw new MessageProviderError(`the mail server failed: ${code} ${responseCode}`.trim(), { cause })
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function htmlOf(text: string): string {
  return `<p>${text.replace(/[&<>"]/g, (character) => entities[character]!)}</p>`
}
