import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '#config.ts'
import { askAbout, type SocialProvider } from './identity.ts'

type Facebook = { urls: Config['socialUrls']['facebook']; appId: string; secret: string; timeoutMs?: number }

const debugToken = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    type: z.string().optional(),
    user_id: z.string().optional(),
    /** The end of the token in seconds since 1970; 0 means that the token never expires. */
    expires_at: z.number().optional(),
  }),
})
const me = z.object({ id: z.string().min(1).max(255), name: z.string().optional(), email: z.string().optional() })
const graphError = z.object({ error: z.object({ code: z.number() }) })

/** The Graph API's code for an invalid token. */
const INVALID_TOKEN = 190

/**
 * Checks each token at Facebook with our secret (docs/reference/providers.md#facebook-sign-in): it must belong to a
 * person, be for our app and not have expired. Facebook has verified the e-mail address in `/me`.
 */
export function createFacebook({ urls, appId, secret, timeoutMs }: Facebook): SocialProvider {
  const ask = { provider: 'Facebook', timeoutMs }
  const isOurs = ({ data }: z.output<typeof debugToken>): boolean =>
    data.is_valid &&
    data.app_id === appId &&
    data.type === 'USER' &&
    (data.expires_at === 0 || (data.expires_at ?? 0) * 1000 > Date.now())
  return {
    identify: async (accessToken) => {
      const token = await askAbout({
        ...ask,
        url: `${urls.graph}/debug_token`,
        query: { input_token: accessToken, access_token: `${appId}|${secret}` },
        answer: debugToken,
        // Facebook answers this call also for an invalid token, and says so in the answer, so a refusal of the call
        // concerns our own keys.
        isInvalidToken: () => false,
      })
      if (!token || !isOurs(token)) return undefined
      const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const person = await askAbout({
        ...ask,
        url: `${urls.graph}/me`,
        query: { fields: 'id,name,email', access_token: accessToken, appsecret_proof: proof },
        answer: me,
        isInvalidToken: (_status, body) => graphError.safeParse(body).data?.error.code === INVALID_TOKEN,
      })
      if (!person || person.id !== token.data.user_id) return undefined
      return { provider: 'facebook', subject: person.id, email: person.email, name: person.name }
    },
    loginUrl: ({ returnUrl, state }) =>
      `${urls.login}?${new URLSearchParams({
        client_id: appId,
        redirect_uri: returnUrl,
        response_type: 'token',
        scope: 'email,public_profile',
        state,
      })}`,
  }
}
