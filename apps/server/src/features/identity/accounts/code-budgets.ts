import { isNetworkSuspicious, isPrefixSuspicious, prefixOf } from '@nukkad/rules/code-watch.ts'
import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Services } from '#http/calls.ts'
import type { Client } from '#http/client.ts'
import { AppError } from '#http/errors.ts'
import { clearAlarm, listOpenSubjects, raiseAlarm } from '#platform/alarms/raise-alarm.ts'

const DAY_SECONDS = 24 * 3600
const settingOf = {
  customers: 'limitCodesToCustomersPerDay',
  newcomers: 'limitCodesToNewcomersPerDay',
  mail: 'limitCodeMailsPerDay',
} as const

export type CodeBudget = keyof typeof settingOf
type BudgetServices = Pick<Services, 'db' | 'settings' | 'log'>

/**
 * Refuses a request while a budget for codes is empty, but takes nothing from the budget. Requests that send no code
 * are refused too, so that their answers do not differ from those of requests that send one.
 * @throws AppError OTP_LIMIT with the seconds until the next message
 */
export async function requireCodeBudget({ db, settings }: BudgetServices, budget: CodeBudget): Promise<void> {
  const stepSeconds = DAY_SECONDS / settings.number(settingOf[budget])
  const { rows } = await sql<{ wait_seconds: number }>`
    select extract(epoch from used_until - now())::float8 + ${stepSeconds}::float8 - ${DAY_SECONDS}::int as wait_seconds
      from code_budgets where budget = ${budget}`.execute(db)
  const waitSeconds = rows[0]?.wait_seconds ?? 0
  if (waitSeconds > 0.001) throw new AppError('OTP_LIMIT', { retryAfter: Math.ceil(waitSeconds) })
}

/**
 * Takes one message from a budget for codes. The budget refills continuously: one message returns after a day divided
 * by the budget. One statement refills the budget and takes the message, so that two parallel messages cannot use the
 * same unit of the budget. Raises an alarm when half of the budget is spent.
 * @throws AppError OTP_LIMIT with the seconds until the next message
 */
export async function takeFromCodeBudget(services: BudgetServices, budget: CodeBudget): Promise<void> {
  const { db, settings } = services
  const most = settings.number(settingOf[budget])
  const stepSeconds = DAY_SECONDS / most
  const { rows } = await sql<{ used_seconds: number }>`
    insert into code_budgets as b (budget, used_until) values (${budget}, now() + make_interval(secs => ${stepSeconds}::float8))
    on conflict (budget) do update set used_until = greatest(b.used_until, now()) + make_interval(secs => ${stepSeconds}::float8)
      where greatest(b.used_until, now()) + make_interval(secs => ${stepSeconds}::float8)
            <= now() + make_interval(secs => ${DAY_SECONDS + 0.001}::float8)
    returning extract(epoch from used_until - now())::float8 as used_seconds`.execute(db)
  const spent = rows[0] && Math.round(rows[0].used_seconds / stepSeconds)
  if (spent === undefined) {
    await requireCodeBudget(services, budget)
    throw new AppError('OTP_LIMIT', { retryAfter: Math.ceil(stepSeconds) })
  }
  if (isHalfSpent(spent, most))
    await raiseAlarm(services, { code: 'code_budget_half_spent', subject: budget, facts: { spent, budget: most } })
}

const isHalfSpent = (spent: number, budget: number): boolean => spent * 2 >= budget

/**
 * Closes the alarms of budgets and prefixes that are below their limits again, so that the log shows the next alarm.
 */
export async function watchCodes(services: BudgetServices): Promise<void> {
  const { db, settings } = services
  const { rows } = await sql<{ budget: CodeBudget; used_seconds: number }>`
    select budget, extract(epoch from used_until - now())::float8 as used_seconds from code_budgets`.execute(db)
  for (const { budget, used_seconds } of rows) {
    const most = settings.number(settingOf[budget])
    const spent = Math.round((used_seconds * most) / DAY_SECONDS)
    if (!isHalfSpent(spent, most)) await clearAlarm(services, { code: 'code_budget_half_spent', subject: budget })
  }
  for (const prefix of await listOpenSubjects(db, 'code_prefix_stopped')) {
    const counts = await countCodes(db, [prefix])
    if (!isPrefixSuspicious(countOf(counts, prefix)))
      await clearAlarm(services, { code: 'code_prefix_stopped', subject: prefix })
  }
}

/** Returns an unsent message to its budget. */
export async function giveBackToCodeBudget({ db, settings }: BudgetServices, budget: CodeBudget): Promise<void> {
  const stepSeconds = DAY_SECONDS / settings.number(settingOf[budget])
  await sql`
    update code_budgets set used_until = used_until - make_interval(secs => ${stepSeconds}::float8)
     where budget = ${budget}`.execute(db)
}

/**
 * Refuses codes to unproved phones of a prefix whose codes are never entered, and raises an alarm. If one network alone
 * requests codes that are never entered, only that network is refused and the prefix stays open for others.
 * @throws AppError OTP_LIMIT
 */
export async function requireTrustedPrefix(services: BudgetServices, phone: string, client?: Client): Promise<void> {
  const prefix = prefixOf(phone)
  const network = client && networkKey(prefix, client)
  const counts = await countCodes(services.db, network ? [prefix, network] : [prefix])
  const ofAll = countOf(counts, prefix)
  const isStopped = isPrefixSuspicious(ofAll)
  if (isStopped) await raiseAlarm(services, { code: 'code_prefix_stopped', subject: prefix, facts: ofAll })
  if (isStopped || (network && isNetworkSuspicious(countOf(counts, network))))
    throw new AppError('OTP_LIMIT', { retryAfter: 3600 })
}

type CodeCount = { prefix: string; sent: number; entered: number }

/** Counts the codes sent and entered within a day, by prefix or by prefix and network. */
async function countCodes(db: Db, prefixes: readonly string[]): Promise<CodeCount[]> {
  const { rows } = await sql<CodeCount>`
    select prefix, sum(sent)::int as sent, sum(entered)::int as entered from code_prefixes
     where prefix = any (${prefixes}::text[]) and hour > now() - interval '1 day'
     group by prefix`.execute(db)
  return rows
}

function countOf(counts: readonly CodeCount[], key: string): Pick<CodeCount, 'sent' | 'entered'> {
  const { sent = 0, entered = 0 } = counts.find(({ prefix }) => prefix === key) ?? {}
  return { sent, entered }
}

/**
 * Counts a sent or entered code for its network. The code counts for the whole prefix too, unless the network has too
 * many codes that were never entered.
 */
export async function countCodeByPrefix(
  db: Db,
  { phone, what, client }: { phone: string; what: 'sent' | 'entered'; client: Client },
): Promise<void> {
  const prefix = prefixOf(phone)
  const network = networkKey(prefix, client)
  const isSent = what === 'sent' ? 1 : 0
  // The rows are sorted by key, so that two parallel calls lock them in the same order and cannot deadlock.
  await sql`
    insert into code_prefixes as p (prefix, hour, sent, entered)
    select name, date_trunc('hour', now()), ${isSent}::int, ${1 - isSent}::int
      from unnest(${[prefix, network].toSorted()}::text[]) as name
     where name = ${network} or ${what === 'entered'}::boolean
        or (select coalesce(sum(n.sent - n.entered), 0) from code_prefixes n
             where n.prefix = ${network} and n.hour > now() - interval '1 day') < ${MAX_UNREAD_OF_NETWORK}
    on conflict (prefix, hour) do update set sent = p.sent + excluded.sent, entered = p.entered + excluded.entered`.execute(
    db,
  )
}

/** Maximum number of a network's unentered codes that count against a prefix. */
const MAX_UNREAD_OF_NETWORK = 3

const networkKey = (prefix: string, { wide }: Client): string => `${prefix} ${wide}`
