import { en } from '@nukkad/contract/texts/en.ts'
import { ur } from '@nukkad/contract/texts/ur.ts'
import { expect, test as it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'

const test = useTestApp()
const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

it('[GAP-79] a payer whose payment is unknown sees that on a page that leads to their orders', async () => {
  const answer = await test.send('/pay/no-such-payment', { method: 'GET', headers: person })
  expect(answer.status).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  for (const said of [en.error_NOT_FOUND, en.payRefusedText, 'href="/my-orders"']) expect(answer.body).toContain(said)
})

it("in the payer's own language", async () => {
  await test.db.insertInto('languages').values({ code: 'ur', language_name: 'اردو', is_default: false }).execute()
  await test.services.settings.reload()
  const headers = { ...person, 'accept-language': 'ur-PK,ur;q=0.9' }
  expect((await test.send('/pay/x', { method: 'GET', headers })).body).toContain(ur.payRefusedText)
})

it('[GAP-35, GAP-38] the same holds for addresses of older apps: unknown orders, paid ones, and too many tries', async () => {
  const customer = await test.build.customer()
  const store = await test.build.store()
  const delivered = await test.build.order({ user_id: customer.id, store_id: store.id, status: 5 })
  const headers = { ...person, authorization: `Bearer ${customer.token}` }
  const open = (path: string) => test.send(`/public/api/payment/${path}`, { method: 'GET', headers })
  const seen = async (path: string) => {
    const { status, body } = await open(path)
    return [status, /<h1>(.*?)<\/h1>/.exec(String(body))?.[1]]
  }
  expect(await seen('paytm/2000000000')).toEqual([404, en.error_NOT_FOUND])
  expect(await seen('process-mercado-pago/x')).toEqual([404, en.error_NOT_FOUND])
  expect(await seen(`paytm/${delivered.id}`)).toEqual([409, en.error_PAYMENT_NOT_OPEN])
  const tries = []
  for (let index = 0; index < 12; index++) tries.push((await open('paytm/7')).status)
  expect(tries.at(-1)).toBe(429)
})

it('a program gets the usual body of every refusal', async () => {
  const answer = await test.send('/pay/no-such-payment', { method: 'GET', headers: { accept: 'application/json' } })
  expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND'])
  const webhookEvent = await test.send('/public/api/payment/razorpay/webhook', { headers: person })
  expect([webhookEvent.status, codeOf(webhookEvent)]).toEqual([404, 'NOT_FOUND'])
})
