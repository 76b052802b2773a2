import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, DATA_DIR: process.env.DATA_DIR ?? join(root, '.data') }

/** Server (restarted when its sources change) and the screens with hot reload; Vite passes calls on to the server. */
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env,
  }),
  spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
    cwd: join(root, 'apps/web'),
    stdio: 'inherit',
    env,
  }),
]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => children.forEach((child) => void child.kill(signal)))
for (const child of children) child.on('exit', (code) => process.exit(code ?? 0))
