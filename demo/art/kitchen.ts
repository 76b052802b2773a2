import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { Recipe } from '../src/catalogue/dishes/recipe.ts'
import { withPage } from './browser.ts'
import { cacheFile, packageFile } from './places.ts'

/** An order for one photograph: a dish alone, or the table of a cover with its main dish first. */
export type Order = { name: string; recipes: readonly Recipe[]; table?: { ground: string; seed: number } }

/** The size of a photograph in px, and the number of exposures that are averaged (demo/art/studio/kitchen/light.js). */
const frames = {
  dish: { width: 480, height: 480, passes: 8 },
  table: { width: 780, height: 340, passes: 8, reach: 8 },
}

/**
 * Returns photographs as PNG by the names of their orders. The kitchen page renders photographs in a headless browser
 * without a GPU, which takes some seconds each; the build cache keeps them until a recipe or its code changes.
 */
export async function photographDishes(orders: readonly Order[]): Promise<Map<string, Buffer>> {
  const files = new Map<string, string>()
  for (const order of orders) files.set(order.name, await keptAt(order))
  const missing = orders.filter(({ name }) => !existsSync(files.get(name)!))
  await cookAll(missing, (order, image) => writeFile(files.get(order.name)!, image))
  const images = [...files].map(async ([name, file]) => [name, await readFile(file)] as const)
  return new Map(await Promise.all(images))
}

/** Photographs orders one after the other in one browser, and passes each photograph on when it is done. */
export async function cookAll(
  orders: readonly Order[],
  done: (order: Order, image: Buffer) => Promise<void>,
): Promise<void> {
  if (orders.length === 0) return
  await withPage('kitchen.html', async (page) => {
    await page.waitForFunction('window.studioReady')
    for (const order of orders) await done(order, await cook(page, order))
  })
}

async function cook(page: Page, { recipes, table }: Order): Promise<Buffer> {
  const url = await page.evaluate(cookInPage, { recipes, table, frames })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Photographs dishes in the studio page; kitchen.js sets the functions `cook` and `lay` on the page's window. */
function cookInPage({ recipes, table, frames: sizes }: Omit<Order, 'name'> & { frames: object }): string {
  type Kitchen = Record<'cook' | 'lay', (...given: unknown[]) => string>
  const kitchen = globalThis as unknown as Kitchen
  const { dish, table: wide } = sizes as typeof frames
  return table ? kitchen.lay(recipes, table, wide) : kitchen.cook(recipes[0], dish)
}

/**
 * Returns the cache file of a photograph. The name of the cache file is a digest of everything that decides how the
 * photograph looks, except the browser.
 */
async function keptAt({ recipes, table }: Order): Promise<string> {
  const looks = recipes.map(({ shows: _, ...look }) => look)
  const digest = createHash('sha256').update(JSON.stringify([looks, table, table ? frames.table : frames.dish]))
  for (const { form } of recipes) digest.update(await codeOf(`dishes/${form.split('/')[0]}.js`))
  digest.update(await codeOf('kitchen/table.js')).update(await readFile(packageFile('three', 'package.json')))
  return cacheFile(`dishes/${digest.digest('hex').slice(0, 20)}.png`)
}

const studio = fileURLToPath(new URL('studio/', import.meta.url))
const known = new Map<string, Promise<string>>()

/** Returns the source of a studio module and of all studio modules that it imports. */
function codeOf(path: string): Promise<string> {
  const file = join(studio, path)
  const found = known.get(file) ?? readWithImports(file)
  known.set(file, found)
  return found
}

async function readWithImports(file: string): Promise<string> {
  const texts = new Map<string, string>()
  const waiting = [file]
  for (const next of waiting) {
    if (texts.has(next)) continue
    const text = await readFile(next, 'utf8')
    texts.set(next, text)
    waiting.push(...[...text.matchAll(/ from '(\.[^']+)'/g)].map(([, path]) => join(dirname(next), path!)))
  }
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, text]) => text)
    .join('\n')
}
