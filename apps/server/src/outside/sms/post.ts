import { MessageProviderError } from '#outside/message-provider.ts'
import { askParty } from '#trace/ask-party.ts'

/** Maximum wait for the SMS provider's answer, which is short, because a person is waiting for the code. */
const TIMEOUT_MS = 10_000

export type ProviderAnswer = { status: number; body: Record<string, unknown> }

/**
 * Posts to an SMS provider and reads its JSON answer, with any status; redirects are not followed, because keys go only
 * to the configured URL.
 * @throws MessageProviderError without a readable answer in time
 */
export async function postToProvider(
  provider: string,
  url: string,
  { headers, body, timeoutMs = TIMEOUT_MS }: { headers: Record<string, string>; body: string; timeoutMs?: number },
): Promise<ProviderAnswer> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await askParty(provider, url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const parsed: unknown = await answer.json()
    if (parsed === null || typeof parsed !== 'object') throw new SyntaxError('not an object')
    return { status: answer.status, body: parsed as Record<string, unknown> }
  } catch (cause) {
    throw new MessageProviderError(`${provider} ${problemOf(cause)}`, { cause })
  }
}

function problemOf(cause: unknown): string {
  if (cause instanceof SyntaxError) return 'answered what cannot be read'
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return 'did not answer in time'
  return 'could not be reached'
}
