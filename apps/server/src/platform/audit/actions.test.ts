import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditCodes } from '@nukkad/contract/audit-actions.ts'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { createRegister, listMigrations, migrate, runMigration } from '#db/migrate.ts'
import { emptyDatabase } from '#test/database.ts'

describe('the actions of the audit log', () => {
  it('the actions of the audit log are all recorded by some code', () => {
    const folder = join(import.meta.dirname, '../..')
    const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('\n')
    const unwritten = auditCodes.filter((code) => !source.includes(`'${code}'`))
    // The kinds of approval requests, from which a template in decide.ts forms these actions.
    const kinds = ['adjustment', 'cash_collection', 'commission', 'payment', 'refund', 'store_settlement']
    expect(unwritten).toEqual(kinds.map((kind) => `${kind}.refused`))
  })
})

/** Actions that older releases did not record, so the migration knows none of them. */
const newer = [
  'absence.created',
  'absence.deleted',
  'booking_terms.updated',
  'calendar_feed.made',
  'calendar_feed.revoked',
  'case.refused',
  'case.settled',
  'customer.contact_changed',
  'customer.name_changed',
  'employee.invitation_withdrawn',
  'employee.invited',
  'employee.joined',
  'employee.removed',
  'employee.role_changed',
  'resource.created',
  'resource.deleted',
  'resource.updated',
  'review_photo.hidden',
  'review_photo.shown',
  'service.created',
  'service.deleted',
  'service.updated',
  'store.paused',
  'stylist.created',
  'stylist.deleted',
  'stylist.updated',
  'visit.arrived',
  'visit.cancelled',
  'visit.entered',
  'visit.finished',
  'visit.missed',
  'visit.moved',
  'visit.share_waived',
  'visit.takings_corrected',
  'wait_entry.removed',
]

describe('the migration of stored rows', async () => {
  const { address, drop } = await emptyDatabase()
  afterAll(drop)

  it('converts each sentence, keeps an unknown one readable, and then accepts only codes', async () => {
    const client = new pg.Client(address)
    await client.connect()
    await createRegister(client)
    for (const migration of listMigrations().filter(({ name }) => name < '0054')) await runMigration(client, migration)
    const stored = [
      ['rider changed', 'order', 'rider.reassigned'],
      ['rider changed', 'user', 'rider_terms.updated'],
      ['refused for want of a permission', 'call', 'permission.denied'],
      ['coupon changed', 'coupon', 'coupon.updated'],
      ['made an API key', 'api key', 'api_key.created'],
      ['cash_collection refused', 'money_proposal', 'cash_collection.refused'],
      ['sign_in.guesses', 'user', 'sign_in.guessed'],
      ['second_factor.enrolment_code_used', null, 'second_factor.enrolment_code_used'],
      ['Customer acted for (by phone)', 'user', 'legacy.customer_acted_for_by_phone'],
      ['…', 'user', 'legacy.unnamed'],
    ] as const
    for (const [action, kind] of stored)
      await client.query(
        `insert into audit_entries (action, object_type, object_id, before, reason) values ($1, $2, '7', '{"name": "A"}', 'asked')`,
        [action, kind],
      )
    const { rows: before } = await client.query(
      'select id, at, object_id, before, reason from audit_entries order by id',
    )
    await client.end()

    await migrate(address)
    const after = new pg.Client(address)
    await after.connect()
    const { rows } = await after.query<{ action: string }>('select * from audit_entries order by id')
    expect(rows.map(({ action }) => action)).toEqual(stored.map(([, , code]) => code))
    expect(rows).toMatchObject(before)
    await expect(after.query(`insert into audit_entries (action) values ('coupon changed')`)).rejects.toThrow(
      'audit_entries__action',
    )
    await expect(after.query(`update audit_entries set action = 'coupon.deleted'`)).rejects.toThrow('append-only')
    await after.end()
  }, 60_000)

  it('covers every sentence of earlier releases, and yields only codes of the catalogue', () => {
    const { sql } = listMigrations().find(({ name }) => name.startsWith('0054'))!
    const codes = [...sql.matchAll(/\('[^']+', '([^']+)'\)/g)].map(([, code]) => code!)
    expect(codes.filter((code) => !(auditCodes as string[]).includes(code))).toEqual([])
    const unchanged = auditCodes.filter((code) => !codes.includes(code) && !newer.includes(code))
    expect(unchanged).toEqual([
      'rider_terms.updated',
      'second_factor.enrolment_code_issued',
      'second_factor.enrolment_code_used',
      'second_factor.operator_secret_used',
    ])
  })
})
