import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { administrator, staffWith } from '#test/people.ts'
import { type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

type Person = Output<'dashboard/people/show'>['data']

function showPerson(change: Part<Person> = {}): void {
  answer('dashboard/people/show', recorded('dashboard/people/show', { data: { id: 4, open_requests: [], ...change } }))
}

const rider: Part<Person> = {
  name: 'Ravi Kumar',
  roles: ['rider'],
  rider: {
    vehicle_number: 'KA 01',
    description: 'Fast',
    commission: '12.5',
    tip_share: '100',
    max_open_orders: 2,
    cash_limit: '500.00',
    is_on_duty: true,
  },
}

beforeEach(() => {
  for (const table of ['sign_ins', 'customers', 'staff', 'riders', 'owners', 'data_requests'] as const)
    answerTable(table, [])
})

const part = (name: string) => within(page().getByRole('region', { name }))
async function openPerson(change: Part<Person> = {}, as = administrator) {
  showPerson(change)
  await openPage('/people/4', as)
  await page().findByRole('region', { name: 'Account' })
}

describe('the list of customers', () => {
  test('[U-20] shows a customer without a name as new customer', async () => {
    answerTable('customers', [
      row('customers', { id: 4, name: '•••• 2347' }),
      row('customers', { id: 5, name: 'Meena' }),
    ])
    await openPage('/customers?works_here=no')
    await page().findByText('New customer 2347')
    page().getByText('Meena')
    expect(queriesOf('customers').at(-1)).toMatchObject({ filters: { works_here: 'no' } })
  })
})

test('[U-20] the list of staff counts permissions, and says that an administrator has all', async () => {
  answerTable('staff', [
    row('staff', { id: 4, name: 'Leela', role: 'admin', permissions: 0 }),
    row('staff', { id: 5, name: 'Javed', role: 'staff', permissions: 3 }),
  ])
  await openPage('/staff')
  await page().findByText('Leela')
  expect(page().getByRole('row', { name: /^Leela.*Administrator All/ })).toBeTruthy()
  expect(page().getByRole('row', { name: /^Javed.*Staff 3/ })).toBeTruthy()
})

describe('the page of a customer', () => {
  test('[U-20] shows orders, wallet, referrals and addresses, and links to them', async () => {
    await openPerson({
      orders: { placed: 1200, delivered: 1100, cancelled: 7 },
      wallets: [{ currency: 'INR', own: '120.00', promotion: '40.00' }],
      referral: { code: '6F3C', referred_by: 'Meena', brought: 3 },
      is_phone_proved: false,
    })
    part('Account').getByText('+919876543210 (not confirmed)')
    const facts = part('Customer')
    facts.getByText('1,200 (1,100 delivered, 7 cancelled)')
    facts.getByText('₹120.00')
    facts.getByText('Home: 12 Lake Road')
    expect(facts.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/dashboard/orders?customer=4')
    expect(facts.getByRole('link', { name: 'Wallet history' }).getAttribute('href')).toBe(
      '/dashboard/wallet-movements?customer=4',
    )
    expect(part('Account').queryByRole('link', { name: 'All their actions' })).toBeNull()
  })

  test('[U-20] hides orders and wallet from staff without these permissions, and all actions', async () => {
    await openPerson({}, staffWith('all_users_view'))
    expect(page().queryByRole('link', { name: 'All orders' })).toBeNull()
    expect(page().queryByRole('link', { name: 'Wallet history' })).toBeNull()
    expect(page().queryByRole('button', { name: 'Change' })).toBeNull()
    expect(page().queryByRole('button', { name: /^Remove/ })).toBeNull()
    expect(page().queryByRole('region', { name: 'Access and data' })).toBeNull()
  })

  test('[U-20] says that an unknown customer does not exist', async () => {
    refuse('dashboard/people/show', 'NOT_FOUND')
    await openPage('/people/99')
    await page().findByRole('heading', { name: 'Person not found' })
    expect(page().getByRole('link', { name: 'Customers' }).getAttribute('href')).toBe('/dashboard/customers')
  })

  test('[U-20] saves a changed name, and an empty phone as none', async () => {
    answer('dashboard/people/update', { success: true })
    await openPerson()
    await press(page(), 'Change')
    await write(page(), 'Name', 'Asha Rao')
    await write(page(), 'Phone', '')
    await press(page(), 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/people/update')).toEqual([
      { id: 4, name: 'Asha Rao', email: 'asha@example.test', phone: null },
    ])
    await page().findByRole('button', { name: 'Change' })
  })

  test('[U-20] refuses an empty name at its field, and a taken phone in the form', async () => {
    await openPerson()
    await press(page(), 'Change')
    await write(page(), 'Name', '')
    await press(page(), 'Save')
    await expect.poll(() => noteAt(page(), 'Name')).toBe('Please fill in this field')
    refuse('dashboard/people/update', 'EMAIL_PHONE_ALREADY_USED')
    await write(page(), 'Name', 'Asha')
    await press(page(), 'Save')
    expect((await page().findByRole('alert')).textContent).toMatch(/\w/)
    await press(page(), 'Cancel')
    page().getByText('+919876543210')
  })

  test('[U-20] removes an address', async () => {
    answer('dashboard/people/delete-address', { success: true })
    await openPerson()
    await press(page(), 'Remove 12 Lake Road')
    await screen.findByText('The address was removed')
    expect(inputsOf('dashboard/people/delete-address')).toEqual([{ id: 4, address_id: 2 }])
  })

  test('[T-06] lets only administrators change the login of a store owner', async () => {
    await openPerson({ roles: ['store_owner'] }, staffWith('all_users_view', 'all_users_edit', 'all_users_wallet'))
    await press(page(), 'Change')
    expect((page().getByLabelText('Email address') as HTMLInputElement).readOnly).toBe(true)
    expect(noteAt(page(), 'Phone')).toBe('Only administrators can change how a store owner signs in.')
    expect(page().queryByRole('button', { name: 'Set a new password' })).toBeNull()
  })

  test('[U-01] lists the newest sign-ins, also refused ones', async () => {
    answerTable(
      'sign_ins',
      Array.from({ length: 8 }, (_, index) =>
        row('sign_ins', {
          id: index,
          at: '2026-11-21T10:00:00.000Z',
          audience: 'customer',
          way: 'code',
          device: `Phone ${index}`,
          outcome: index === 0 ? 'wrong' : 'in',
          network: 'Jio',
        }),
      ),
    )
    await openPerson()
    const list = part('Sign-in history')
    await list.findByText('Refused: wrong details, Code by phone')
    expect(list.getAllByText(/· Jio$/)).toHaveLength(6)
    expect(queriesOf('sign_ins')[0]).toMatchObject({ filters: { person: '4' } })
  })
})

describe('bans, passwords and sessions', () => {
  async function ask(button: string, title: string) {
    await press(page(), button)
    return dialog(title)
  }

  test('[U-20] a ban requires a reason', async () => {
    answer('dashboard/people/ban', { success: true })
    await openPerson()
    const question = await ask('Ban', 'Ban Asha Menon?')
    await press(question, 'Ban')
    await expect.poll(() => noteAt(question, 'Reason')).toBe('Please fill in this field')
    await write(question, 'Reason', 'Ten orders not paid')
    showPerson({ is_active: false })
    await press(question, 'Ban')
    await screen.findByText('The account is banned')
    expect(inputsOf('dashboard/people/ban').at(-1)).toEqual({ id: 4, is_banned: true, reason: 'Ten orders not paid' })
    await page().findByText('Customer · banned')
    await page().findByRole('button', { name: 'Let in again' })
  })

  test('[U-20] a ban is lifted with a reason', async () => {
    answer('dashboard/people/ban', { success: true })
    await openPerson({ is_active: false })
    const question = await ask('Let in again', 'Let Asha Menon in again?')
    await write(question, 'Reason', 'Paid')
    await press(question, 'Let in')
    await screen.findByText('The person can sign in again')
    expect(inputsOf('dashboard/people/ban')).toEqual([{ id: 4, is_banned: false, reason: 'Paid' }])
  })

  test('[U-21] the last administrator cannot be banned, and the typed reason stays', async () => {
    refuse('dashboard/people/ban', 'LAST_ADMINISTRATOR')
    await openPerson({ roles: ['admin'] })
    const question = await ask('Ban', 'Ban Asha Menon?')
    await write(question, 'Reason', 'x')
    await press(question, 'Ban')
    await question.findByRole('alert')
    expect(textIn(question, 'Reason')).toBe('x')
  })

  test('[U-20] a typed reason is discarded only after confirmation', async () => {
    await openPerson()
    const question = await ask('Ban', 'Ban Asha Menon?')
    await write(question, 'Reason', 'Ten orders')
    await person.keyboard('{Escape}')
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(question, 'Reason')).toBe('Ten orders')
  })

  test('[U-20] an account is deleted only after its name is typed', async () => {
    refuse('dashboard/people/delete', 'WALLET_NOT_EMPTY')
    await openPerson()
    const question = await ask('Delete the account', 'Delete the account of Asha Menon?')
    const button = question.getByRole('button', { name: 'Delete' }) as HTMLButtonElement
    await write(question, 'Reason', 'Their own wish')
    expect(button.disabled).toBe(true)
    await write(question, /^Type “/, 'Asha Menon')
    await person.click(button)
    await question.findByText(
      'The customer’s wallet still holds own money. Pay out this money before you delete the account.',
    )
    answer('dashboard/people/delete', { success: true })
    await person.click(button)
    await screen.findByText('The account is deleted')
    expect(inputsOf('dashboard/people/delete').at(-1)).toEqual({ id: 4, reason: 'Their own wish' })
  })

  test('[U-20] a password is set, and the field is cleared', async () => {
    answer('dashboard/people/set-password', { success: true })
    await openPerson()
    const question = await ask('Set a new password', 'A new password for Asha Menon')
    await write(question, 'Password', 'a-kettle-of-tea-9')
    await press(question, 'Set it')
    await screen.findByText('The password is set, and all sessions have ended')
    expect(inputsOf('dashboard/people/set-password')).toEqual([{ id: 4, password: 'a-kettle-of-tea-9' }])
    const again = await ask('Set a new password', 'A new password for Asha Menon')
    expect(textIn(again, 'Password')).toBe('')
  })

  test('[U-20] ending all sessions takes one press, and is sent once', async () => {
    answer('dashboard/people/end-sessions', { success: true })
    const release = hold('dashboard/people/end-sessions')
    await openPerson()
    await press(page(), 'Sign out everywhere')
    await person.click(page().getByRole('button', { name: 'Sign out everywhere' }))
    release()
    await screen.findByText('Signed out everywhere')
    expect(callsOf('dashboard/people/end-sessions')).toHaveLength(1)
  })

  test('personal data is downloaded with a reason', async () => {
    const saved: string[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:data', revokeObjectURL: () => {} }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    answer('dashboard/people/export', recorded('dashboard/people/export'))
    await openPerson()
    const question = await ask('Download personal data', 'All data of Asha Menon')
    await write(question, 'Reason', 'Asked by letter')
    await press(question, 'Download')
    await expect.poll(() => saved).toEqual(['person-4.json'])
    click.mockRestore()
    expect(inputsOf('dashboard/people/export')).toEqual([{ id: 4, reason: 'Asked by letter' }])
  })

  test('[GAP-76] a code for a second factor is shown once, for handing over in person', async () => {
    answer('dashboard/people/enrolment-code', recorded('dashboard/people/enrolment-code'))
    await openPerson({ roles: ['staff'] })
    const code = await ask('Create a code for the second factor', 'A code for Asha Menon')
    code.getByText('db3cc4-ca432e-fc5582-573c2d-ba0e46')
    await press(code, 'Done')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'A code for Asha Menon' })).toBeNull()
  })

  test.each([
    ['a customer', { roles: ['customer'] as const }, ['Download personal data', 'Delete the account']],
    ['a member of staff', { roles: ['staff'] as const }, ['Create a code for the second factor']],
    ['one who has a second factor', { roles: ['staff'] as const, has_second_factor: true }, []],
  ])('[U-20] the account of %s has its own actions', async (_name, change, own) => {
    await openPerson({ ...change, roles: [...change.roles] })
    const actions = part('Access and data')
      .getAllByRole('button')
      .map((button) => button.textContent ?? '')
    expect(actions.filter((name) => !['Set a new password', 'Sign out everywhere', 'Ban'].includes(name))).toEqual(own)
  })
})

describe('permissions of staff', () => {
  test('[U-21] permissions are ticked and sent as a whole', async () => {
    answer('dashboard/staff/set-permissions', { success: true })
    await openPerson({ roles: ['staff'], permissions: ['order_view', 'order_actions'] })
    const form = part('Permissions')
    const save = () => form.getByRole('button', { name: 'Save' }) as HTMLButtonElement
    expect(save().disabled).toBe(true)
    const ticked = () => form.getAllByRole('checkbox', { checked: true }).map((box) => (box as HTMLInputElement).value)
    expect(ticked()).toEqual(['order_view', 'order_actions'])
    await person.click(form.getByRole('checkbox', { name: 'See reports' }))
    await person.click(form.getAllByRole('checkbox', { checked: true })[0]!)
    await person.click(save())
    await screen.findByText('Saved. The person has the new permissions from their next action on.')
    expect(inputsOf('dashboard/staff/set-permissions')).toEqual([
      { id: 4, role: 'staff', permissions: ['order_actions', 'reports_view'] },
    ])
  })

  test('[U-21] all permissions are in the list', async () => {
    await openPerson({ roles: ['staff'] })
    const offered = part('Permissions')
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).value)
    expect(offered.toSorted()).toEqual([...administrator.permissions].toSorted())
  })

  test('[U-21] the permissions of an administrator show no list', async () => {
    await openPerson({ roles: ['admin'] })
    const form = part('Permissions')
    expect(form.queryAllByRole('checkbox')).toEqual([])
    await person.selectOptions(form.getByLabelText('Role'), 'Staff, with the permissions below')
    expect(form.getAllByRole('checkbox').length).toBeGreaterThan(20)
  })

  test.each([
    ['staff', staffWith('all_users_view', 'all_users_edit'), {}],
    ['the person themselves', { ...administrator, id: 4 }, {}],
  ])('[U-21] permissions are not changed by %s', async (_name, as, change) => {
    await openPerson({ roles: ['staff'], ...change }, as)
    const form = part('Permissions')
    expect(form.queryByRole('button', { name: 'Save' })).toBeNull()
    expect(form.getAllByRole('checkbox').every((box) => box.matches(':disabled'))).toBe(true)
  })
})

describe('the side bar', () => {
  test.each([
    ['Riders', { ...rider, roles: ['customer', 'rider'] }],
    ['Customers', { roles: ['customer'], rider: null }],
    ['Settings', { roles: ['staff'], rider: null }],
  ] satisfies [string, Part<Person>][])('[U-18] opens %s for a person of that list', async (area, change) => {
    await openPerson(change)
    const sides = within(screen.getByRole('navigation', { name: 'Dashboard' }))
    expect(sides.getAllByRole('list').map((list) => list.getAttribute('aria-label'))).toEqual([null, area])
  })
})

describe('a rider', () => {
  test('[U-18] gets the typed pay and limits', async () => {
    answer('dashboard/riders/update', { success: true })
    await openPerson(rider)
    const form = part('Rider, on duty')
    await write(form, 'Vehicle', 'KA 01 AB 1234')
    await write(form, 'Open orders at the same time', '3')
    await write(form, 'Maximum cash to hold', '750')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/riders/update')).toEqual([
      {
        id: 4,
        vehicle_number: 'KA 01 AB 1234',
        description: 'Fast',
        commission: '12.5',
        tip_share: '100',
        max_open_orders: 3,
        cash_limit: '750',
      },
    ])
  })

  test.each([
    ['Open orders at the same time', 'two', /number/],
    ['Vehicle', 'x'.repeat(300), /long/],
    ['Shown to customers', 'x'.repeat(3000), /long/],
  ])('[U-18] is refused at the field %s', async (label, typed, text) => {
    await openPerson(rider)
    const form = part('Rider, on duty')
    await write(form, label, typed)
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, label)).toMatch(text)
  })

  test('[U-18] serves the chosen stores', async () => {
    answer('dashboard/riders/set-stores', { success: true })
    answer('dashboard/find-stores', {
      success: true,
      stores: [{ id: 8, name: 'Corner Tea', slug: 'corner-tea', currency: 'INR' }],
    })
    await openPerson({ ...rider, served_stores: [{ id: 7, name: 'Corner Kitchen' }] })
    const stores = part('Serves these stores')
    await write(stores, 'Stores', 'corner')
    await take(stores, /^Corner Tea/)
    await press(stores, 'Remove Corner Kitchen')
    await press(stores, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/riders/set-stores')).toEqual([{ id: 4, store_ids: [8] }])
  })

  test('[U-18] and its stores are read-only without the permission', async () => {
    await openPerson({ ...rider, served_stores: [{ id: 7, name: 'Corner Kitchen' }] }, staffWith('all_users_view'))
    expect(page().queryByRole('button', { name: 'Save' })).toBeNull()
    part('Serves these stores').getByText('Corner Kitchen')
    expect(part('Rider, on duty').getByLabelText('Vehicle').matches(':disabled')).toBe(true)
  })
})

describe('data requests', () => {
  test('a request by letter is recorded', async () => {
    answer('dashboard/data-requests/create', recorded('dashboard/data-requests/create'))
    await openPerson()
    await press(page(), 'Record a request')
    const form = within(page().getByRole('form', { name: 'Record a request' }))
    await person.selectOptions(form.getByLabelText('What the customer requested'), 'Deletion')
    await write(form, 'How the request came', 'By letter')
    showPerson({
      open_requests: [{ id: 3, kind: 'deletion', asked_at: '', due_at: '2026-01-01T00:00:00.000Z', note: 'By letter' }],
    })
    await press(form, 'Record')
    await screen.findByText('The request is recorded and due in thirty days')
    expect(inputsOf('dashboard/data-requests/create')).toEqual([{ id: 4, kind: 'deletion', note: 'By letter' }])
    await part('Data requests').findByText('(late)')
  })

  test('an open request is refused with a reason, and a closed one shows its result', async () => {
    answerTable('data_requests', [
      row('data_requests', { id: 3, person_id: 4, person: 'Asha Menon', kind: 'export', state: 'open', is_late: true }),
      row('data_requests', {
        id: 4,
        person_id: 5,
        person: 'Imran',
        kind: 'deletion',
        state: 'refused',
        reason: 'A debt',
      }),
    ])
    answer('dashboard/data-requests/refuse', { success: true })
    await openPage('/data-requests')
    const rows = await page().findAllByRole('row')
    await person.click(within(rows[1]!).getAllByRole('cell')[1]!)
    const panel = await dialog('Data request')
    await press(panel, 'Refuse it')
    await expect.poll(() => noteAt(panel, 'Why you refuse the request')).toBe('Please fill in this field')
    await write(panel, 'Why you refuse the request', 'Not who they say')
    await press(panel, 'Refuse it')
    await screen.findByText('The request is refused')
    expect(inputsOf('dashboard/data-requests/refuse').at(-1)).toEqual({ id: 3, reason: 'Not who they say' })
    await person.click(within(page().getAllByRole('row')[2]!).getAllByRole('cell')[1]!)
    const decided = await dialog('Data request')
    await decided.findByText('A debt')
    expect(decided.queryByRole('button', { name: 'Refuse it' })).toBeNull()
  })
})

describe('a new account', () => {
  test('[U-21] an account of staff is created by an administrator, and its page opens', async () => {
    answer('dashboard/people/create', { success: true, id: 4 })
    showPerson({ roles: ['staff'] })
    await openPage('/staff')
    await press(page(), /^(New|Add)/)
    const form = within(await screen.findByRole('dialog'))
    await person.selectOptions(form.getByLabelText('Role'), 'Staff: you choose the permissions afterwards')
    await write(form, 'Name', 'Nila Das')
    await write(form, 'Email address', 'nila@example.test')
    await write(form, 'First password', 'a-kettle-of-tea-9')
    await press(form, 'Create the account')
    await screen.findByText('The account was created')
    expect(inputsOf('dashboard/people/create')).toEqual([
      { role: 'staff', name: 'Nila Das', email: 'nila@example.test', phone: null, password: 'a-kettle-of-tea-9' },
    ])
    await expect.poll(() => address()).toBe('/people/4')
  })

  test('[U-18] the account of a rider without a name is refused at the field', async () => {
    await openPage('/riders')
    await press(page(), /^(New|Add)/)
    const form = within(await screen.findByRole('dialog'))
    expect(form.queryByLabelText('Role')).toBeNull()
    await write(form, 'Email address', 'nila@example.test')
    await press(form, 'Create the account')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
  })

  test('[U-21] the account of a rider can be created by staff who may not view people, for whom its row does not open', async () => {
    answerTable('riders', [row('riders', { id: 14, name: 'Ravi' })])
    await openPage('/riders', staffWith('delivery_guys_view', 'all_users_edit'))
    const line = (await page().findByText('Ravi')).closest('tr')!
    expect(line.hasAttribute('tabindex')).toBe(false)
    expect(page().queryByRole('button', { name: /^(New|Add)/ })).not.toBeNull()
  })

  test('[U-21] the account of a member of staff cannot be created by staff', async () => {
    await openPage('/staff', staffWith('all_users_view', 'all_users_edit'))
    expect(page().queryByRole('button', { name: /^(New|Add)/ })).toBeNull()
  })
})

describe('acting as an owner', () => {
  test('requires a reason', async () => {
    refuse('dashboard/owners/act', 'NOT_FOUND')
    await openPerson({ roles: ['store_owner'] })
    const box = part('Act as this owner')
    await press(box, 'Act as this owner')
    await write(box, 'Reason', 'Menu is broken')
    await press(box, 'Act as this owner')
    await box.findByRole('alert')
    expect(inputsOf('dashboard/owners/act').at(-1)).toEqual({ id: 4, reason: 'Menu is broken' })
  })

  test.each([
    ['an owner who is staff as well', { roles: ['store_owner', 'staff'] as const }, administrator],
    ['a banned owner', { roles: ['store_owner'] as const, is_active: false }, administrator],
    ['a customer', { roles: ['customer'] as const }, administrator],
    ['staff without the permission', { roles: ['store_owner'] as const }, staffWith('all_users_view')],
  ])('is not offered: %s', async (_name, change, as) => {
    await openPerson({ ...change, roles: [...change.roles] }, as)
    expect(page().queryByRole('region', { name: 'Act as this owner' })).toBeNull()
  })
})
