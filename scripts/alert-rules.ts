import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './steps.ts'

/**
 * Checks and tests the alert rules of Prometheus with `promtool`, either the installed one or that of Debian's package,
 * which is unpacked into a cache and not installed. If this machine can get no `promtool`, prints that it skips the
 * tests. Each alert rule must have a section in the runbook and a test that makes it fire.
 */
const RULES = join(root, 'deploy/prometheus')
const CACHE = join(root, 'node_modules/.cache/promtool')

requireRunbookAndTests()
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

function requireRunbookAndTests(): void {
  const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
  const [rules, tests, runbook] = [
    textOf('deploy/prometheus/alerts.yml'),
    textOf('deploy/prometheus/alerts.test.yml'),
    textOf('docs/runbook.md'),
  ]
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!)
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name!)
  for (const alert of alerts) {
    if (!sections.includes(alert)) fail(`docs/runbook.md has no section ${alert}`)
    if (!new RegExp(`alertname: ${alert}\\n.*\\n +exp_alerts:`).test(tests))
      fail(`no test of the rules makes ${alert} fire`)
  }
  for (const section of sections) if (!alerts.includes(section)) fail(`docs/runbook.md: no alert is named ${section}`)
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}
