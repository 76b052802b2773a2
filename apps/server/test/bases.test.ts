import type { CallShape } from '@nukkad/contract/call.ts'
import { type CallName, contract } from '@nukkad/contract/contract.ts'
import { errorCodes } from '@nukkad/contract/errors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { codeOf, type TestAnswer, useTestApp } from './harness.ts'

const test = useTestApp({ isNoted: false })
const shapeOf = (name: CallName): CallShape => contract[name]
const names = Object.keys(contract) as CallName[]
/** Returns the last part of a call's URL, which may contain a parameter. */
const tailOf = (name: CallName): string => `${name}${(shapeOf(name).path ?? '').replace(/\{\w+\}/g, '7')}`
const basesOf = (name: CallName): string[] =>
  shapeOf(name).base === 'callandorder' ? ['/public/callandorder', '/public/api/callandorder'] : ['/public/api', '/api']

const refusal = z.looseObject({
  success: z.literal(false),
  message: z.string().min(1),
  error: z.object({
    code: z.enum(errorCodes),
    fields: z.record(z.string(), z.string()).optional(),
    request_id: z.uuid(),
  }),
})

/**
 * Calls whose answer differs when they are repeated: they end the session, or their answer includes a record of the
 * first call or a new secret.
 */
const once = new Set<string>([
  'logout',
  'delivery/logout',
  'store-owner/logout',
  'delete-my-account',
  'export-my-data',
  'make-calendar-feed',
])

/** Returns an answer without the parts that differ each time. */
function said({ status, body }: TestAnswer): unknown {
  return { status, body: JSON.stringify(body)?.replace(/"request_id":"[^"]*"/, '') }
}

describe('every call', () => {
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    tokens.customer = (await test.build.customer()).token
    tokens.delivery = (await test.build.rider()).token
    tokens['store-owner'] = (await test.build.owner()).token
    await test.build.setting('limitSearchesPerAddress', '1000')
    await test.services.settings.reload()
  })

  it.each(names)('[P-01, GAP-01] %s answers the same on both bases', async (name) => {
    const { auth } = shapeOf(name)
    const payload = { ...(tokens[auth] && { token: tokens[auth] }) }
    const [long, short] = basesOf(name)
    const ask = (base: string | undefined) => test.send(`${base}/${tailOf(name)}`, { payload })
    if (once.has(name)) payload.token = 'x'.repeat(43)
    const first = await ask(long)
    expect(said(await ask(short))).toEqual(said(first))
    expect(codeOf(first)).not.toBe('UNKNOWN_CALL')
  })

  it.each(names)('[P-01, INT-23, GAP-04] %s answers GET with 405, unless the contract allows it', async (name) => {
    for (const base of basesOf(name)) {
      const answer = await test.send(`${base}/${tailOf(name)}`, { method: 'GET' })
      if (shapeOf(name).alsoGet) expect(codeOf(answer)).not.toBe('METHOD_NOT_ALLOWED')
      else expect(answer).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
    }
  })

  it.each(names)('[P-01, GAP-02, GAP-04] %s accepts only JSON objects and refuses in the one shape', async (name) => {
    const [url] = basesOf(name).map((base) => `${base}/${tailOf(name)}`)
    const refused = [
      { status: 400, answer: await test.send(url!, { payload: '[]' }) },
      { status: 400, answer: await test.send(url!, { payload: '{' }) },
      {
        status: 415,
        answer: await test.send(url!, {
          payload: 'token=1',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      },
      { status: 413, answer: await test.send(url!, { payload: JSON.stringify({ x: 'y'.repeat(103_000) }) }) },
    ]
    for (const { status, answer } of refused) {
      expect(answer.status).toBe(status)
      expect(refusal.safeParse(answer.body).error).toBeUndefined()
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    }
    const empty = await test.send(url!)
    if (empty.status >= 400) expect(refusal.safeParse(empty.body).error).toBeUndefined()
    expect(empty.status).toBeLessThan(500)
  })
})
