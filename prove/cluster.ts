import { join } from 'node:path'
import { forCluster, installPrograms } from '../scripts/debian.ts'
import { run } from '../scripts/steps.ts'

/**
 * Runs the shop as a cluster under load, kills parts of the cluster and cuts off their network. As root, the test runs
 * in a separate network namespace, in which it may use any port and cut connections with a firewall.
 */
export async function proveCluster({ short }: { short: boolean }): Promise<string[]> {
  const missing = await installPrograms({ ...forCluster, '/usr/sbin/nft': 'nftables' })
  if (missing.length > 0) {
    console.log(`  ! skipped: the cluster needs ${missing.join(', ')} of Debian`)
    return []
  }
  const args = [join(import.meta.dirname, 'cluster-run.ts'), ...(short ? ['--short'] : [])]
  const isRoot = process.getuid?.() === 0
  const inside = ['--net', '--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', process.execPath, ...args]
  const { ok } = await (isRoot ? run('unshare', inside) : run(process.execPath, args))
  return ok ? [] : ['the cluster broke a promise']
}
