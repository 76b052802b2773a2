import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { run } from './steps.ts'

/**
 * The headless shell of Chromium, which browser tests prefer, because it draws a page with half the work of the full
 * browser.
 */
const shell = { paths: ['/usr/bin/chromium-headless-shell'], debian: 'chromium-headless-shell' }
const whole = {
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  debian: 'chromium',
}

/**
 * Minimum version of Chromium. After a reload, version 150 of Chromium says that it is online although the test has
 * disabled its network; version 156 does not.
 */
const OLDEST_VERSION = 156

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the path of the system's Chromium, and installs it from the system's packages if it is missing or too old.
 * @throws Error when Chromium is missing and could not be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = await ensure(whole)
  if (!found)
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROME_PATH.',
    )
  return found
}

/**
 * Returns the path of Chromium's headless shell, or of the full browser when the shell is not available. @throws the
 * errors of `ensureChromium`
 */
export async function ensureShell(): Promise<string> {
  return (await ensure(shell)) ?? (await ensureChromium())
}

/**
 * Returns the path of the installed headless shell or else of the full browser; undefined when neither is installed.
 */
export const shellHere = (): string | undefined => findChromium([...shell.paths, ...whole.paths])

/** Returns the path of the full browser if it is installed, because the headless shell cannot show notifications. */
export const wholeHere = (): string | undefined => findChromium(whole.paths)

/**
 * Returns the path of a browser, and installs the browser first if it is missing or too old; undefined when it could
 * not be installed.
 */
async function ensure(browser: typeof whole): Promise<string | undefined> {
  const found = findChromium(browser.paths)
  if (found && versionOf(found) >= OLDEST_VERSION) return found
  const installed = (await install(browser)) ?? found
  if (installed && versionOf(installed) < OLDEST_VERSION)
    console.log(`  ! ${installed} is older than version ${OLDEST_VERSION}: tests without a network may fail in it.`)
  return installed
}

async function install({ paths, debian }: typeof whole): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`  Installing ${debian} from the system packages …`)
  await run('apt-get', ['update', '-qq'], { quiet: true })
  await run('apt-get', ['install', '-y', '-qq', debian], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return findChromium(paths)
}

/** Returns the major version from a browser's output (`Chromium 156.0.8078.108 …`), or 0 if there is none. */
function versionOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return Number(/\b(\d+)\.\d+\.\d+/.exec(stdout ?? '')?.[1] ?? 0)
}

function findChromium(paths: string[]): string | undefined {
  return [process.env.CHROME_PATH, ...paths].find((path) => path && existsSync(path))
}
