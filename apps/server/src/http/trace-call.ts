import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Attributes, beginTrace, noteError } from '#trace/spans.ts'
import { writeTraceparent } from '#trace/traceparent.ts'

type Traced = { name: string; attributes: Attributes; request: FastifyRequest; reply: FastifyReply }

/**
 * Answers a request; if the request is traced, the answer is part of its trace. A trace lasts from the arrival of the
 * request until the answer was sent, and continues the trace that the client names in `traceparent`. The header
 * `traceresponse` of the answer names the trace.
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
