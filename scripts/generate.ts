import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { CallShape } from '../packages/contract/src/call.ts'
import { contract } from '../packages/contract/src/contract.ts'
import { settings } from '../packages/contract/src/settings/registry.ts'
import type { SettingSpec } from '../packages/contract/src/settings/spec.ts'
import { type Lock, packageTables } from './notice.ts'
import { scaleCurves, scaleTables } from './scale/report.ts'
import { root } from './steps.ts'

/**
 * The line of a page, picture or module below which this script generates the text, by the ending of the file's name.
 * People write the part of the file above this line.
 */
const marks = { '.md': '<!-- generated -->\n', '.ts': '// generated\n', '.svg': '<!-- generated -->\n' }

const seenBy = { public: 'everyone', private: 'dashboard', secret: 'no one after it is saved' } as const

/**
 * Matches calls that the phone app never makes: calls of the other apps, and older calls for single payment providers.
 */
const OTHER_APPS =
  /^(dashboard\/(?!(login|login\/second-factor|logout|me)$)|store-owner\/|payment\/razorpay\/|accept-stripe-payment$|payment\/process-paymongo$)/

if (import.meta.main) process.exitCode = main(process.argv.includes('--check'))

/** Writes the generated files. With `--check`, fails when a stored file differs from the generated one. */
function main(isCheck: boolean): number {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const stale = Object.entries({
    'docs/decisions/README.md': decisionTable(readDecisions()),
    'docs/notice.md': packageTables(lock),
    'docs/reference/settings.md': settingTables(settings),
    'docs/scale.md': scaleTables(),
    'docs/pictures/scale.svg': scaleCurves(),
    'apps/web/src/lib/audiences.ts': audienceTable(contract),
  }).filter(([file, generated]) => !isCurrent(file, generated, isCheck))
  for (const [file] of stale) console.error(`${file} is out of date: run node scripts/generate.ts`)
  return stale.length > 0 ? 1 : 0
}

function isCurrent(file: string, generated: string, isCheck: boolean): boolean {
  const path = join(root, file)
  const kept = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const mark = marks[extname(file) as keyof typeof marks]
  const end = kept.indexOf(mark)
  if (end < 0) throw new Error(`${file} has no line "${mark.trim()}"`)
  const whole = `${kept.slice(0, end)}${mark}\n${generated}\n`
  if (kept === whole) return true
  if (!isCheck) writeFileSync(path, whole)
  return !isCheck
}

function readDecisions(): { file: string; text: string }[] {
  return globSync('docs/decisions/[0-9]*.md', { cwd: root })
    .sort()
    .map((file) => ({ file: basename(file), text: readFileSync(join(root, file), 'utf8') }))
}

/**
 * Returns the table of decision records, sorted by number.
 * @throws Error for a record without title, status or date
 */
export function decisionTable(records: readonly { file: string; text: string }[]): string {
  const rows = records.map(({ file, text }) => {
    const [, title] = /^# \d+\. (.+)$/m.exec(text) ?? []
    const [, status, date] = /\*\*Status:\*\* ([\s\S]+?)\.?\s+\*\*Date:\*\* (\d{1,2} \w+ \d{4})\./.exec(text) ?? []
    if (!title || !status || !date) throw new Error(`docs/decisions/${file} lacks a title, a status or a date`)
    return `| [${file.slice(0, 4)}](${file}) | ${title} | ${status.replace(/\s+/g, ' ')} | ${date} |`
  })
  return ['| Number | Decision | Status | Date |', '|---|---|---|---|', ...rows].join('\n')
}

/** Returns one table for each group of settings, in the order of the registry. */
export function settingTables(registry: Record<string, SettingSpec>): string {
  const groups = Map.groupBy(Object.entries(registry), ([, { group }]) => group)
  return [...groups]
    .map(([group, entries]) =>
      [
        `## ${group[0]!.toUpperCase()}${group.slice(1)}`,
        '',
        '| Setting | Type | Default | Seen by | What it does |',
        '|---|---|---|---|---|',
        ...entries.map(([key, spec]) => settingRow(key, spec)),
      ].join('\n'),
    )
    .join('\n\n')
}

function settingRow(key: string, spec: SettingSpec): string {
  const type = spec.choices ? spec.choices.map((choice) => `\`${choice}\``).join(', ') : spec.type
  const help = spec.env ? `${spec.help} The environment variable \`${spec.env}\` overrides it.` : spec.help
  const cells = [`\`${key}\``, type, shown(spec.default), seenBy[spec.visibility], help]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')).join(' | ')} |`
}

function shown(value: string): string {
  return value === '' ? 'empty' : `\`${value.replaceAll('`', "'")}\``
}

/** Returns the audience of each call of the phone app that needs a session. */
export function audienceTable(calls: Record<string, Pick<CallShape, 'auth'>>): string {
  const rows = Object.entries(calls).filter(
    ([name, { auth }]) => auth !== 'public' && auth !== 'delivery' && !OTHER_APPS.test(name),
  )
  return [
    'export const audiences = {',
    ...rows.map(([name, { auth }]) => `  ${/^\w+$/.test(name) ? name : `'${name}'`}: '${auth}',`),
    '} as const',
  ].join('\n')
}
