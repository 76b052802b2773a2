import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()

const newPhone = () => `+9198${randomInt(10_000_000, 99_999_999)}`
const newEmail = () => `p${randomInt(1_000_000_000)}@example.test`
const anAddress = {
  lat: 12.9352,
  lng: '77.6245',
  address: '12 Lake Road',
  house: '4B',
  tag: 'Home',
  businessLocation: false,
}

async function lastCodeTo(phone: string): Promise<string> {
  const row = await test.db
    .selectFrom('local_outbox')
    .select('code')
    .where('recipient', '=', phone)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? 'no code'
}

async function loginCode(phone: string, email?: string): Promise<string> {
  await test.call('generate-otp-for-login', { phone, email: email ?? null })
  return lastCodeTo(phone)
}

function wrong(code: string): string {
  return code === '555555' ? '555556' : '555555'
}

/** A new customer by code, as the app signs one up. */
async function joinByCode({ refid, phone = newPhone() }: { refid?: string; phone?: string } = {}) {
  const email = newEmail()
  const otp = await loginCode(phone, email)
  const answer = await test.call('login-with-otp', { phone, otp, name: 'Asha Menon', email, address: null, refid })
  return { phone, email, answer }
}

describe('signing in by code', () => {
  it('[P-26] [P-27] [H-10] [H-11] a known phone gets a code and a session', async () => {
    const customer = await test.build.customer()
    const sent = await test.call('generate-otp-for-login', { phone: customer.phone, email: null })
    expect(sent.body).toEqual({ otp: true, new_user: false })
    const otp = await lastCodeTo(customer.phone!)
    expect(otp).toMatch(/^[1-9]\d{5}$/)
    const answer = await test.call('login-with-otp', { phone: customer.phone, otp: Number(otp), address: anAddress })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        id: customer.id,
        name: 'Asha Menon',
        default_address: {
          address: '12 Lake Road',
          house: '4B',
          latitude: '12.9352',
          longitude: '77.6245',
          tag: 'Home',
        },
        wallet_balance: 0,
        avatar: null,
        tax_number: null,
        user_coupon: customer.referral_code,
      },
      running_order: null,
      delivery_details: null,
    })
  })
})
