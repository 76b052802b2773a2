import { isSettingKey } from '@nukkad/contract/settings/registry.ts'
import { type BrowserContext, expect, type Page, request as requests, test } from '@playwright/test'
import { findProblems, latinWords, widestTexts } from './layout.ts'
import { type Scene, scenes } from './scenes.ts'
import { type Stage, setStage, textsOf, watchQuiet, wear } from './stage.ts'
import { wholeUnless } from './whole.ts'

/* Checks the layout of every scene of scenes.ts on a narrow phone, with letters twice as large, and at 320 px, which
   is a desktop at 400 % zoom. The tests replace each text by the widest form of all languages; a second run checks
   right to left. */
test.use({ serviceWorkers: 'block', trace: 'off', contextOptions: { reducedMotion: 'reduce' } })

type Texts = Record<string, string>
type Wording = { name: string; code: string; textsIn: (page: Page) => Promise<Texts> }

const wordings: Wording[] = [
  {
    name: 'in the widest of English 40 % longer, Hindi and Kannada',
    code: 'kn',
    textsIn: async (page) => {
      const [english, ...others] = await Promise.all(['en', 'hi', 'kn'].map((code) => textsOf(stage, code)))
      const longer = Object.fromEntries(Object.entries(english!).map(([key, text]) => [key, lengthen(text)]))
      return page.evaluate(widestTexts, [longer, ...others])
    },
  },
  { name: 'in Urdu', code: 'ur', textsIn: () => textsOf(stage, 'ur') },
]

const sizes = [
  { name: 'at 360 px', width: 360, height: 740, letters: '' },
  { name: 'with letters of 200 %', width: 390, height: 844, letters: '200%' },
  { name: 'in 320 px', width: 320, height: 640, letters: '' },
]

/**
 * Matches scenes that are left out, because they only show another part of a screen, and each screen is measured after
 * scrolling to its end.
 */
const twins = /-(foot|loading|failed|regular)$/
const screens = scenes.filter(({ name }) => !twins.test(name))
/** Number of screens that one test checks, so that these screens share the files that the browser has loaded. */
const perTest = 12

const softly = expect.configure({ soft: true, timeout: 8_000 })

let stage: Stage
test.beforeAll(async ({ baseURL }) => {
  stage = await setStage(await requests.newContext({ baseURL: baseURL! }))
})

// Loading all screens takes minutes, so `npm test` loads only every second group, with the widest texts.
for (const wording of wordings) {
  for (let from = 0; from < screens.length; from += perTest) {
    const part = screens.slice(from, from + perTest)
    const isShort = wording.code === 'kn' && from % (2 * perTest) === 0
    test(
      `${part[0]!.name} to ${part.at(-1)!.name} hold ${wording.name}`,
      wholeUnless(isShort),
      async ({ browser, page }) => {
        test.setTimeout(180_000)
        await page.goto('/pages/terms')
        const texts = await wording.textsIn(page)
        const context = await browser.newContext()
        context.setDefaultTimeout(10_000)
        for (const scene of part) await look(context, scene, wording, texts)
        await context.close()
      },
    )
  }
}

async function look(context: BrowserContext, scene: Scene, { name, code }: Wording, texts: Texts): Promise<void> {
  await context.setOffline(false)
  const page = await context.newPage()
  const given = { ...stage, texts }
  const heard = listen(page)
  const quiet = watchQuiet(page, 100)
  await page.setViewportSize(sizes[0]!)
  await page.addInitScript(forgetOthers)
  await wear(page, stage, code, texts)
  await scene.before?.(page, given)
  await page.goto(scene.path(given), { waitUntil: 'domcontentloaded' })
  await quiet(1500)
  if (scene.act) {
    await scene.act(page, given, page, quiet)
    await quiet(1500)
  }
  const shown = await page.evaluate(latinWords)
  for (const size of code === 'ur' ? sizes.slice(0, 1) : sizes) {
    await page.setViewportSize(size)
    await page.evaluate(setLetters, size.letters)
    // A changed window size or letter size takes a frame or two to settle, because lists scroll and docks move.
    await softly.poll(() => page.evaluate(findProblems), { message: `${scene.name} ${name} ${size.name}` }).toEqual([])
  }
  if (code === 'ur') {
    const held = await page.evaluate(whatBrowserHolds)
    const known = new Set(wordsOf([...heard, ...Object.values(texts), ...held, ...ownersTexts()]))
    const untranslated = shown.filter((word) => !known.has(word.toLowerCase()))
    expect.soft(untranslated, `${scene.name}: words that nobody translated`).toEqual([])
  }
  await page.close()
}

/**
 * Collects the server's answers except texts and settings, because they contain data that people entered in their own
 * words.
 */
function listen(page: Page): string[] {
  const heard: string[] = []
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    const isPage = response.request().resourceType() === 'document'
    const isData = pathname.endsWith('.json') || pathname.startsWith('/public/api/')
    if (!isPage && (!isData || /get-(settings|single-language)$/.test(pathname))) return
    const body = await response.text().catch(() => '')
    heard.push(isPage ? firstData(body) : body)
  })
  return heard
}

/** Returns the data that the server embeds in the page, without the settings. */
function firstData(html: string): string {
  const [, json = '{}'] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.stringify({ ...(JSON.parse(json) as object), settings: null })
}

/**
 * Returns words that the product does not translate: those of the operator's settings, and "am" and "pm", which some
 * languages write in Latin letters.
 */
function ownersTexts(): string[] {
  const settings = stage.settings.filter(({ key }) => isSettingKey(key)).map(({ value }) => value ?? '')
  const time = new Intl.DateTimeFormat('ur-IN', { hour: 'numeric', hour12: true })
  return [...settings, time.format(new Date(2026, 0, 1, 1)), time.format(new Date(2026, 0, 1, 13))]
}

const wordsOf = (texts: string[]): string[] => texts.flatMap((text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [])

/** Makes a text 40 % longer by repeating its own words. The placeholders in the text are not repeated. */
function lengthen(text: string): string {
  if (text === 'null' || /^\W*$/.test(text)) return text
  const texts = text.replaceAll(/<[^>]*>|\{\w+\}/g, ' ').trim()
  const more = texts.slice(0, Math.ceil(texts.length * 0.4)).trim()
  return text.startsWith('<') ? text.replace(/<\/\w+>$/, (end) => ` ${more}${end}`) : `${text} ${more}`
}

/**
 * Clears the storage that earlier screens of a browser context have left, so that each screen starts only with its own
 * entries.
 */
function forgetOthers(): void {
  // The storage of a provider's frame does not belong to the app, and a page without an origin has none.
  if (origin === 'null' || sessionStorage.getItem('forgot others')) return
  sessionStorage.setItem('forgot others', 'yes')
  localStorage.clear()
}

function setLetters(size: string): void {
  document.documentElement.style.fontSize = size
}

/** Returns the texts that people have entered or chosen on this device. */
function whatBrowserHolds(): string[] {
  const kept = ['userSetAddress', 'cart', 'user', 'delivery_user'].map((name) => localStorage.getItem(name) ?? '')
  return [...kept, ...[...document.querySelectorAll('input')].map(({ value }) => value)]
}
