import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/bin/radicale'

/** Whether the calendar server Radicale is installed on this machine; `npm test` installs Radicale if it can. */
export const hasRadicale = existsSync(PROGRAM)

/** Starts Radicale without accounts, on a free port and in a new folder. */
export async function openRadicale(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-radicale-'))
  const port = await freePort()
  const options = [
    '--server-hosts',
    `127.0.0.1:${port}`,
    '--auth-type',
    'none',
    '--rights-type',
    'authenticated',
    '--storage-filesystem-folder',
    folder,
  ]
  // Radicale starts without a settings file, so that it does not use the settings of this machine.
  const child = spawn(PROGRAM, ['--config', '', ...options], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(async () => (await fetch(url, { redirect: 'manual' })).status, { timeout: 60_000, interval: 100 })
  return {
    url,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
