import { inSpan } from './spans.ts'

/**
 * Sends a request to an outside party like `fetch`, in a span that ends when the headers of the answer have arrived.
 */
export function askParty(provider: string, url: string | URL | Request, init: RequestInit): Promise<Response> {
  return inSpan({ kind: 'client', name: provider, attributes: { provider } }, async (attributes) => {
    const answer = await fetch(url, init)
    attributes.status = answer.status
    return answer
  })
}
