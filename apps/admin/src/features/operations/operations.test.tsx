import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openApp, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { watchDownloads } from '#test/dom.ts'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

describe('home', () => {
  type Home = Output<'dashboard/home'>
  const showHome = (change: Part<Home> = {}) =>
    answer('dashboard/home', recorded('dashboard/home', { checklist: null, alarms: [], ...change }))
  const note = (id: number, text: string, is_done: 0 | 1 = 0) => ({
    id,
    text,
    is_done,
    created_at: '2026-11-21T10:00:00.000Z',
  })
  beforeEach(() => {
    answer('dashboard/needs-you', { success: true, late: null, waiting: [] })
    answer('dashboard/notes', { success: true, notes: [note(1, 'Call the printer')] })
  })

  test('shows the figures of the week and describes their change in words', async () => {
    const figures = { sales: '150.00', orders: 4, average: '50.00', new_customers: 0, cancelled: 1 }
    const before = { ...figures, sales: '100.00', orders: 3, new_customers: 4, cancelled: 0 }
    showHome({ sales: { now: figures, before } })
    await openPage('/')
    const tile = async (title: string) => (await page().findAllByText(title))[0]!.closest('li')!.textContent
    expect(await tile('Sales')).toBe('Sales₹150.0050% more than the week before')
    expect(page().getByRole('heading', { name: 'Last 7 days' })).toBeTruthy()
    expect(await tile('Orders')).toBe('Orders3Same as the week before')
    expect(await tile('New customers')).toBe('New customers0100% less than the week before')
    expect(page().getByRole('heading', { level: 1 }).textContent).toBe('Hello, Meena')
  })

  test('shows an owner their chosen store', async () => {
    showHome()
    const owner = ownerOf('Sagar Tiffins', 'Sagar Sweets')
    localStorage.setItem(`dashboardStore:${owner.id}`, '2')
    await openPage('/', owner)
    await expect.poll(() => inputsOf('dashboard/home')).toEqual([{ store_id: 2 }])
  })

  test('links people who may not see figures to their pages', async () => {
    showHome({ sales: null, today: null, open_orders: null })
    await openPage('/', staffWith('coupons_manage'))
    const links = (await page().findAllByRole('link')).map((link) => link.textContent)
    expect(links).toContain('Coupons')
    expect(links).not.toContain('Settings')
  })

  test('lists the first steps of a new shop until the last is done', async () => {
    showHome({ checklist: { location: true, colour: false, store: true, item: false } })
    await openPage('/')
    const list = within(await page().findByRole('region', { name: 'First steps' }))
    expect(list.getAllByRole('link').map((link) => link.textContent)).toHaveLength(4)
  })

  test('lists no first steps in a shop that is ready to sell', async () => {
    showHome({ checklist: { location: true, colour: false, store: true, item: true } })
    await openPage('/')
    await page().findByText('Call the printer')
    expect(page().queryByRole('region', { name: 'First steps' })).toBeNull()
  })

  test('stores notes: one is added, marked as done and deleted', async () => {
    showHome()
    answer('dashboard/notes/add', recorded('dashboard/notes/add'))
    answer('dashboard/notes/set-done', recorded('dashboard/notes/set-done'))
    answer('dashboard/notes/delete', recorded('dashboard/notes/delete'))
    await openPage('/')
    await person.click(await page().findByRole('checkbox', { name: /Call the printer/ }))
    await expect.poll(() => inputsOf('dashboard/notes/set-done')).toMatchObject([{ id: 1 }])
    await write(page(), 'Add a task', 'Order bags')
    await person.keyboard('{Enter}')
    await expect.poll(() => inputsOf('dashboard/notes/add')).toMatchObject([{ text: 'Order bags' }])
  })
})

describe('exports', () => {
  type Exports = Output<'dashboard/exports'>
  const known = recorded('dashboard/exports')
  const plan = changed(known.plans[0]!, { id: 5, name: 'Orders of the week', table: 'orders', is_active: true })
  const run = changed(known.runs[0]!, { id: 7, plan_id: 5, table: 'orders', status: 'done', rows: 1200, fault: null })
  const showExports = (change: Part<Exports>) =>
    answer('dashboard/exports', { ...known, plans: [plan], runs: [run], ...change } as Exports)

  test('[U-27] exports are made immediately, and planned ones show their next run', async () => {
    showExports({ plans: [changed(plan, { cadence: 'weekly', on_day: 1, at_hour: 6, destination: 'drive' })] })
    answer('dashboard/export-plans/run', recorded('dashboard/export-plans/run'))
    await openPage('/exports')
    await page().findByText(/^Orders, CSV to Drive\. Every Monday at 06:00; next /)
    await press(page(), 'Make now')
    await screen.findByText('The file is being made')
    expect(inputsOf('dashboard/export-plans/run')).toEqual([{ id: 5 }])
    expect(callsOf('dashboard/export-plans/run')[0]!.key).not.toBeNull()
  })

  test('[U-25] files are downloaded or opened in Drive', async () => {
    const { links: saved } = watchDownloads()
    showExports({
      runs: [run, { ...run, id: 8, link: 'https://drive.google.com/8' }, { ...run, id: 9, status: 'running' }],
    })
    answer('dashboard/exports/fetch', recorded('dashboard/exports/fetch', { url: '/dashboard/exports/the-ticket' }))
    await openPage('/exports')
    await press(page(), /^Download/)
    await expect.poll(() => saved).toEqual(['/dashboard/exports/the-ticket'])
    expect(inputsOf('dashboard/exports/fetch')).toEqual([{ id: 7 }])
    expect(
      page()
        .getByRole('link', { name: /^Open in Drive/ })
        .getAttribute('href'),
    ).toBe('https://drive.google.com/8')
    expect(page().getAllByRole('button', { name: /^Download/ })).toHaveLength(1)
  })

  test('[U-27] a planned export is deleted after confirmation', async () => {
    showExports({})
    answer('dashboard/export-plans/delete', { success: true })
    await openPage('/exports')
    await press(page(), 'Remove Orders of the week')
    await press(await dialog('Remove “Orders of the week”?'), 'Remove')
    await expect.poll(() => inputsOf('dashboard/export-plans/delete')).toEqual([{ id: 5 }])
  })

  test('[U-27] exports are planned by name, table and hour', async () => {
    showExports({ plans: [] })
    answer('dashboard/export-plans/save', recorded('dashboard/export-plans/save'))
    await openPage('/exports')
    await press(page(), 'Plan an export')
    const form = within(await screen.findByRole('dialog', { name: /export/i }))
    await press(form, /^(Plan|Save|Keep|Add|Make)/)
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Orders of the week')
    await person.selectOptions(form.getByLabelText('Table'), 'orders')
    await person.selectOptions(form.getByLabelText('At'), '22:00')
    await press(form, /^(Plan|Save|Keep|Add|Make)/)
    await expect
      .poll(() => inputsOf('dashboard/export-plans/save').at(-1))
      .toMatchObject({ name: 'Orders of the week', table: 'orders', format: 'csv', at_hour: 22 })
  })
})

describe('integrations', () => {
  const endpoint = changed(recorded('dashboard/webhooks').endpoints[0]!, {
    id: 9,
    url: 'https://till.example.test/hooks',
    is_active: true,
    paused_because: null,
    kinds: ['order.placed'],
  })
  const key = changed(recorded('dashboard/api-keys').keys[0]!, { id: 1, name: 'Till', revoked_at: null })
  beforeEach(() => {
    answer('dashboard/webhooks', { success: true, endpoints: [endpoint] })
    answer('dashboard/api-keys', { success: true, keys: [key] })
    answerTable('webhook_deliveries', [])
  })

  test('a webhook is added, and its secret is shown once', async () => {
    answer('dashboard/webhooks/save', recorded('dashboard/webhooks/save', { secret: 'whsec_once' }))
    await openPage('/integrations')
    await press(page(), 'Add a webhook')
    const form = await dialog('Add a webhook')
    await write(form, 'URL', 'https://till.example.test/new')
    await person.click(form.getByLabelText('order.placed'))
    await press(form, 'Add')
    const once = await dialog('Signing secret')
    expect(textIn(once, 'Secret')).toBe('whsec_once')
    expect(inputsOf('dashboard/webhooks/save').at(-1)).toEqual({
      url: 'https://till.example.test/new',
      description: '',
      kinds: ['order.placed'],
      is_active: true,
    })
  })

  test('a webhook description that is too long shows the error at its field', async () => {
    await openPage('/integrations')
    await press(page(), 'Change https://till.example.test/hooks')
    const form = await dialog('Change the webhook')
    await write(form, 'Description', 'x'.repeat(2000))
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Description')).toMatch(/long/)
  })

  test('a stopped webhook shows the reason; it can be tested and sends missed messages again', async () => {
    answer('dashboard/webhooks', { success: true, endpoints: [changed(endpoint, { paused_because: 'gone' })] })
    answer('dashboard/webhooks/test', recorded('dashboard/webhooks/test'))
    answer('dashboard/webhooks/replay', recorded('dashboard/webhooks/replay', { again: 3 }))
    await openPage('/integrations')
    await page().findByText(/^Stopped: the receiver answered that this URL no longer exists\./)
    await press(page(), 'Send a test to https://till.example.test/hooks')
    await screen.findByText('The test is being sent. The log will show the result.')
    await press(page(), 'Send today’s failed messages again')
    await screen.findByText('3 messages of the last day are sent again')
    expect(inputsOf('dashboard/webhooks/replay')[0]).toMatchObject({ what: { endpoint_id: 9, only_failed: true } })
  })

  test('a webhook is removed after its host is typed', async () => {
    answer('dashboard/webhooks/delete', { success: true })
    await openPage('/integrations')
    await press(page(), 'Remove https://till.example.test/hooks')
    const question = await dialog('Remove this webhook?')
    await write(question, /^Type “/, 'till.example.test')
    await press(question, 'Remove')
    await expect.poll(() => inputsOf('dashboard/webhooks/delete')).toEqual([{ id: 9 }])
  })

  test('a key is created with permissions that its maker has, and shown once', async () => {
    answer('dashboard/api-keys/create', recorded('dashboard/api-keys/create'))
    await openPage('/integrations', staffWith('settings_manage', 'order_view'))
    await press(page(), 'Create a key')
    const form = await dialog('Create a key')
    expect(form.queryByLabelText('See reports')).toBeNull()
    await write(form, 'What the key is for', 'Till')
    await person.click(form.getAllByRole('checkbox')[0]!)
    await press(form, 'Create the key')
    expect(textIn(await dialog('The key'), 'API key')).toBe('nk_the-key-that-is-shown-once')
    expect(inputsOf('dashboard/api-keys/create')).toEqual([{ name: 'Till', permissions: ['order_view'] }])
  })

  test('a key is revoked after its name is typed; a revoked one cannot be revoked again', async () => {
    answer('dashboard/api-keys', {
      success: true,
      keys: [key, changed(key, { id: 2, name: 'Old', revoked_at: '2026-11-21T10:00:00.000Z' })],
    })
    answer('dashboard/api-keys/revoke', recorded('dashboard/api-keys/revoke'))
    await openPage('/integrations')
    await press(page(), 'Revoke Till')
    const question = await dialog('Revoke “Till”?')
    await write(question, /^Type “/, 'Till')
    await press(question, 'Revoke')
    await screen.findByText('The key is revoked')
    expect(inputsOf('dashboard/api-keys/revoke')).toEqual([{ id: 1 }])
    expect(page().queryByRole('button', { name: 'Revoke Old' })).toBeNull()
  })

  test('a message of the log is sent again', async () => {
    answerTable('webhook_deliveries', [
      row('webhook_deliveries', {
        id: 31,
        kind: 'order.placed',
        state: 'dead',
        tries: 9,
        fault: 'no answer',
        body: '{"id":1}',
      }),
    ])
    answer('dashboard/webhooks/replay', recorded('dashboard/webhooks/replay'))
    await openPage('/integrations')
    const log = within(page().getByRole('region', { name: 'Log' }))
    await person.click(await log.findByText('order.placed'))
    const panel = await dialog('order.placed')
    panel.getByText('no answer')
    panel.getByText('Failed')
    await press(panel, 'Send the message again')
    await screen.findByText('The message will be sent again')
    expect(inputsOf('dashboard/webhooks/replay')).toEqual([{ what: { delivery_id: 31 } }])
  })
})

describe('backups', () => {
  const kept = recorded('dashboard/backups').backups[0]!
  const showBackups = (change: Part<Output<'dashboard/backups'>>) =>
    answer('dashboard/backups', recorded('dashboard/backups', { backups: [kept], ...change }))

  test('backups are downloaded and deleted only by people with the permission', async () => {
    const { links: saved } = watchDownloads()
    showBackups({ may_take: true })
    answer('dashboard/backups/delete', { success: true })
    await openPage('/backups')
    await press(page(), /^Download the backup of/)
    expect(saved).toEqual([`/dashboard/backups/${kept.name}`])
    await press(page(), /^Delete the backup of/)
    const question = within(await screen.findByRole('dialog', { name: /^Delete the backup/ }))
    expect((question.getByRole('button', { name: 'Delete' }) as HTMLButtonElement).disabled).toBe(true)
    await write(question, /^Type “/, 'delete')
    await press(question, 'Delete')
    await expect.poll(() => inputsOf('dashboard/backups/delete')).toEqual([{ name: kept.name }])
  })

  test('show why the last one was not made, and how many are retained', async () => {
    showBackups({ may_take: false, plan: 'hourly', keeps: 24, last_run: { status: 'failed', fault: 'no-room' } })
    await openPage('/backups')
    await page().findByText(
      'The server makes a backup every hour. The server keeps the newest 24 automatic backups, and all backups that people made.',
    )
    page().getByText('The last backup failed: the disk has too little space.')
    expect(page().queryByRole('button', { name: /^Download the backup/ })).toBeNull()
  })

  test('cannot be started twice at the same time', async () => {
    showBackups({ last_run: { status: 'running', fault: null } })
    await openPage('/backups')
    await expect
      .poll(() => (page().getByRole('button', { name: 'Make one now' }) as HTMLButtonElement).disabled)
      .toBe(true)
  })
})

describe('a message to customers', () => {
  beforeEach(() => {
    answerTable('broadcasts', [])
    answer('dashboard/broadcasts/count', { success: true, customers: 1200, browsers: 800 })
    answer('dashboard/send-push-notification', recorded('dashboard/send-push-notification'))
  })

  test('[U-17] to everyone is confirmed, with the number of recipients', async () => {
    await openPage('/messages/new')
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    await page().findByText(/1,200/)
    await press(page(), 'Send the message')
    const question = await dialog('Send the message now?')
    expect(inputsOf('dashboard/send-push-notification')).toEqual([])
    await press(question, 'Send the message')
    await screen.findByText('The message is being sent')
    expect(inputsOf('dashboard/send-push-notification')[0]).toMatchObject({
      title: 'Diwali',
      message: 'Half the charge',
      to: 'all',
    })
    await expect.poll(() => address()).toBe('/messages')
  })

  test('[U-17] a message for later is scheduled without confirmation, in the time zone of the person', async () => {
    await openPage('/messages/new')
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    await write(page(), 'Send at', '2099-11-21T18:30')
    await press(page(), 'Schedule the message')
    await screen.findByText('The message is scheduled')
    expect(JSON.stringify(inputsOf('dashboard/send-push-notification')[0])).toContain('2099-11-21T13:00:00.000Z')
  })

  test('[U-17] to chosen customers requires one', async () => {
    answer('dashboard/broadcasts/find-customers', {
      success: true,
      customers: [{ id: 7, name: 'Asha' }],
    })
    await openPage('/messages/new')
    await person.selectOptions(page().getByLabelText('For'), 'Chosen customers')
    const send = page().getByRole('button', { name: 'Send the message' }) as HTMLButtonElement
    expect(send.disabled).toBe(true)
    page().getByText('Choose who gets the message.')
    await write(page(), 'Customers', 'asha')
    await take(page(), /^Asha/)
    expect(send.disabled).toBe(false)
  })

  test('[U-17] a message without a title is refused at the field', async () => {
    await openPage('/messages/new')
    await write(page(), 'Message', 'Half the charge')
    await write(page(), 'Send at', '2099-11-21T18:30')
    await press(page(), 'Schedule the message')
    await expect.poll(() => noteAt(page(), 'Title')).toBe('Please fill in this field')
  })

  test('[U-17] a message that is scheduled can be cancelled, but not one that was sent', async () => {
    answerTable('broadcasts', [
      row('broadcasts', {
        id: 9,
        title: 'Later',
        message: 'x',
        state: 'scheduled',
        run_at: '2099-11-21T13:00:00.000Z',
      }),
      row('broadcasts', { id: 8, title: 'Gone', message: 'x', state: 'sent', run_at: '2026-11-21T13:00:00.000Z' }),
    ])
    answer('dashboard/broadcasts/cancel', recorded('dashboard/broadcasts/cancel'))
    await openPage('/messages')
    await person.click(await page().findByText('Later'))
    await press(await dialog('Message'), 'Cancel the message')
    await press(await dialog('Cancel this message?'), 'Cancel the message')
    await screen.findByText('The message is cancelled')
    expect(inputsOf('dashboard/broadcasts/cancel')).toEqual([{ id: 9 }])
    await person.click(page().getByText('Gone'))
    const sent = await dialog('Message')
    await sent.findByText('Gone')
    expect(sent.queryByRole('button', { name: 'Cancel the message' })).toBeNull()
  })
})

describe('my account', () => {
  test('[U-01] changes the password with the current one', async () => {
    answer('dashboard/change-password', { success: true })
    await openPage('/account')
    await write(page(), 'Current password', 'a-kettle-of-tea-9')
    await write(page(), 'New password', 'marigold-street-9')
    await press(page(), 'Change it')
    await screen.findByText('The password is changed, and you are signed out on all other devices')
    expect(inputsOf('dashboard/change-password')).toEqual([
      { current_password: 'a-kettle-of-tea-9', password: 'marigold-street-9' },
    ])
    expect([textIn(page(), 'Current password'), textIn(page(), 'New password')]).toEqual(['', ''])
  })

  test('[U-01] refuses a common password at its field', async () => {
    refuse('dashboard/change-password', 'INVALID_INPUT', { fields: { password: 'fieldPasswordCommon' } })
    await openPage('/account')
    await write(page(), 'New password', 'password')
    await press(page(), 'Change it')
    await expect.poll(() => noteAt(page(), 'New password')).not.toMatch(/^At least eight/)
  })

  test('[GAP-76] removes the second factor with one of its codes', async () => {
    refuse('dashboard/second-factor/stop', 'SECOND_FACTOR_WRONG')
    await openPage('/account')
    await write(page(), 'Authenticator app code', '000000')
    await press(page(), 'Switch it off')
    await page().findByRole('alert')
    answer('dashboard/second-factor/stop', { success: true })
    await press(page(), 'Switch it off')
    await screen.findByText('The second factor is off')
  })

  test('[GAP-76] offers a second factor if there is none', async () => {
    answer('dashboard/second-factor/start', recorded('dashboard/second-factor/start'))
    await openPage('/account', { ...administrator, has_second_factor: false })
    expect(page().queryByLabelText('Authenticator app code')).toBeNull()
    await press(page(), 'Set up a second factor')
    await screen.findByRole('img', { name: 'Code for the authenticator app' })
  })
})

test('[U-01] the first administrator is created with the secret of the server', async () => {
  refuse('dashboard/setup', 'SETUP_SECRET_WRONG')
  openApp('/setup')
  await screen.findByLabelText('Secret')
  await write(screen, 'Secret', 'wrong')
  await write(screen, 'Email address', 'meena@example.test')
  await write(screen, 'Password', 'a-kettle-of-tea-9')
  await press(screen, 'Create the account')
  await expect.poll(() => noteAt(screen, 'Your name')).toBe('Please fill in this field')
  await write(screen, 'Your name', 'Meena')
  await press(screen, 'Create the account')
  await screen.findByRole('alert')
  expect(inputsOf('dashboard/setup').at(-1)).toEqual({
    secret: 'wrong',
    name: 'Meena',
    email: 'meena@example.test',
    password: 'a-kettle-of-tea-9',
  })
})

describe('call and order', () => {
  beforeEach(() => answerTable('callers', []))

  test('[O-01] finds a caller from three letters on, and opens the shop for them', async () => {
    answer('find-customers', { customers: [{ id: 7, name: 'Asha', phone: '+9198…210' }] })
    await openPage('/call-and-order')
    const find = page().getByRole('button', { name: 'Find' }) as HTMLButtonElement
    await write(page(), 'Name, or the last digits of the phone', 'as')
    expect(find.disabled).toBe(true)
    await write(page(), 'Name, or the last digits of the phone', ' asha ')
    await person.click(find)
    const link = await page().findByRole('link', { name: 'Order for them: Asha' })
    expect(link.getAttribute('href')).toBe('/auth/login-as-customer/7')
    expect(inputsOf('find-customers')).toEqual([{ query: 'asha' }])
    link.addEventListener('click', (event) => event.preventDefault())
    await person.click(link)
    expect(JSON.parse(localStorage.getItem('actingFor') ?? '')).toMatchObject({ id: 7 })
  })

  test('[O-01] lists the orders for callers with the member of staff and the action', async () => {
    await openPage('/call-and-order')
    await page().findByText('No orders for callers yet.')
    const heads = page()
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(heads).toEqual(['When', 'Staff', 'Action', 'Customer', 'Orders placed', 'Reason'])
  })

  test('[O-02] registers a caller; an empty email address is not sent', async () => {
    answer('register-guest-user', recorded('register-guest-user'))
    await openPage('/call-and-order')
    await write(page(), 'Name', 'Guest Rao')
    await write(page(), 'Phone', '+919876543210')
    await press(page(), 'Register')
    await page().findByText('Guest Rao has an account now.')
    expect(inputsOf('register-guest-user')).toEqual([{ name: 'Guest Rao', phone: '+919876543210' }])
    expect(textIn(page(), 'Phone')).toBe('')
  })

  test('[O-02] reports a caller who already has an account', async () => {
    refuse('register-guest-user', 'EMAIL_PHONE_ALREADY_USED')
    await openPage('/call-and-order')
    await write(page(), 'Name', 'Guest Rao')
    await write(page(), 'Phone', '+919876543210')
    await press(page(), 'Register')
    await page().findByText(
      'This phone or email address already has an account. Search for the account in “Who is calling?”.',
    )
    expect(page().queryByText(/has an account now/)).toBeNull()
    expect(textIn(page(), 'Name')).toBe('Guest Rao')
  })

  test('[O-01] says that no one was found, and why a search failed', async () => {
    answer('find-customers', { customers: [] })
    await openPage('/call-and-order')
    await write(page(), 'Name, or the last digits of the phone', 'asha')
    await press(page(), 'Find')
    await page().findByText('No customers found. Register the caller.')
    refuse('find-customers', 'TOO_MANY_REQUESTS')
    await write(page(), 'Name, or the last digits of the phone', 'meena')
    await press(page(), 'Find')
    await page().findByRole('alert')
    expect(inputsOf('find-customers').map(({ query }) => query)).toEqual(['asha', 'meena'])
  })

  test('[O-02] registers a caller once for two presses, and refuses a wrong phone at its field', async () => {
    refuse('register-guest-user', 'INVALID_INPUT', { fields: { phone: 'fieldPhoneInvalid' } })
    await openPage('/call-and-order')
    await write(page(), 'Name', 'Guest Rao')
    await write(page(), 'Phone', '12')
    await write(page(), 'Email address', 'guest@example.test')
    await press(page(), 'Register')
    await expect.poll(() => noteAt(page(), 'Phone')).not.toBe('')
    answer('register-guest-user', recorded('register-guest-user'))
    const release = hold('register-guest-user')
    await write(page(), 'Phone', '+919876543210')
    await press(page(), 'Register')
    await person.click(page().getByRole('button', { name: 'Register' }))
    release()
    await page().findByText('Guest Rao has an account now.')
    expect(inputsOf('register-guest-user').slice(1)).toEqual([
      { name: 'Guest Rao', phone: '+919876543210', email: 'guest@example.test' },
    ])
  })

  test('[O-01] shows owners only their own history', async () => {
    await openPage('/call-and-order', { ...ownerOf(), permissions: ['login_as_customer'] })
    await page().findByText(/^You can find customers who have ordered from you/)
    expect(page().queryByText('Orders for callers so far')).toBeNull()
  })
})
