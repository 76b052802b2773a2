import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Attributes, beginTrace, noteError } from '#trace/spans.ts'
import { writeTraceparent } from '#trace/traceparent.ts'

type Traced = { name: string; attributes: Attributes; request: FastifyRequest; reply: FastifyReply }

/**
 * Answers a call or another request, in a trace if it is recorded. The trace begins where the request arrived, ends when the answer was
 * sent, and continues the one that the client names in `traceparent`. The answer says which it is in `traceresponse`.
 */
export function traceCall<Answer>(
  { name, attributes, request, reply }: Traced,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const root = beginTrace({
    kind: 'server',
    name,
    attributes,
    parent: request.headers.traceparent,
    isOurs: false,
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
