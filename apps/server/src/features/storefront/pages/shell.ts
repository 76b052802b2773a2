import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSlugs } from '#features/catalogue/stores/read-store.ts'
import type { AppOptions } from '#http/app-options.ts'
import { bootDataFor, type Screen } from './boot.ts'
import { type Chunks, readChunks, webDist } from './chunks.ts'
import { readDashboard } from './dashboard.ts'
import { withDemoBanner } from './demo-banner.ts'

const BOOT_MARK = '<!--boot-->'
const COVER_MARK = '<!--cover-->'
const OUR_LOGO = '/assets/img/logos/nukkad.svg'
const HEAD = /<!--head-->[\s\S]*<!--\/head-->/
/** Matches the skeleton, which is shown until the script has run; the built page contains the skeleton of home. */
const SKELETON = /<!--skeleton-->[\s\S]*<!--\/skeleton-->/

/** Returns hashes of the scripts in the built pages, for the content security policy. */
export function inlineScriptHashes(): string[] {
  const pages = [readShell(), readDashboard()].join('')
  const scripts = [...pages.matchAll(/<script(?![^>]*\b(?:src|type="application\/json"))[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`)
}

/** Compression is asynchronous, because compressing a page takes some milliseconds. */
const compress = promisify(brotliCompress)

type Page = { html: Buffer; brotli: Buffer }
type Kept = { page: Promise<Page>; madeAt: number; madeFrom: string }

/** Maximum age of a cached page, in case an announcement of a change is lost. */
const PAGE_MAX_AGE_MS = 30_000
/** Maximum number of store pages in the cache; a new page replaces the oldest. */
const MAX_PAGES = 200
const STORE_LIST_AGE_MS = 1000

/**
 * Creates the renderer of the one page for every route of the app. The page contains the data of the first paint, so
 * that the first paint needs no further request.
 */
export function createShellRenderer(
  options: AppOptions,
): (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const built = readShell()
  const shell = built && withDemoBanner(built, options.config)
  const chunks = readChunks()
  const pages = new Map<string, Kept>()
  const isStore = createStoreIndex(options)
  const besides = chunks.keysOf(shownFirst)
  const textsOf = new Map<string, (name: string) => boolean>()
  const make = async (screen: Screen): Promise<Page> => {
    const texts = textsOf.get(screen.name) ?? namesIn(chunks.shownBy(screen.name, besides))
    textsOf.set(screen.name, texts)
    const data = await bootDataFor(options, screen, texts)
    const preloads = chunks.filesOf(screen.name).map((file) => `<link data-script href="/${file}">`)
    const html = Buffer.from(
      shell!
        .replace(HEAD, () => data.head)
        .replace(BOOT_MARK, () => data.html)
        .replace('</head>', () => `${preloads.join('')}</head>`)
        .replace(SKELETON, (ofHome) => data.skeleton ?? ofHome)
        .replace(COVER_MARK, () => data.cover)
        .replaceAll(OUR_LOGO, () => logoOf(options.settings)),
    )
    return { html, brotli: await compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }) }
  }
  /** Returns the page of a screen; parallel requests wait for one rendering. */
  const render = (screen: Screen): Promise<Page> => {
    const madeFrom = `${options.settings.versions().settings} ${options.catalogueCache.generation()}`
    const key = screen.slug ? `store ${screen.slug}` : `screen ${screen.name}`
    const known = pages.get(key)
    if (known && known.madeFrom === madeFrom && performance.now() - known.madeAt < PAGE_MAX_AGE_MS) return known.page
    const page = make(screen)
    const kept = { page, madeAt: performance.now(), madeFrom }
    pages.delete(key)
    pages.set(key, kept)
    if (pages.size > MAX_PAGES) pages.delete(pages.keys().next().value!)
    page.catch(() => {
      if (pages.get(key) === kept) pages.delete(key)
    })
    return page
  }
  return async (path, request, reply) => {
    if (!shell) return reply.status(503).type('text/plain').send('The web app is not built yet: npm start builds it.')
    const asked = screenOf(path, chunks)
    const isKnown = asked.slug === undefined || (await isStore(asked.slug))
    const page = await render(isKnown ? asked : { name: 'other' })
    // An unknown store gets the page without data; the app then says that the store does not exist.
    if (!isKnown) reply.status(404)
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header('vary', 'accept-encoding')
    if (!request.headers['accept-encoding']?.includes('br')) return reply.send(page.html)
    return reply.header('content-encoding', 'br').send(page.brotli)
  }
}

/**
 * Returns whether a store has this slug; reads a cached list of all slugs, so that a flood of invented names causes
 * neither queries nor cached pages. If the list of slugs lacks a name, the server reads the list again, at most once a
 * second, because the announcement of a new store may be late.
 */
function createStoreIndex({ db, catalogueCache }: AppOptions): (slug: string) => Promise<boolean> {
  let list = {
    names: Promise.resolve<ReadonlySet<string>>(new Set()),
    generation: -1,
    readAt: Number.NEGATIVE_INFINITY,
  }
  const readAgain = (): Promise<ReadonlySet<string>> => {
    const names = readSlugs(db)
    list = { names, generation: catalogueCache.generation(), readAt: performance.now() }
    names.catch(() => {
      list.generation = -1
    })
    return names
  }
  return async (slug) => {
    const isCurrent = list.generation === catalogueCache.generation()
    const names = await (isCurrent ? list.names : readAgain())
    if (names.has(slug)) return true
    return performance.now() - list.readAt > STORE_LIST_AGE_MS && (await readAgain()).has(slug)
  }
}

/** Returns the screen for a path: `/stores/corner` is the screen of a store, `/my-orders` the screen with that name. */
function screenOf(path: string, chunks: Chunks): Screen {
  const parts = path.split('/').filter(Boolean)
  if (parts.length === 0) return { name: 'home' }
  // Screens below /login have their own files, such as forgot-password and login-return. Plural paths open screens with
  // singular names: /stores/corner, /pages/terms.
  const below = parts[0] === 'login' && parts.length > 1 ? [parts[1]!, parts.join('-')] : []
  const names = [...below, ...parts.flatMap((part) => [part, part.replace(/s$/, '')])]
  const name = names.find((candidate) => chunks.has(candidate)) ?? 'other'
  return name === 'store' && parts[0] === 'stores' ? { name, slug: parts[1] } : { name }
}

/**
 * Matches scripts that may run before get-settings has answered, as the scripts of the screen may, so that the page has
 * the texts of these scripts too.
 */
const shownFirst =
  /routes\/(home|desktop|warehouse-shelf)|components\/store-filters|features\/(storefront\/home\/|shell\/(overlays|offline))/

/**
 * Returns whether these scripts contain the key of a text: quoted, as the stem of a plural, or as the beginning of a
 * template such as `wish_${wish}`. A template with the common beginning of the error keys does not count, because
 * hundreds of keys begin with it.
 */
function namesIn(files: string[]): (name: string) => boolean {
  const names = new Set<string>()
  const beginnings = new Set<string>()
  for (const file of files) {
    const code = readFileSync(join(webDist, file), 'utf8')
    for (const [, name] of code.matchAll(/["'`]([A-Za-z]\w{2,60})["'`]/g))
      names.add(name!).add(`${name}One`).add(`${name}Other`)
    for (const [, beginning] of code.matchAll(/`([A-Za-z]\w+_)\$\{/g))
      if (beginning !== 'error_') beginnings.add(beginning!)
  }
  return (name) => names.has(name) || beginnings.has(name.slice(0, name.indexOf('_') + 1))
}

/** Returns the URL of the logo that the app uses too, so that the browser fetches the logo only once. */
function logoOf(settings: AppOptions['settings']): string {
  const logo = settings.get('storeLogo')
  const isOurs = logo === '' || logo === 'logo.png'
  return isOurs
    ? `${OUR_LOGO}?c=${encodeURIComponent(settings.get('storeColor').slice(1))}`
    : encodeURI(`/assets/img/logos/${logo}`)
}

function readShell(): string | undefined {
  const path = join(webDist, 'index.html')
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
