import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/haproxy'
const config = readFileSync(join(import.meta.dirname, '../../../deploy/haproxy.cfg'), 'utf8')
if (!existsSync(PROGRAM)) process.stdout.write('Skipped: HAProxy is not installed (haproxy of Debian).\n')

describe.skipIf(!existsSync(PROGRAM))('HAProxy with deploy/haproxy.cfg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-haproxy-'))
  let port = 0
  let proxy: ChildProcess

  beforeAll(async () => {
    port = await freePort()
    const nothing = await freePort()
    const text = config
      .replace(/bind .*/, `bind 127.0.0.1:${port}`)
      .replace(/stats socket \S+/, `stats socket ${join(folder, 'admin.sock')}`)
      .replaceAll(/(server web-\d) \S+/g, `$1 127.0.0.1:${nothing}`)
    writeFileSync(join(folder, 'haproxy.cfg'), text)
    proxy = spawn(PROGRAM, ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => proxy.once('exit', resolve))
    proxy.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })

  it('answers 503 with Retry-After and the error form of the wire while no server is ready', async () => {
    const ask = () => fetch(`http://127.0.0.1:${port}/public/api/get-settings`, { method: 'POST' })
    // Waits until HAProxy shows the expected state, because its first health checks may still be running.
    await expect
      .poll(
        () =>
          ask().then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(503)
    const answer = await ask()
    expect(answer.headers.get('retry-after')).toBe('2')
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(await answer.json()).toEqual({ success: false, error: { code: 'TEMPORARILY_AWAY' } })
  })
})
