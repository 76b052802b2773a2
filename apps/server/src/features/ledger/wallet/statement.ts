import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextKey } from '@nukkad/contract/texts/en.ts'
import { minorDigits, wireMoney } from '@nukkad/rules/money.ts'
import type { Services } from '#http/calls.ts'
import { wireTime } from '#http/wire-time.ts'
import { describe } from './present.ts'
import { type EntryRow, listEntries } from './queries.ts'

/** Maximum number of entries in one file; older entries are in an older statement. */
const MAX_ENTRIES = 20_000
const page = readFileSync(join(import.meta.dirname, 'statement.html'), 'utf8')

type Statement = { success: true; file_name: string; media_type: string; content: string }
type Reader = { userId: number; format: 'html' | 'csv'; language: string | undefined }
type StatementServices = Pick<Services, 'db' | 'settings' | 'config'>

/**
 * Returns a wallet as a file for its owner. The HTML page contains every entry with the fields that its hash covers,
 * and recalculates the chain of hashes in the browser without the server, so that the page shows an error after any
 * digit was changed.
 */
export async function writeStatement(services: StatementServices, reader: Reader): Promise<Statement> {
  const { db, settings } = services
  const currency = settings.get('currencyId')
  const entries = await listEntries(db, { userId: reader.userId, currency, most: MAX_ENTRIES })
  const name = `wallet-${wireTime(new Date(), services.config.timeZone).slice(0, 10)}.${reader.format}`
  return reader.format === 'html'
    ? { success: true, file_name: name, media_type: 'text/html', content: pageOf(services, reader, entries) }
    : { success: true, file_name: name, media_type: 'text/csv', content: csvOf(services, reader, entries) }
}

const pageTexts = [
  'statementTitle',
  'statementOwn',
  'statementPromotion',
  'statementDate',
  'statementWhat',
  'statementAmount',
  'statementBalance',
  'statementSound',
  'statementBroken',
  'statementUnchecked',
  'statementHow',
  'statementLast',
] as const satisfies TextKey[]

function pageOf({ settings, config }: StatementServices, { language }: Reader, entries: readonly EntryRow[]): string {
  const texts = Object.fromEntries(pageTexts.map((key) => [key, settings.text(key, {}, language)]))
  const data = {
    shop: settings.get('storeName'),
    symbol: settings.get('currencyFormat'),
    digits: minorDigits(settings.get('currencyId')),
    timeZone: config.timeZone,
    language: language ?? 'en',
    texts,
    // With these labels the page builds the text of each movement. The hash covers the key and the numbers of a text,
    // not the text itself.
    labels: Object.fromEntries(entries.map(({ description_key: key }) => [key, labelOf({ settings }, key, language)])),
    entries,
  }
  return page.replace('"statement"', () => JSON.stringify(data).replaceAll('<', '\\u003c'))
}

function labelOf({ settings }: Pick<Services, 'settings'>, key: string, language: string | undefined): string {
  return describe({ description_key: key, description_params: {} }, { settings, language })
}

/**
 * Returns the entries as CSV (RFC 4180) with a byte order mark for spreadsheets. Amounts are numbers, and texts cannot
 * become formulas (GAP-53).
 */
function csvOf({ settings, config }: StatementServices, { language }: Reader, entries: readonly EntryRow[]): string {
  const text = (key: TextKey) => settings.text(key, {}, language)
  const head = ['statementDate', 'statementWhat', 'statementOwn', 'statementAmount', 'statementBalance'] as const
  const rows = entries.map((entry) => {
    const params = JSON.parse(entry.description_params) as Record<string, string | number>
    return [
      wireTime(new Date(entry.created_at), config.timeZone),
      describe({ description_key: entry.description_key, description_params: params }, { settings, language }),
      text(entry.account_kind === 'wallet_own' ? 'statementOwn' : 'statementPromotion'),
      wireMoney(BigInt(entry.amount_minor), entry.currency),
      wireMoney(BigInt(entry.balance_after_minor), entry.currency),
    ]
  })
  return `\ufeff${[head.map(text), ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(value: string): string {
  const isAmount = /^-?\d+(\.\d+)?$/.test(value)
  const harmless = !isAmount && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
