import type { z } from 'zod'

export type SocialProviderName = 'google' | 'facebook'

/** Who somebody is at a social provider. The subject stays the same for ever; the address may pass to another person. */
export type SocialIdentity = {
  provider: SocialProviderName
  subject: string
  /** Undefined when the provider knows none or has not checked it. */
  email: string | undefined
  name: string | undefined
}

export type SocialProvider = {
  /**
   * Checks a token with its provider, that it was issued for this site included. Resolves to undefined for a token that
   * is not valid; rejects with a SocialProviderError when the provider cannot be asked.
   */
  identify: (accessToken: string) => Promise<SocialIdentity | undefined>
  /** The provider's page on which a person lets us know who he is; it sends him back with a token and the state. */
  loginUrl: (back: { returnUrl: string; state: string }) => string
}

/** A provider that could not be asked. Its words are ours and hold no token, key or person. */
export class SocialProviderError extends Error {
  override name = 'SocialProviderError'
}

/** The longest that somebody is kept waiting at the door. */
const TIMEOUT_MS = 10_000

type Question<Answer> = {
  provider: string
  url: string
  query: Record<string, string>
  /** How a good answer reads. */
  answer: z.ZodType<Answer>
  /** Whether this refusal says that the token is not valid, rather than that we asked wrongly. */
  isInvalidToken: (status: number, body: unknown) => boolean
  timeoutMs?: number | undefined
}

/**
 * Asks a provider. Redirects are not followed: tokens go to the configured address and nowhere else.
 * @returns undefined when the provider says that the token is not valid
 * @throws SocialProviderError when no answer comes in time, or none that can be used
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
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch (cause) {
    // The text of a failed fetch can repeat its address, which holds the token.
    throw new SocialProviderError(`${provider} gave no answer: ${cause instanceof Error ? cause.name : 'unknown'}`)
  }
}
