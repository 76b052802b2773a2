import { existsSync } from 'node:fs'
import { run } from './steps.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/**
 * The system's Chromium, installed from the system's packages where it is missing and can be.
 * @throws Error with a plain sentence when there is none and none could be installed
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium()
  if (found) return found
  console.log('  Installing Chromium from the system packages …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await run('apt-get', ['update', '-qq'], { quiet: true })
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  }
  const installed = findChromium()
  if (!installed)
    throw new Error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROME_PATH.',
    )
  return installed
}

function findChromium(): string | undefined {
  return [process.env.CHROME_PATH, ...places].find((path) => path && existsSync(path))
}
