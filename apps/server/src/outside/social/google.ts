import { z } from 'zod'
import type { Config } from '#config.ts'
import { askAbout, type SocialProvider } from './identity.ts'

type Google = { urls: Config['socialUrls']['google']; clientId: string; timeoutMs?: number }

/** Google writes numbers and booleans of this answer as text. */
const tokenInfo = z.object({
  aud: z.string(),
  sub: z.string().min(1).max(255),
  exp: z.coerce.number(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
})
const userInfo = z.object({ sub: z.string(), name: z.string().optional() })

/** Three parts that begin with an encoded `{"`: an ID token. The form of an access token is not specified. */
const ID_TOKEN = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/

const isInvalidToken = (status: number) => status === 400 || status === 401

/**
 * Checks each token at Google (docs/reference/providers.md#google-sign-in): the audience must be our client id, or any
 * other site's token would open an account here. Both kinds of token are accepted; the name for an access token needs a
 * second query.
 */
export function createGoogle({ urls, clientId, timeoutMs }: Google): SocialProvider {
  const ask = { provider: 'Google', isInvalidToken, timeoutMs }
  return {
    identify: async (accessToken) => {
      const isIdToken = ID_TOKEN.test(accessToken)
      const query: Record<string, string> = isIdToken ? { id_token: accessToken } : { access_token: accessToken }
      const token = await askAbout({ ...ask, url: urls.tokenInfo, query, answer: tokenInfo })
      if (!token || token.aud !== clientId || token.exp * 1000 <= Date.now()) return undefined
      const person = isIdToken
        ? token
        : await askAbout({ ...ask, url: urls.userInfo, query: { access_token: accessToken }, answer: userInfo })
      if (person?.sub !== token.sub) return undefined
      const isVerified = String(token.email_verified) === 'true'
      return { provider: 'google', subject: token.sub, email: isVerified ? token.email : undefined, name: person.name }
    },
    loginUrl: ({ returnUrl, state }) =>
      `${urls.login}?${new URLSearchParams({
        client_id: clientId,
        redirect_uri: returnUrl,
        response_type: 'token',
        scope: 'openid email profile',
        prompt: 'select_account',
        state,
      })}`,
  }
}
