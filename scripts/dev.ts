import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { unpackPictures } from '../demo/art/archive.ts'
import { endWithRunner } from './end-with-runner.ts'

unpackPictures()
const root = join(import.meta.dirname, '..')
const env = { ...process.env, DATA_DIR: process.env.DATA_DIR ?? join(root, '.data') }

const vite = join(root, 'node_modules/vite/bin/vite.js')
const run = (cwd: string, args: string[]) => spawn(process.execPath, args, { cwd, stdio: 'inherit', env })

/**
 * Runs the server, which restarts when its sources change, and both apps with hot reload. Vite forwards calls to the
 * server.
 */
const children = [
  run(root, ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')]),
  run(join(root, 'apps/web'), [vite]),
  run(join(root, 'apps/admin'), [vite]),
]
endWithRunner()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
  process.on(signal, () => children.forEach((child) => void child.kill(signal)))
for (const child of children) child.on('exit', (code) => process.exit(code ?? 0))
