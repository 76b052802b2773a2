import { type APIRequestContext, expect, type Locator, type Page, request as requests, test } from '@playwright/test'
import { problemsOn } from './axe.ts'
import { newOrderer, placeByCall } from './carts.ts'
import { callAs, doIt, enterDashboard, secondPerson, seeClosed, status, tryAs, unique, who } from './dashboard.ts'
import { answer } from './given.ts'
import { call, newPhone, readCode } from './people.ts'
import { openStoreApp, tiffinRoom } from './shops.ts'
import { wholeUnless } from './whole.ts'

test.use({ viewport: { width: 1440, height: 900 }, hasTouch: false })

type Row = Record<string, string | number | null>
type RequestTable = 'payment_approvals' | 'commission_approvals' | 'store_settlements' | 'store_debts'

/** Returns the approval requests that a search finds, as the server lists them, the newest first. */
async function rowsOf(page: Page, table: RequestTable, q: string): Promise<Row[]> {
  return (await callAs<{ rows: Row[] }>(page, 'table', { table, q, page: 1, per_page: 25 })).rows
}

const stateOf = async (page: Page, table: RequestTable, q: string) => (await rowsOf(page, table, q))[0]?.state

/** Opens the only open approval request that a search finds. */
async function openWaiting(page: Page, path: string, q: string, panel: string): Promise<Locator> {
  await page.goto(`/dashboard/${path}?state=waiting&q=${encodeURIComponent(q)}`)
  await page.getByRole('table').getByRole('row').filter({ hasText: 'Waiting' }).click()
  return page.getByRole('dialog', { name: panel, exact: true })
}

test('[U-20] a reported payment above the limit: the person who reported it cannot approve it, an approver refuses one, then approves one', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const customer = await newOrderer(request, `Payal ${unique()}`)
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': 90 }, 1, 'PAYTM')
  await enterDashboard(page)
  const second = await secondPerson(page)
  const report = async () => {
    await page.goto(`/dashboard/orders/${order.id}`)
    await page.getByRole('button', { name: 'Approve the payment' }).click()
    const form = page.getByRole('dialog', { name: 'Approve the payment' })
    await form.getByLabel('Reference').fill('UTR 4402')
    await form.getByLabel('How do you know that the payment has arrived?').fill('Seen in the bank statement')
    await form.getByRole('button', { name: 'Approve the payment' }).click()
    await status(page, 'The payment is reported. Another person must approve the payment')
    await expect(form).toBeHidden()
  }
  await report()

  const own = await openWaiting(page, 'payment-approvals', order.unique_order_id, 'Reported payment')
  await expect(own).toContainText('You made this request, so another member of staff must approve it.')
  await expect(own).toContainText('UTR 4402')
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  expect(await problemsOn(page), 'the panel of the reporter').toEqual([])
  const [waiting] = await rowsOf(page, 'payment_approvals', order.unique_order_id)
  const byReporter = await tryAs(page, 'payment-approvals/approve', { id: waiting!.id })
  expect([byReporter.status, byReporter.body.error?.code]).toEqual([403, 'SECOND_PERSON_NEEDED'])
  expect(await stateOf(page, 'payment_approvals', order.unique_order_id)).toBe('waiting')

  const panel = await openWaiting(second, 'payment-approvals', order.unique_order_id, 'Reported payment')
  expect(await problemsOn(second), 'the panel of an approver').toEqual([])
  await doIt(second, 'Reported payment', 'Refuse')
  await expect(panel.getByLabel('Why you refuse the request')).toHaveAttribute('aria-invalid', 'true')
  expect(await stateOf(second, 'payment_approvals', order.unique_order_id)).toBe('waiting')
  await panel.getByLabel('Why you refuse the request').fill('Not in our statement')
  await doIt(second, 'Reported payment', 'Refuse')
  await status(second, 'The request was refused, and no money was moved')
  await seeClosed(second, 'Reported payment')
  const [refused] = await rowsOf(second, 'payment_approvals', order.unique_order_id)
  expect(refused).toMatchObject({ state: 'refused', decision_reason: 'Not in our statement' })
  const late = await tryAs(second, 'payment-approvals/approve', { id: refused!.id })
  expect(late.body.error?.code).toBe('ALREADY_DECIDED')

  await report()
  await openWaiting(second, 'payment-approvals', order.unique_order_id, 'Reported payment')
  await doIt(second, 'Reported payment', 'Approve')
  await status(second, 'The request was approved')
  await seeClosed(second, 'Reported payment')
  expect(await stateOf(second, 'payment_approvals', order.unique_order_id)).toBe('booked')
  const { order: shown } = await callAs<{ order: { status: string } }>(second, 'orders/show', { order_id: order.id })
  expect(shown.status).not.toBe('awaiting_payment')
  await second.context().close()
})

test('[U-20] a commission above a cap waits: one is approved, the next refused with a reason', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000)
  const [brought, friend] = await referral(baseURL!)
  await enterDashboard(page)
  const shop = await copyOfStore(page)
  const orders = [await collectPlates(shop, friend, 90), await collectPlates(shop, friend, 91)]
  const decide = async (order: string, action: 'Approve' | 'Refuse') => {
    await expect.poll(() => stateOf(page, 'commission_approvals', order)).toBe('waiting')
    const panel = await openWaiting(page, 'commission-approvals', order, 'Commission')
    await expect(panel).toContainText(brought.name)
    await expect(panel).toContainText('Commissions from one customer at one store')
    await expect(panel).toContainText('Referral programme')
    expect(await problemsOn(page), 'the panel').toEqual([])
    if (action === 'Refuse') await panel.getByLabel('Why you refuse the request').fill('Both live at one address')
    await doIt(page, 'Commission', action)
    await status(
      page,
      action === 'Approve' ? 'The request was approved' : 'The request was refused, and no money was moved',
    )
  }
  await decide(orders[0]!, 'Approve')
  await decide(orders[1]!, 'Refuse')
  expect(await stateOf(page, 'commission_approvals', orders[0]!)).toBe('booked')
  const [refused] = await rowsOf(page, 'commission_approvals', orders[1]!)
  expect(refused).toMatchObject({ state: 'refused', decision_reason: 'Both live at one address', proposed_by: null })
  await page.goto(`/dashboard/commission-approvals?q=${orders[1]}`)
  await page.getByRole('table').getByRole('row').filter({ hasText: 'Refused' }).click()
  const decided = page.getByRole('dialog', { name: 'Commission', exact: true })
  await expect(decided).toContainText('Both live at one address')
  await expect(decided.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

type Member = { name: string; request: APIRequestContext; customer: Awaited<ReturnType<typeof newOrderer>> }

/** Creates a customer and a friend whom they referred, each with a separate browser and a saved address. */
async function referral(baseURL: string): Promise<[Member, Member]> {
  const join = async (name: string, latitude: number, refid?: string): Promise<Member> => {
    const request = await requests.newContext({ baseURL })
    const phone = newPhone()
    const email = `${phone.slice(1)}@journey.example`
    await call(request, 'generate-otp-for-login', { phone, email })
    const otp = await readCode(request, phone)
    const signUp = { phone, otp, name, email, ...(refid && { refid }) }
    const { data } = await call<{ data: { id: number; auth_token: string } }>(request, 'login-with-otp', signUp)
    const address = { latitude, longitude: 77.6245, address: name, house: '1', tag: 'Home' }
    await call(request, 'save-address', address, data.auth_token)
    const session = await call<{ data: object }>(request, 'update-user-info', {}, data.auth_token)
    return {
      name,
      request,
      customer: {
        id: data.id,
        token: data.auth_token,
        phone,
        name,
        session: { data: { ...session.data, auth_token: data.auth_token } },
      },
    }
  }
  const brought = await join(`Rekha ${unique()}`, 12.9411)
  const code = (brought.customer.session as { data: { referral_code: string } }).data.referral_code
  return [brought, await join(`Farid ${unique()}`, 12.9388, code)]
}

type Shop = { id: number; slug: string; name: string; owner: { email: string; password: string } }

/** Creates a copy of the tiffin room with a separate owner, because the copy's debt must not affect other tests. */
async function copyOfStore(page: Page, terms: { commission_rate?: number } = {}): Promise<Shop> {
  const named = { slug: `counter-${unique()}`, name: `Counter ${unique()}` }
  const query = { table: 'stores', q: tiffinRoom.name, page: 1, per_page: 25 }
  const { rows } = await callAs<{ rows: Row[] }>(page, 'table', query)
  const copy = { store_id: rows.find(({ name }) => name === tiffinRoom.name)!.id, ...named }
  const { store } = await callAs<{ store: { id: number } }>(page, 'stores/duplicate', copy)
  await callAs(page, 'stores/approve', { store_id: store.id, is_accepted: 1 })
  await callAs(page, 'stores/update', { store_id: store.id, is_active: 1, is_schedulable: 0, ...terms })
  const owner = { email: `owner-${unique()}@example.test`, password: 'two-mangoes-77' }
  const person = { role: 'store_owner', name: 'Odette Owner', ...owner }
  const { id } = await callAs<{ id: number }>(page, 'people/create', person)
  await callAs(page, 'stores/set-owners', { store_id: store.id, user_ids: [id] })
  return { id: store.id, ...named, owner }
}

/**
 * Places and completes an order that its customer collects and pays in cash.
 * @returns its number
 */
async function collectPlates(shop: Shop, { request, customer }: Omit<Member, 'name'>, plates: number): Promise<string> {
  const order = await placeByCall(request, customer, { 'Sunday Chow Chow': plates }, 2, 'COD', shop)
  const ofOwner = await requests.newContext({ baseURL: test.info().project.use.baseURL! })
  const store = await openStoreApp(ofOwner, shop.owner, shop.slug)
  await store.accept(order.unique_order_id)
  await store.markReady(order.unique_order_id)
  await store.markCollected(order.unique_order_id)
  return order.unique_order_id
}

test('[U-20] commission due from a store: a part is recorded without approval, the rest withdrawn, refused and approved', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  await enterDashboard(page)
  const second = await secondPerson(page)
  const store = await copyOfStore(page, { commission_rate: 80 })
  await collectPlates(store, { request, customer: await newOrderer(request, `Bulk ${unique()}`) }, 90)
  const owes = async () => (await rowsOf(page, 'store_debts', store.name))[0]?.owed
  expect(Number(await owes())).toBeGreaterThan(5_000)
  const due = Number(await owes())

  const panel = page.getByRole('dialog', { name: `Payment from ${store.name}` })
  const record = async (reference: string, amount = '') => {
    await page.goto(`/dashboard/store-debts?q=${encodeURIComponent(store.name)}`)
    await page.getByRole('table').getByRole('row').filter({ hasText: store.name }).click()
    await panel.getByLabel('Amount').fill(amount)
    await panel.getByLabel('Reference').fill(reference)
    await doIt(page, `Payment from ${store.name}`, 'Record')
  }
  await record('Receipt 1', '900000')
  await expect(panel.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
  expect(await problemsOn(page), 'the form').toEqual([])
  expect(Number(await owes())).toBe(due)
  await record('Receipt 2', '100')
  await status(page, 'Payment recorded')
  await seeClosed(page, `Payment from ${store.name}`)
  expect(Number(await owes())).toBe(due - 100)

  await record('NEFT withdrawn')
  await status(page, 'Another person must approve the payment under “Payments”.')
  await seeClosed(page, `Payment from ${store.name}`)
  const own = await openWaiting(page, 'store-debts/payments', store.name, 'Payment from a store')
  await expect(own.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  const [waiting] = await rowsOf(page, 'store_settlements', store.name)
  const byMaker = await tryAs(page, 'store-settlements/approve', { id: waiting!.id })
  expect(byMaker.body.error?.code).toBe('SECOND_PERSON_NEEDED')
  await own.getByLabel('Why you withdraw the request').fill('It was another store')
  await doIt(page, 'Payment from a store', 'Withdraw')
  await status(page, 'The request was withdrawn, and no money was moved')
  await seeClosed(page, 'Payment from a store')

  await record('NEFT refused')
  const refusal = await openWaiting(second, 'store-debts/payments', store.name, 'Payment from a store')
  await refusal.getByLabel('Why you refuse the request').fill('The bank does not know it')
  await doIt(second, 'Payment from a store', 'Refuse')
  await status(second, 'The request was refused, and no money was moved')
  await seeClosed(second, 'Payment from a store')
  expect(Number(await owes())).toBe(due - 100)

  await record('NEFT approved')
  await openWaiting(second, 'store-debts/payments', store.name, 'Payment from a store')
  expect(await problemsOn(second), 'the panel of an approver').toEqual([])
  await doIt(second, 'Payment from a store', 'Approve')
  await status(second, 'The request was approved')
  await seeClosed(second, 'Payment from a store')
  const settled = await rowsOf(page, 'store_settlements', store.name)
  expect(settled.map(({ state, reason }) => [state, reason])).toEqual([
    ['booked', 'NEFT approved'],
    ['refused', 'NEFT refused'],
    ['refused', 'NEFT withdrawn'],
    ['booked', 'Receipt 2'],
  ])
  await page.goto(`/dashboard/store-debts?q=${encodeURIComponent(store.name)}`)
  await expect(page.getByText('No results for this search. Change the search, or show all rows.')).toBeVisible()
  expect(await owes()).toBeUndefined()
  await second.context().close()
})

const lists = [
  ['/payment-approvals', 'No reported payments yet. Staff report a payment on the page of its order.'],
  ['/commission-approvals', 'No commission has passed a daily cap.'],
  ['/store-debts', 'No store owes anything.'],
  ['/store-debts/payments', 'No payments from stores yet. Record a payment under “Amounts due from stores”.'],
] as const

for (const [path, text] of lists)
  test(
    `[U-20] [T-06] ${path} says what will appear there while it is empty, and can be retried if it fails to load`,
    wholeUnless(path === lists[0][0]),
    async ({ page }) => {
      await enterDashboard(page)
      await answer(page, 'dashboard/table', { success: true, rows: [], total: 0, has_more: false })
      await page.goto(`/dashboard${path}`)
      await expect(page.getByText(text)).toBeVisible()
      expect(await problemsOn(page), path).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      await page.route('**/public/api/dashboard/table', (route) => route.abort('internetdisconnected'))
      await page.reload()
      await expect(page.getByRole('alert')).toContainText('There is no connection')
      expect(await problemsOn(page), `${path} without a network`).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  )

test('[U-01] [U-20] a call that needs a recent sign-in waits for the password and is then sent once', async ({
  page,
}) => {
  const email = `rider-${unique()}@example.test`
  await enterDashboard(page, 'idle', '/riders')
  const answers: number[] = []
  const keys = new Set<string | undefined>()
  page.on('response', (response) => {
    if (!response.url().endsWith('/dashboard/people/create')) return
    answers.push(response.status())
    keys.add(response.request().headers()['idempotency-key'])
  })
  const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
  const form = page.getByRole('dialog', { name: 'New rider' })
  const found = async () => {
    const query = { table: 'riders', q: email, page: 1, per_page: 25 }
    return (await callAs<{ total: number }>(page, 'table', query)).total
  }
  await page.getByRole('button', { name: 'New rider' }).click()
  await form.getByLabel('Name').fill('Ravi Recent')
  await form.getByLabel('Email address').fill(email)
  await form.getByLabel('First password').fill('two-mangoes-77')
  await form.getByRole('button', { name: 'Create the account' }).click()

  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await problemsOn(page), 'the dialog').toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(form.getByRole('alert')).toContainText('Confirm your password first.')
  await expect(form.getByLabel('Name')).toHaveValue('Ravi Recent')
  expect([answers, await found()]).toEqual([[403], 0])

  await form.getByRole('button', { name: 'Create the account' }).click()
  await dialog.getByLabel('Password').fill('not-my-password')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Wrong password or code.')
  expect(await problemsOn(page), 'the dialog after a wrong password').toEqual([])
  expect([answers, await found()]).toEqual([[403, 403], 0])

  keys.clear()
  await dialog.getByLabel('Password').fill(who.idle.password)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await status(page, 'The account was created')
  await expect(dialog).toBeHidden()
  expect([answers, await found(), keys.size]).toEqual([[403, 403, 200], 1, 1])
  // The second call needs no password, because the password that was entered before still counts as a recent proof.
  expect(
    (
      await tryAs(page, 'people/create', {
        role: 'rider',
        name: 'Rosa Recent',
        email: `x${email}`,
        password: 'two-mangoes-77',
      })
    ).status,
  ).toBe(200)
})
