import {
  type Message,
  type MessageProvider,
  MessageProviderError,
  type MessageTemplate,
} from '#outside/message-provider.ts'
import { postToProvider } from './post.ts'

type Msg91 = {
  baseUrl: string
  authKey: string
  codeTemplate: string
  templateOf?: (name: MessageTemplate) => string
  timeoutMs?: number
}

/**
 * Sends a text message by MSG91's flow call. In India every text message must use a registered template, so only the
 * template's variables VAR1, VAR2 are sent, and a message without a template cannot be sent. Most refusals by MSG91
 * have status 200.
 */
export function createMsg91({
  baseUrl,
  authKey,
  codeTemplate,
  templateOf = () => '',
  timeoutMs,
}: Msg91): MessageProvider {
  const flowOf = ({ code, template }: Message) =>
    code === undefined
      ? { id: template && templateOf(template.name), values: template?.values ?? [] }
      : { id: codeTemplate, values: [code] }
  return {
    send: async (message) => {
      const { id, values } = flowOf(message)
      if (!id) throw new MessageProviderError('MSG91 has no template for this message')
      const { status, body } = await postToProvider('MSG91', `${baseUrl}/api/v5/flow`, {
        headers: { authkey: authKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          template_id: id,
          short_url: '0',
          recipients: [
            {
              mobiles: message.to.replace(/^\+/, ''),
              ...Object.fromEntries(values.map((value, index) => [`VAR${index + 1}`, value])),
            },
          ],
        }),
        timeoutMs,
      })
      if (status !== 200 || body.type !== 'success') throw new MessageProviderError(`MSG91 refused with ${status}`)
    },
    check: async () => {},
  }
}
