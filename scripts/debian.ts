import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { run } from './steps.ts'

/** While this file exists, Debian's packages do not start their services when they are installed. */
const POLICY = '/usr/sbin/policy-rc.d'

/** Third-party servers that some tests start: the package of each, by the path of its program. */
const forTests = {
  '/usr/sbin/nats-server': 'nats-server',
  '/usr/bin/radicale': 'radicale',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
} as const

/** Third-party servers that `npm run cluster` starts: the package of each, by the path of its program. */
export const forCluster = {
  ...forTests,
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  // Patroni needs the library python3-etcd to use etcd, but Patroni's package does not require it.
  '/usr/lib/python3/dist-packages/etcd/__init__.py': 'python3-etcd',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/setpriv': 'util-linux',
} as const

type Programs = Readonly<Record<string, string>>

/** Installs the missing programs for the tests if that is possible; otherwise prints their names. */
export async function ensurePrograms(): Promise<void> {
  for (const name of await installPrograms(forTests))
    console.log(`  ! skipped: the tests with ${name}, which is not installed (Debian: ${name})`)
}

/**
 * Installs the packages of missing programs if this machine runs Debian and this process is root.
 * @returns the names of those that are still missing
 */
export async function installPrograms(programs: Programs): Promise<string[]> {
  const names = missingPackages(programs)
  if (names.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return names
  console.log(`  Installing ${names.join(', ')} from the system packages …`)
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n')
  if (isOurs) chmodSync(POLICY, 0o755)
  try {
    await run('apt-get', ['update', '-qq'], { quiet: true })
    const options = ['install', '-y', '-qq', '--no-install-recommends', ...names]
    await run('apt-get', options, { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
  return missingPackages(programs)
}

function missingPackages(programs: Programs): string[] {
  return Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]))
}
