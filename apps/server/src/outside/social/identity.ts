import type { z } from 'zod'
import { askParty } from '#trace/ask-party.ts'

export type SocialProviderName = 'google' | 'facebook'

/**
 * A person at a social provider, whose subject (the provider's id) never changes, while an e-mail address may pass to
 * another person.
 */
export type SocialIdentity = {
  provider: SocialProviderName
  subject: string
  /** The e-mail address; undefined if the provider has none or has not verified it. */
  email: string | undefined
  name: string | undefined
}

export type SocialProvider = {
  /**
   * Checks with the provider that a token is valid, and that it was issued for this site. Resolves to undefined for an
   * invalid token; rejects with a SocialProviderError when the social provider gives no usable answer.
   */
  identify: (accessToken: string) => Promise<SocialIdentity | undefined>
  /**
   * Returns the provider's page on which a person signs in; the page redirects them back with a token and the state.
   */
  loginUrl: (back: { returnUrl: string; state: string }) => string
}

/**
 * A social provider gave no usable answer; the error's message is our own text and contains no token, key or personal
 * data.
 */
export class SocialProviderError extends Error {
  override name = 'SocialProviderError'
}

/** Maximum wait for the social provider, because a person is waiting to be signed in. */
const TIMEOUT_MS = 10_000

type Question<Answer> = {
  provider: string
  url: string
  query: Record<string, string>
  /** The form of a successful answer. */
  answer: z.ZodType<Answer>
  /** Returns whether the provider's refusal means that the token is invalid, and not that our request is wrong. */
  isInvalidToken: (status: number, body: unknown) => boolean
  timeoutMs?: number | undefined
}

/**
 * Calls a social provider without following redirects, because tokens go only to the configured URL.
 * @returns undefined when the provider says that the token is invalid
 * @throws SocialProviderError without a usable answer in time
 */
export async function askAbout<Answer>(question: Question<Answer>): Promise<Answer | undefined> {
  const { provider, answer, isInvalidToken } = question
  const { status, body } = await fetchAnswer(question)
  if (status !== 200) {
    if (isInvalidToken(status, body)) return undefined
    throw new SocialProviderError(`${provider} answered ${status}`)
  }
  const parsed = answer.safeParse(body)
  if (!parsed.success) throw new SocialProviderError(`${provider} answered what cannot be read`)
  return parsed.data
}

async function fetchAnswer<Answer>({
  provider,
  url,
  query,
  timeoutMs = TIMEOUT_MS,
}: Question<Answer>): Promise<{ status: number; body: unknown }> {
  try {
    const address = `${url}?${new URLSearchParams(query)}`
    const response = await askParty(provider, address, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    // The message of the failed fetch is not used, because it can contain the URL, which contains the token.
    throw new SocialProviderError(`${provider} gave no answer: ${cause instanceof Error ? cause.name : 'unknown'}`)
  }
}
