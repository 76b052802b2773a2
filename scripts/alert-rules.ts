import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './steps.ts'

/**
 * Checks and tests the alert rules of Prometheus with `promtool`: the installed one, or the one of Debian's package,
 * which is unpacked into a cache and not installed. Prints that it skips the tests where neither is available.
 */
const RULES = join(root, 'deploy/prometheus')
const CACHE = join(root, 'node_modules/.cache/promtool')

const promtool = findInstalled() ?? unpackFromDebian()
if (promtool) {
  run(promtool, ['check', 'rules', join(RULES, 'alerts.yml')])
  run(promtool, ['test', 'rules', join(RULES, 'alerts.test.yml')])
} else console.log('Skipped: promtool is not installed and could not be had from Debian (package prometheus).')

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...folders.map((folder) => join(folder, 'promtool')), join(CACHE, 'promtool')].find((path) =>
    existsSync(path),
  )
}

function unpackFromDebian(): string | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined
  const work = join(CACHE, `work-${process.pid}`)
  mkdirSync(work, { recursive: true })
  try {
    const download = () => succeeds('apt-get', ['download', '-qq', 'prometheus'], work)
    if (!download() && !(succeeds('apt-get', ['update', '-qq'], work) && download())) return undefined
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'))
    if (!archive || !succeeds('dpkg-deb', ['-x', archive, 'files'], work)) return undefined
    renameSync(join(work, 'files/usr/bin/promtool'), join(CACHE, 'promtool'))
    return join(CACHE, 'promtool')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function succeeds(command: string, args: string[], cwd: string): boolean {
  return spawnSync(command, args, { cwd, stdio: 'ignore' }).status === 0
}

function run(command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status === 0) return
  console.error(stdout, stderr)
  process.exitCode = 1
}
