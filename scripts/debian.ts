import { existsSync } from 'node:fs'
import { run } from './steps.ts'

/** Third-party servers that some tests start, by the path of their program. */
const packages = {
  '/usr/sbin/nats-server': 'nats-server',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
} as const

export type DebianProgram = keyof typeof packages

/** Installs the missing programs where this machine has Debian's packages and we are root; otherwise names them. */
export async function ensurePrograms(): Promise<void> {
  const missing = Object.entries(packages).filter(([path]) => !existsSync(path))
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`  Installing ${names.join(', ')} from the system packages …`)
    await run('apt-get', ['update', '-qq'], { quiet: true })
    const options = ['install', '-y', '-qq', '--no-install-recommends', ...names]
    await run('apt-get', options, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  }
  for (const [path, name] of missing)
    if (!existsSync(path)) console.log(`  ! skipped: the tests with ${name}, which is not installed (Debian: ${name})`)
}
