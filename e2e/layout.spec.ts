import { isSettingKey } from '@nukkad/contract/settings/registry.ts'
import { type BrowserContext, expect, type Page, request as requests, test } from '@playwright/test'
import { findFaults, latinWords, widestTexts } from './layout.ts'
import { type Scene, scenes } from './scenes.ts'
import { type Stage, setStage, textsOf, watchQuiet, wear } from './stage.ts'

/*
 * Every screen and state of scenes.ts on a narrow phone, with letters twice as large, and in the 320 px that a desktop
 * at 400 % leaves, with each text in the widest of its forms; and once more from right to left.
 */
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

/** These end as another scene does: each screen is measured scrolled to its end. */
const twins = /-(foot|loading|failed|regular)$/
const screens = scenes.filter(({ name }) => !twins.test(name))
/** Screens that one test walks through: enough to share what a browser has loaded. */
const perTest = 12

const softly = expect.configure({ soft: true, timeout: 3_000 })

let stage: Stage
test.beforeAll(async ({ baseURL }) => {
  stage = await setStage(await requests.newContext({ baseURL: baseURL! }))
})

/** Loading so many screens takes minutes: the widest words in each check, and the other way round in the long proofs. */
const checked = process.env.PROOF_RUNS ? wordings : wordings.slice(0, 1)

for (const wording of checked) {
  for (let from = 0; from < screens.length; from += perTest) {
    const part = screens.slice(from, from + perTest)
    test(`${part[0]!.name} to ${part.at(-1)!.name} hold ${wording.name}`, async ({ browser, page }) => {
      test.setTimeout(180_000)
      await page.goto('/pages/terms')
      const texts = await wording.textsIn(page)
      const context = await browser.newContext()
      context.setDefaultTimeout(10_000)
      for (const scene of part) await look(context, scene, wording, texts)
      await context.close()
    })
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
  const words = await page.evaluate(latinWords)
  for (const size of code === 'ur' ? sizes.slice(0, 1) : sizes) {
    await page.setViewportSize(size)
    await page.evaluate(setLetters, size.letters)
    // A window of another size, or larger letters, settle in a frame or two: lists scroll and docks move along.
    await softly.poll(() => page.evaluate(findFaults), { message: `${scene.name} ${name} ${size.name}` }).toEqual([])
  }
  if (code === 'ur') {
    const held = await page.evaluate(whatBrowserHolds)
    const known = new Set(wordsOf([...heard, ...Object.values(texts), ...held, ...ownersWords()]))
    const untranslated = words.filter((word) => !known.has(word.toLowerCase()))
    expect.soft(untranslated, `${scene.name}: words that nobody translated`).toEqual([])
  }
  await page.close()
}

/** All that the server said but texts and settings: data, in whatever words people gave it. */
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

/** What the server writes into the page ahead, without the settings. */
function firstData(html: string): string {
  const [, json = '{}'] = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.stringify({ ...(JSON.parse(json) as object), settings: null })
}

/** Settings are in the words of who owns the shop, and some languages write the halves of a day in Latin letters. */
function ownersWords(): string[] {
  const settings = stage.settings.filter(({ key }) => isSettingKey(key)).map(({ value }) => value ?? '')
  const time = new Intl.DateTimeFormat('ur-IN', { hour: 'numeric', hour12: true })
  return [...settings, time.format(new Date(2026, 0, 1, 1)), time.format(new Date(2026, 0, 1, 13))]
}

const wordsOf = (texts: string[]): string[] => texts.flatMap((text) => text.toLowerCase().match(/[a-z]{2,}/g) ?? [])

/** Each text again as far as 40 % of it, in words of its own; what is filled in is not repeated. */
function lengthen(text: string): string {
  if (text === 'null' || /^\W*$/.test(text)) return text
  const words = text.replaceAll(/<[^>]*>|\{\w+\}/g, ' ').trim()
  const more = words.slice(0, Math.ceil(words.length * 0.4)).trim()
  return text.startsWith('<') ? text.replace(/<\/\w+>$/, (end) => ` ${more}${end}`) : `${text} ${more}`
}

/** The pages of one context share what is kept; each screen begins with what it is given alone. */
function forgetOthers(): void {
  // What a provider's frame holds is not ours, and a page without an origin holds nothing.
  if (origin === 'null' || sessionStorage.getItem('forgot others')) return
  sessionStorage.setItem('forgot others', 'yes')
  localStorage.clear()
}

function setLetters(size: string): void {
  document.documentElement.style.fontSize = size
}

/** What people wrote or chose on this device before. */
function whatBrowserHolds(): string[] {
  const kept = ['userSetAddress', 'cart', 'user', 'delivery_user'].map((name) => localStorage.getItem(name) ?? '')
  return [...kept, ...[...document.querySelectorAll('input')].map(({ value }) => value)]
}
