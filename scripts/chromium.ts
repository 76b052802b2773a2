import { existsSync } from 'node:fs'
import { run } from './steps.ts'

/** The shell without a window draws a page with half the work of the whole browser: it comes first where journeys run. */
const shell = { paths: ['/usr/bin/chromium-headless-shell'], debian: 'chromium-headless-shell' }
const whole = {
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  debian: 'chromium',
}

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
 * The system's Chromium, installed from the system's packages where it is missing and can be.
 * @throws Error with a plain sentence when there is none and none could be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium(whole.paths) ?? (await install(whole))
  if (!found)
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROME_PATH.',
    )
  return found
}

/** Chromium's headless shell; where it cannot be had, the whole browser, which is slower. @throws as `ensureChromium` */
export async function ensureShell(): Promise<string> {
  return findChromium(shell.paths) ?? (await install(shell)) ?? (await ensureChromium())
}

/** What of both is installed, the shell before the whole; undefined where neither is. */
export const shellHere = (): string | undefined => findChromium([...shell.paths, ...whole.paths])

/** The whole browser where it is installed: the shell has no notifications of the device. */
export const wholeHere = (): string | undefined => findChromium(whole.paths)

async function install({ paths, debian }: typeof whole): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log(`  Installing ${debian} from the system packages …`)
  await run('apt-get', ['update', '-qq'], { quiet: true })
  await run('apt-get', ['install', '-y', '-qq', debian], { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } })
  return findChromium(paths)
}

function findChromium(paths: string[]): string | undefined {
  return [process.env.CHROME_PATH, ...paths].find((path) => path && existsSync(path))
}
