import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '#test/database.ts'
import { APPLICATION_ROLE } from './connection.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client(database.address)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function rows(): Promise<unknown[]> {
  const { rows } = await client.query('select method, gateway, provider from payment_methods order by method')
  return rows
}
const khalti = { method: 'KHALTI', gateway: 'Khalti', provider: 'khalti' }

describe('the table of payment methods', () => {
  it('[GAP-10] has the payment methods of the wire', async () => {
    expect(await rows()).toEqual(
      expect.arrayContaining([
        { method: 'COD', gateway: 'COD', provider: null },
        { method: 'WALLET', gateway: null, provider: null },
        { method: 'MERCADOPAGO', gateway: 'MercadoPago', provider: 'mercado-pago' },
        khalti,
      ]),
    )
  })

  it('gets a missing provider at the next start, with the names from the program', async () => {
    const before = await rows()
    await client.query("delete from payment_methods where provider in ('khalti', 'paytm')")
    await client.query("update payment_methods set gateway = 'Other' where provider = 'stripe'")
    expect(await migrate(database.address)).toEqual({ applied: [] })
    expect(await rows()).toEqual(before)
  })

  it('keeps the names that rows refer to', async () => {
    await client.query(
      "insert into users (id, name, phone, referral_code) values (1, 'Asha', '+919845000001', 'ASHA1')",
    )
    await client.query(
      `insert into payment_attempts (reference, purpose, user_id, provider, amount_minor, currency, expires_at)
       values ('one', 'top_up', 1, 'khalti', 100, 'INR', now())`,
    )
    const rename = "update payment_methods set provider = 'other' where provider = 'khalti'"
    await expect(client.query(rename)).rejects.toThrow('payment_attempts__provider')
    await expect(client.query("delete from payment_methods where provider = 'khalti'")).rejects.toThrow(
      'payment_attempts__provider',
    )
  })

  it('cannot be changed by the running server, and neither can the table of kinds of coupons', async () => {
    await client.query(`set role ${APPLICATION_ROLE}`)
    for (const statement of [
      "insert into payment_methods values ('BITCOIN')",
      "update payment_methods set gateway = 'Other'",
      'delete from payment_methods',
      "insert into coupon_kinds values ('FREE', 'money')",
    ])
      await expect(client.query(statement)).rejects.toThrow('permission denied')
    await client.query('reset role')
  })
})

describe('the table of kinds of coupons', () => {
  const insert = (kind: string, figures: string) =>
    client.query(`insert into coupons (code, name, discount_type, discount_minor, discount_basis_points)
                  values ('${kind}${figures}', 'One', '${kind}', ${figures})`)

  it('[GAP-26] gives each kind its figure', async () => {
    for (const [kind, figures] of [
      ['AMOUNT', '5000, null'],
      ['PERCENTAGE', 'null, 1000'],
    ] as const)
      await insert(kind, figures)
    for (const [kind, figures, constraint] of [
      ['AMOUNT', 'null, 1000', 'coupons__kind'],
      ['PERCENTAGE', '5000, null', 'coupons__kind'],
      ['FREE', '5000, null', 'coupons__kind'],
      ['AMOUNT', '0, null', 'coupons__discount'],
      ['AMOUNT', '5000, 1000', 'coupons__discount'],
      ['PERCENTAGE', 'null, 10001', 'coupons__discount'],
      ['PERCENTAGE', 'null, null', 'coupons__discount'],
    ] as const)
      await expect(insert(kind, figures)).rejects.toThrow(constraint)
  })

  it('gets a missing kind at the next start', async () => {
    await client.query('delete from coupons')
    await client.query("delete from coupon_kinds where kind = 'PERCENTAGE'")
    await migrate(database.address)
    const { rows: kinds } = await client.query('select kind, figure from coupon_kinds order by kind')
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: 'AMOUNT', figure: 'money' },
        { kind: 'PERCENTAGE', figure: 'percent' },
      ]),
    )
  })
})
