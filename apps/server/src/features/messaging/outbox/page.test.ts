import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { addOutboxPage } from './page.ts'

const test = useTestApp()

async function pages(demo: boolean) {
  const app = Fastify()
  addOutboxPage(app, { config: { ...test.services.config, demo }, db: test.db })
  await app.ready()
  return app
}

describe('the outbox of a demo', () => {
  it('shows the newest message first, as a page and as JSON', async () => {
    await test.services.outside.sms.send({ to: '+919845012345', text: 'Your code is 482913', code: '482913' })
    await test.services.outside.mail.send({ to: 'asha@example.test', text: 'Hello <b>Asha</b> & "friends"' })
    const app = await pages(true)
    const json = await app.inject('/outbox.json')
    expect(json.headers['cache-control']).toBe('no-store')
    expect(json.json()).toEqual([
      {
        kind: 'mail',
        to: 'asha@example.test',
        text: 'Hello <b>Asha</b> & "friends"',
        code: null,
        time: expect.any(String),
      },
      { kind: 'sms', to: '+919845012345', text: 'Your code is 482913', code: '482913', time: expect.any(String) },
    ])
    const page = await app.inject('/outbox')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('Hello &lt;b&gt;Asha&lt;/b&gt; &amp; &quot;friends&quot;')
    expect(page.body).not.toContain('<b>Asha')
    expect(page.body).toContain('482913</span>')
    expect(page.body).toMatch(/rider@\S+/)
    await app.close()
  })

  it('refreshes automatically unless paused, without a script or inline style', async () => {
    const app = await pages(true)
    const { body } = await app.inject('/outbox')
    expect(body).toContain('http-equiv="refresh"')
    expect(body).not.toMatch(/<script|<style|style=/)
    expect((await app.inject('/outbox?pause')).body).not.toContain('http-equiv="refresh"')
    expect((await app.inject('/outbox.css')).headers['content-type']).toBe('text/css; charset=utf-8')
    await app.close()
  })

  it('does not exist outside demo mode', async () => {
    const app = await pages(false)
    for (const path of ['/outbox', '/outbox.json', '/outbox.css'])
      expect((await app.inject(path)).statusCode, path).toBe(404)
    await app.close()
  })
})
