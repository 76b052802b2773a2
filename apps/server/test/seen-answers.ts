import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/**
 * The file in which the test files of one process record the server's answers, one line of call and outcome for each.
 * `scripts/seen-answers.ts` reads it after the run, so test files may run in any order and in several processes.
 */
const file = process.env.TEST_ANSWERS_DIR && join(process.env.TEST_ANSWERS_DIR, `${crypto.randomUUID()}.txt`)

/** Records each answer of the app's calls: its route and `ok`, or the code of its refusal. */
export function noteAnswers(app: FastifyInstance): void {
  if (!file) return
  const noted = new Set<string>()
  app.addHook('onSend', async (request, reply, payload) => {
    const line = `${request.routeOptions.url} ${outcomeOf(reply.statusCode, payload)}\n`
    if (noted.has(line)) return
    noted.add(line)
    appendFileSync(file, line)
  })
}

/** Records each successful answer with its request, for `scripts/record-examples.ts`. */
export function keepExamples(app: FastifyInstance): void {
  const folder = process.env.TEST_EXAMPLES_DIR
  if (!folder) return
  const kept = join(folder, `${crypto.randomUUID()}.jsonl`)
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string' || (Buffer.isBuffer(payload) && !reply.getHeader('content-encoding'))
    const text = String(payload)
    if (!isText || outcomeOf(reply.statusCode, text) !== 'ok' || !request.routeOptions.url?.startsWith('/public/'))
      return
    const asked = { ...(request.body as object), ...(request.params as object), ...(request.query as object) }
    appendFileSync(kept, `${JSON.stringify({ route: request.routeOptions.url, asked, text })}\n`)
  })
}

function outcomeOf(status: number, payload: unknown): string {
  const code = typeof payload === 'string' ? payload.match(/"error":\{"code":"([A-Z_]+)"/)?.[1] : undefined
  return code ?? (status === 200 ? 'ok' : String(status))
}
