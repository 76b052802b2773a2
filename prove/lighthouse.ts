import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../scripts/chromium.ts'
import { run } from '../scripts/steps.ts'
import { startProduct } from './product.ts'

/** The brief's phone: slow 4G and a processor four times slower; the middle one of three runs. */
const RUNS = 3
const LCP_MS = 2000
const SHIFT = 0.02

type Report = { audits: Record<string, { numericValue?: number }>; categories: Record<string, { score: number }> }

export async function proveLighthouse(): Promise<string[]> {
  const browser = await ensureChromium()
  const product = await startProduct()
  const folder = mkdtempSync(join(tmpdir(), 'nukkad-lighthouse-'))
  try {
    const reports: Report[] = []
    for (let count = 0; count < RUNS; count++)
      reports.push(await audit(product.url, browser, join(folder, `${count}.json`)))
    const lcpMs = middle(
      reports.map((report) => report.audits['largest-contentful-paint']?.numericValue ?? Number.POSITIVE_INFINITY),
    )
    const shift = middle(
      reports.map((report) => report.audits['cumulative-layout-shift']?.numericValue ?? Number.POSITIVE_INFINITY),
    )
    const score = (name: string): number =>
      Math.round(100 * middle(reports.map((report) => report.categories[name]?.score ?? 0)))
    console.log(
      `  largest paint ${Math.round(lcpMs)} ms (at most ${LCP_MS}), layout shift ${shift.toFixed(3)} (at most ${SHIFT})`,
    )
    console.log(
      `  performance ${score('performance')}, accessibility ${score('accessibility')}, best practices ${score('best-practices')}, SEO ${score('seo')}`,
    )
    return [
      ...(lcpMs > LCP_MS ? [`largest paint after ${Math.round(lcpMs)} ms`] : []),
      ...(shift > SHIFT ? [`layout shift ${shift}`] : []),
    ]
  } finally {
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function audit(url: string, browser: string, path: string): Promise<Report> {
  await run(
    'node_modules/.bin/lighthouse',
    [
      `${url}/`,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      '--form-factor=mobile',
      '--screenEmulation.width=390',
      '--screenEmulation.height=844',
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { quiet: true, env: { CHROME_PATH: browser } },
  )
  return JSON.parse(readFileSync(path, 'utf8')) as Report
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
