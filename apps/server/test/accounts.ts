import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** Returns the steps that tests of accounts share. The shared steps use the public calls. */
export function createPeople(test: TestApp) {
  const newPhone = () => `+9198${randomInt(10_000_000, 99_999_999)}`
  const newEmail = () => `p${randomInt(1_000_000_000)}@example.test`

  /** Returns the last one-time code that the server sent to a phone, from the outbox. */
  async function lastCodeTo(phone: string): Promise<string> {
    const row = await test.db
      .selectFrom('local_outbox')
      .select('code')
      .where('recipient', '=', phone)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.code ?? 'none'
  }

  /** Waits for the mail to an address, which the server sends after its answer, and returns the code in the mail. */
  async function mailedCodeTo(email: string): Promise<string> {
    await expect.poll(() => lastCodeTo(email)).not.toBe('none')
    return lastCodeTo(email)
  }

  async function loginCode(phone: string, email: string | null = null): Promise<string> {
    await test.call('generate-otp-for-login', { phone, email })
    return lastCodeTo(phone)
  }

  async function registerCode(phone: string): Promise<string> {
    await test.call('send-otp', { phone, email: newEmail() })
    return lastCodeTo(phone)
  }

  /** Signs a new customer up with a one-time code, as the app does. */
  async function joinByCode({
    phone = newPhone(),
    ...more
  }: {
    phone?: string
    refid?: string
    address?: object | null
  } = {}) {
    const email = newEmail()
    const otp = await loginCode(phone, email)
    const answer = await test.call('login-with-otp', {
      phone,
      otp,
      name: 'Nila Rao',
      email,
      address: null,
      ...more,
    } as never)
    return {
      phone,
      email,
      answer,
      data: (answer.body as { data: { id: number; auth_token: string; wallet_balance: number; user_coupon: string } })
        .data,
    }
  }

  async function set(values: Record<string, string>): Promise<void> {
    for (const [key, value] of Object.entries(values)) await test.build.setting(key, value)
    await test.services.settings.reload()
  }

  /** Makes the counters of a phone's rate limits older, as if the given time had passed. */
  async function letPass(seconds: number, key: string): Promise<void> {
    await sql`update limit_counters set window_started_at = window_started_at - make_interval(secs => ${seconds}::int)
               where key like ${key}`.execute(test.db)
  }

  /** Makes the codes that were sent to a phone or e-mail address older, as if the given time had passed. */
  async function letCodesRest(seconds: number, target: string): Promise<void> {
    await sql`update code_turns set at = at - make_interval(secs => ${seconds}::int) where target = ${target}`.execute(
      test.db,
    )
  }

  /**
   * Sets the time at which the newest code to a phone was sent, so that it does not depend on the duration of the test.
   */
  async function codeSentAgo(seconds: number, target: string): Promise<void> {
    await sql`update code_turns set at = clock_timestamp() - make_interval(secs => ${seconds}::int)
               where id = (select max(id) from code_turns where target = ${target})`.execute(test.db)
  }

  /** Makes the last guess at the secrets of an account older, as if the given time had passed. */
  async function letGuessesRest(seconds: number, subject: string): Promise<void> {
    await sql`update secret_guesses set last_at = last_at - make_interval(secs => ${seconds}::int)
               where subject = ${subject}`.execute(test.db)
  }

  /**
   * Sets the time of the last guess at the secrets of an account to now, so that it does not depend on the duration of
   * the test.
   */
  async function guessedJustNow(subject: string): Promise<void> {
    await sql`update secret_guesses set last_at = clock_timestamp() where subject = ${subject}`.execute(test.db)
  }

  async function walletOf(userId: number): Promise<{ kind: string; key: string; amount: bigint }[]> {
    const { rows } = await sql<{ kind: string; key: string; amount: bigint }>`
      select a.kind, t.description_key as key, p.amount_minor as amount
        from ledger_accounts a join postings p on p.account_id = a.id join transfers t on t.id = p.transfer_id
       where a.user_id = ${userId} order by p.id`.execute(test.db)
    return rows
  }

  return {
    newPhone,
    newEmail,
    lastCodeTo,
    mailedCodeTo,
    loginCode,
    registerCode,
    joinByCode,
    set,
    letPass,
    letCodesRest,
    codeSentAgo,
    letGuessesRest,
    guessedJustNow,
    walletOf,
  }
}

/** Returns a one-time code that differs from the given one. */
export function otherThan(code: string): string {
  return code === '555555' ? '555556' : '555555'
}
