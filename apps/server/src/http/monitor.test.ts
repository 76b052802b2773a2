import { expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const TOKEN = 'a token of monitors'
const here = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const read = (ip: string, headers: Record<string, string> = {}) => test.send('/metrics', { method: 'GET', ip, headers })

async function within(config: Partial<typeof test.services.config>, run: () => Promise<void>): Promise<void> {
  const before = { ...test.services.config }
  Object.assign(test.services.config, config)
  try {
    await run()
  } finally {
    Object.assign(test.services.config, before)
  }
}

it('without a token only this machine can read the metrics, and no one through a proxy', async () => {
  for (const ip of here) {
    const { status, body } = await read(ip)
    expect([status, body]).toEqual([200, expect.stringContaining('nukkad_requests_total')])
  }
  const proxied = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'].map((name) => ({ [name]: '203.0.113.7' }))
  for (const answer of [
    await read('203.0.113.7'),
    ...(await Promise.all(proxied.map((headers) => read(here[0]!, headers)))),
  ])
    expect([answer.status, codeOf(answer)]).toEqual([404, 'UNKNOWN_CALL'])
})

it('in production no one can read them without a token, because a proxy on this machine may not identify itself', () =>
  within({ mode: 'production' }, async () => {
    for (const ip of here) expect((await read(ip)).status).toBe(404)
  }))

it('with a token every reader must send it, and can read them from anywhere', () =>
  within({ metricsToken: TOKEN, mode: 'production' }, async () => {
    for (const ip of [here[0]!, '203.0.113.7'])
      for (const authorization of ['', TOKEN, `Basic ${TOKEN}`, 'Bearer ', `Bearer ${TOKEN}s`])
        expect((await read(ip, authorization ? { authorization } : {})).status).toBe(401)
    const { status, body } = await read('203.0.113.7', { authorization: `Bearer ${TOKEN}` })
    expect([status, body]).toEqual([200, expect.stringContaining('nukkad_up_seconds')])
  }))
