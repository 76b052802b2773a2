import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'
import { packageFile } from './places.ts'

const browserFlags = [
  '--no-sandbox',
  // Switches the browser's GPU process off, because with it labels are drawn a bit differently in each run.
  '--disable-accelerated-2d-canvas',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Opens a page of demo/art/studio in a headless browser, passes it to `work`, and closes everything. */
export async function withPage(path: string, work: (page: Page) => Promise<void>): Promise<void> {
  const server = await serveStudio()
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: browserFlags })
  try {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(error))
    page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/studio/${path}`)
    await work(page)
  } finally {
    await browser.close()
    server.close()
  }
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.woff2': 'font/woff2' }

/** Serves the studio page, three.js and the two fonts on a free local port while the pictures are drawn. */
async function serveStudio(): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://studio').pathname
    const bytes = await readFile(studioFile(path)).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function studioFile(path: string): string {
  const fonts: Record<string, [string, string]> = {
    '/fonts/display.woff2': ['bricolage-grotesque', 'bricolage-grotesque-latin-wght-normal'],
    '/fonts/text.woff2': ['figtree', 'figtree-latin-wght-normal'],
    '/fonts/rupee.woff2': ['figtree', 'figtree-latin-ext-wght-normal'],
  }
  const font = fonts[path]
  if (font) return packageFile(`@fontsource-variable/${font[0]}`, `files/${font[1]}.woff2`)
  if (path.startsWith('/three/')) return packageFile('three', path.slice('/three/'.length))
  return join(fileURLToPath(new URL('.', import.meta.url)), path)
}
