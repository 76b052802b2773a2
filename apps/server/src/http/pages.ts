import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppOptions } from '#app.ts'
import { bootDataFor } from '#features/settings/boot.ts'

const webDist = join(import.meta.dirname, '../../../web/dist')
const demoAssets = join(import.meta.dirname, '../../../../demo/assets')
const BOOT_MARK = '<!--boot-->'
const COVER_MARK = '<!--cover-->'
const YEAR_SECONDS = 31_536_000

/** Hashes of the scripts written into the built page, for the content security policy. */
export function inlineScriptHashes(): string[] {
  const page = readShell()
  if (!page) return []
  const scripts = [...page.matchAll(/<script(?![^>]*\b(?:src|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
}

/** The web app: its built files, the pictures, and one page that every route of the app begins with. */
export async function addPages(app: FastifyInstance, options: AppOptions): Promise<void> {
  await app.register(fastifyStatic, {
    root: [webDist, demoAssets].filter((folder) => existsSync(folder)),
    prefix: '/',
    wildcard: false,
    index: false,
    preCompressed: true,
    serve: false,
  })
  const render = createShellRenderer(options)
  app.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0]!)
    if (path === '/favicon.ico') return sendFile('/assets/img/favicons/favicon-32x32.png', reply)
    if (isFile(path)) return sendFile(path, reply)
    if (path.startsWith('/public/') || path.startsWith('/api/')) return reply.callNotFound()
    return render(request, reply)
  })
}

function isFile(path: string): boolean {
  return /\.[a-z0-9]{2,11}$/i.test(path)
}

function sendFile(path: string, reply: FastifyReply): FastifyReply {
  const file =
    path.startsWith('/assets/img/') || path.startsWith('/assets/audio/') || path.startsWith('/assets/map/')
      ? path.slice('/assets'.length)
      : path
  const hashed = path.startsWith('/assets/app/')
  reply.header(
    'cache-control',
    hashed
      ? `public, max-age=${YEAR_SECONDS}, immutable`
      : path.startsWith('/assets/')
        ? 'public, max-age=86400'
        : 'no-cache',
  )
  return reply.sendFile(file)
}

type Page = { html: Buffer; brotli: Buffer; madeAt: number; madeFrom: string }

/** The longest that a page may show lists of a moment ago, should an announcement ever be lost. */
const PAGE_MAX_AGE_MS = 30_000

/** Puts what the first paint needs into the page, so that it waits for no further answer. */
function createShellRenderer(
  options: AppOptions,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const shell = readShell()
  const pages = new Map<boolean, Page>()
  const texts = namesInFirstLoad()
  const render = async (isHome: boolean): Promise<Page> => {
    const madeFrom = `${options.settings.versions().settings} ${options.catalogueCache.generation()}`
    const known = pages.get(isHome)
    if (known && known.madeFrom === madeFrom && performance.now() - known.madeAt < PAGE_MAX_AGE_MS) return known
    const data = await bootDataFor(options, { home: isHome, texts })
    const html = Buffer.from(shell!.replace(BOOT_MARK, () => data.html).replace(COVER_MARK, () => data.cover))
    const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    const page = { html, brotli, madeAt: performance.now(), madeFrom }
    pages.set(isHome, page)
    return page
  }
  return async (request, reply) => {
    if (!shell) return reply.status(503).type('text/plain').send('The web app is not built yet: npm start builds it.')
    const page = await render(request.url.split('?')[0] === '/')
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (!request.headers['accept-encoding']?.includes('br')) return reply.send(page.html)
    return reply.header('content-encoding', 'br').send(page.brotli)
  }
}

type Chunk = { file: string; isEntry?: boolean; imports?: string[] }

/** Scripts whose screens may stand at `/` before get-settings has answered. */
const shownFirst = /routes\/(home|desktop|warehouse-shelf)|features\/(home\/|shell\/(overlays|offline))/

/** Every quoted name in the scripts that home needs: among them the texts it shows. Plurals are named by their stem. */
function namesInFirstLoad(): ReadonlySet<string> {
  const names = new Set<string>()
  const manifestPath = join(webDist, '.vite/manifest.json')
  if (!existsSync(manifestPath)) return names
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, Chunk>
  const pending = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || shownFirst.test(key))
  for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
    const chunk = manifest[key]
    if (!chunk) continue
    delete manifest[key]
    pending.push(...(chunk.imports ?? []))
    const code = readFileSync(join(webDist, chunk.file), 'utf8')
    for (const [, name] of code.matchAll(/["'`]([A-Za-z]\w{2,60})["'`]/g))
      names.add(name!).add(`${name}One`).add(`${name}Other`)
  }
  return names
}

function readShell(): string | undefined {
  const path = join(webDist, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
