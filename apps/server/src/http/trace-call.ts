import type { CallShape } from '@nukkad/contract/call.ts'
import type { CallName } from '@nukkad/contract/contract.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { beginTrace, noteError } from '#trace/spans.ts'
import { writeTraceparent } from '#trace/traceparent.ts'

type Traced = { name: CallName; auth: CallShape['auth']; request: FastifyRequest; reply: FastifyReply }

/**
 * Answers a call, in a trace if it is recorded. The trace begins where the request arrived, ends when the answer was
 * sent, and continues the one that the client names in `traceparent`. The answer says which it is in `traceresponse`.
 */
export function traceCall<Answer>(
  { name, auth, request, reply }: Traced,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const root = beginTrace({
    kind: 'server',
    name,
    attributes: { call: name, audience: auth },
    parent: request.headers.traceparent,
    ageMs: () => reply.elapsedTime,
  })
  if (!root) return answer()
  const { span } = root
  reply.header('traceresponse', writeTraceparent(span.traceId, span.id))
  reply.raw.once('close', () => {
    span.attributes.status = reply.statusCode
    root.end()
  })
  return root.run(() =>
    answer().catch((error: unknown) => {
      noteError(span.attributes, error)
      throw error
    }),
  )
}
