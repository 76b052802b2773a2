import { type Carrier, CarrierError } from '#outside/carrier.ts'
import { postToProvider } from './post.ts'

type Msg91 = { baseUrl: string; authKey: string; codeTemplate: string; timeoutMs?: number }

/**
 * Sends codes by MSG91's flow call. In India the words are those of a registered template, so only the code travels, as
 * its first variable; a message without a code has no template here. Refusals mostly come with status 200.
 */
export function createMsg91({ baseUrl, authKey, codeTemplate, timeoutMs }: Msg91): Carrier {
  return {
    send: async ({ to, code }) => {
      if (code === undefined) throw new CarrierError('MSG91 has no template for this message')
      const { status, body } = await postToProvider('MSG91', `${baseUrl}/api/v5/flow`, {
        headers: { authkey: authKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          template_id: codeTemplate,
          short_url: '0',
          recipients: [{ mobiles: to.replace(/^\+/, ''), VAR1: code }],
        }),
        timeoutMs,
      })
      if (status !== 200 || body.type !== 'success') throw new CarrierError(`MSG91 refused with ${status}`)
    },
    check: async () => {},
  }
}
