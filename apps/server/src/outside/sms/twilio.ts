import { type MessageProvider, MessageProviderError } from '#outside/message-provider.ts'
import { postToProvider } from './post.ts'

type Twilio = {
  baseUrl: string
  account: string
  token: string
  sender: { from: string } | { service: string }
  timeoutMs?: number
}

/**
 * Sends text messages by Twilio's Messages resource (version 2010-04-01), which takes form fields and answers 201 with
 * a `sid`.
 */
export function createTwilio({ baseUrl, account, token, sender, timeoutMs }: Twilio): MessageProvider {
  const url = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const headers = {
    authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  }
  const [senderField, senderName] =
    'service' in sender ? ['MessagingServiceSid', sender.service] : ['From', sender.from]
  return {
    send: async ({ to, text }) => {
      const body = new URLSearchParams({ To: to, [senderField]: senderName, Body: text }).toString()
      const answer = await postToProvider('Twilio', url, { headers, body, timeoutMs })
      if (answer.status !== 201 || typeof answer.body.sid !== 'string') throw refusal(answer)
    },
    check: async () => {},
  }
}

function refusal({ status, body }: { status: number; body: Record<string, unknown> }): MessageProviderError {
  const code = typeof body.code === 'number' ? `, code ${body.code}` : ''
  return new MessageProviderError(`Twilio refused with ${status}${code}`)
}
