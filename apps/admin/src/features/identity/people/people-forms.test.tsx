import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, factsOf, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { administrator, staffWith } from '#test/people.ts'
import { type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

type Person = Output<'dashboard/people/show'>['data']

const showPerson = (change: Part<Person> = {}) =>
  answer('dashboard/people/show', recorded('dashboard/people/show', { data: { id: 4, open_requests: [], ...change } }))
const part = (name: string | RegExp) => within(page().getByRole('region', { name }))

async function openPerson(change: Part<Person> = {}, as = administrator) {
  showPerson(change)
  await openPage('/people/4', as)
  await page().findByRole('region', { name: 'Account' })
}

beforeEach(() => {
  for (const table of ['sign_ins', 'customers', 'staff', 'riders', 'owners', 'data_requests'] as const)
    answerTable(table, [])
})

describe('the account of a person', () => {
  const openForm = async (change: Part<Person> = {}, as = administrator) => {
    await openPerson(change, as)
    await press(part('Account'), 'Change')
    return part('Account')
  }

  test('[U-20] is sent once for two presses, and read again', async () => {
    answer('dashboard/people/update', { success: true } as never)
    const form = await openForm()
    await write(form, 'Name', 'Asha M.')
    const release = hold('dashboard/people/update')
    await press(form, 'Save')
    await person.click(form.getByRole('button', { name: 'Save' }))
    showPerson({ name: 'Asha M.' })
    release()
    await page().findByRole('heading', { level: 1, name: /Asha M\./ })
    expect(inputsOf('dashboard/people/update')).toEqual([
      { id: 4, name: 'Asha M.', email: 'asha@example.test', phone: '+919876543210' },
    ])
  })

  test.each([
    ['email', 'Email address', 'fieldEmailInvalid', 'Enter a valid email address'],
    ['phone', 'Phone', 'fieldPhoneInvalid', 'Enter a valid mobile number'],
  ] as const)('[U-20] shows a refused %s at its field', async (name, label, reason, text) => {
    refuse('dashboard/people/update', 'INVALID_INPUT', { fields: { [name]: reason } })
    const form = await openForm()
    await write(form, label, 'wrong')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, label)).toBe(text)
    expect(textIn(form, label)).toBe('wrong')
  })

  test('[U-20] stays as it was after “Cancel”', async () => {
    const form = await openForm()
    await write(form, 'Name', 'Someone')
    await press(form, 'Cancel')
    expect(form.queryByLabelText('Name')).toBeNull()
    await press(form, 'Change')
    expect(textIn(form, 'Name')).toBe('Asha Menon')
  })

  test('[U-20] stays typed without a connection', async () => {
    cut('dashboard/people/update')
    const form = await openForm()
    await write(form, 'Name', 'Asha M.')
    await press(form, 'Save')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    expect(textIn(form, 'Name')).toBe('Asha M.')
  })

  test('[T-06] the account of a customer keeps its address for staff who may not spend wallets', async () => {
    const form = await openForm({}, staffWith('all_users_view', 'all_users_edit'))
    expect(form.getByLabelText<HTMLInputElement>('Email address').readOnly).toBe(true)
    expect(form.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(false)
  })

  test('[U-01] says where the person is signed in, also when staff act for them', async () => {
    const at = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await openPerson({
      sessions: [{ audience: 'store-owner', created_at: at, last_seen_at: at, acting_staff: 'Farah Khan' }],
      is_phone_proved: false,
      has_second_factor: true,
      made_by: 'Meena Rao',
    })
    const facts = part('Account')
    facts.getByText('Store, Farah Khan on their behalf')
    facts.getByText(/seen 3 h ago$/)
    facts.getByText('+919876543210 (not confirmed)')
    facts.getByText('Set up')
  })

  test('[U-01] an account that is signed in nowhere says so', async () => {
    await openPerson({ sessions: [], email: null, phone: null })
    part('Account').getByText('Nowhere.')
  })
})

describe('the addresses of a customer', () => {
  test('[U-20] addresses stay if they cannot be removed', async () => {
    refuse('dashboard/people/delete-address', 'NOT_FOUND')
    await openPerson()
    await press(part('Customer'), 'Remove 12 Lake Road')
    await expect.poll(() => inputsOf('dashboard/people/delete-address')).toEqual([{ id: 4, address_id: 2 }])
    part('Customer').getByText(/12 Lake Road/)
  })
})

describe('a rider', () => {
  const rider: Part<Person> = {
    name: 'Ravi Kumar',
    roles: ['rider'],
    served_stores: [{ id: 1, name: 'Sagar' }],
    rider: {
      vehicle_number: 'KA 01',
      description: 'Fast',
      commission: '12.5',
      tip_share: '100',
      max_open_orders: 2,
      cash_limit: '500.00',
      is_on_duty: false,
    },
  }

  test('[U-18] can be saved only after a change, and shows each refused number at its field', async () => {
    refuse('dashboard/riders/update', 'INVALID_INPUT', {
      fields: { commission: 'fieldTooLarge', cash_limit: 'fieldAmountInvalid' },
    })
    await openPerson(rider)
    const form = part('Rider, off duty')
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await write(form, 'Share of the delivery charge', '120')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Share of the delivery charge')).toBe('This number is too large')
    expect(noteAt(form, 'Maximum cash to hold')).toBe('Please enter an amount')
    expect(textIn(form, 'Share of the delivery charge')).toBe('120')
  })

  test('[U-18] keeps the stores on the screen if they cannot be saved, and leaving asks', async () => {
    const store = { id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' }
    answer('dashboard/find-stores', { success: true, stores: [store] })
    refuse('dashboard/riders/set-stores', 'NOT_FOUND')
    await openPerson(rider)
    const stores = part('Serves these stores')
    await write(stores, 'Stores', 'corner')
    await take(stores, /^Corner Kitchen/)
    await press(stores, 'Save')
    await expect.poll(() => inputsOf('dashboard/riders/set-stores')).toEqual([{ id: 4, store_ids: [1, 7] }])
    stores.getByRole('button', { name: 'Remove Corner Kitchen' })
    await person.click(page().getAllByRole('link')[0]!)
    await press(await dialog('Discard changes?'), 'Keep editing')
  })
})

describe('permissions of staff', () => {
  test('[U-21] permissions are not for administrators, who need none, and nothing is sent without a change', async () => {
    answer('dashboard/staff/set-permissions', { success: true } as never)
    await openPerson({ roles: ['staff'], permissions: ['order_view'] })
    const form = part('Permissions')
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await person.selectOptions(form.getByLabelText('Role'), 'Administrator, who may do everything')
    expect(form.queryByRole('checkbox')).toBeNull()
    await press(form, 'Save')
    await screen.findByText('Saved. The person has the new permissions from their next action on.')
    expect(inputsOf('dashboard/staff/set-permissions')).toEqual([{ id: 4, role: 'admin', permissions: ['order_view'] }])
  })

  test('[U-21] the permissions of the last administrator are refused, and the choice stays', async () => {
    refuse('dashboard/staff/set-permissions', 'LAST_ADMINISTRATOR')
    await openPerson({ roles: ['admin'] })
    const form = part('Permissions')
    await person.selectOptions(form.getByLabelText('Role'), 'Staff, with the permissions below')
    await press(form, 'Save')
    await form.findByRole('alert')
    expect(textIn(form, 'Role')).toBe('staff')
  })
})

describe('a new account', () => {
  async function openNew(path: string, button: string) {
    await openPage(path)
    await press(page(), button)
    return dialog(button)
  }

  test('[U-18] the account of a rider has a phone, and is not made twice', async () => {
    answer('dashboard/people/create', { success: true, id: 4 })
    showPerson()
    const form = await openNew('/riders', 'New rider')
    for (const [label, text] of [
      ['Name', 'Ravi'],
      ['Email address', 'ravi@example.test'],
      ['Phone', '+91 98450 12345'],
      ['First password', 'a-kettle-of-tea-9'],
    ] as const)
      await write(form, label, text)
    const release = hold('dashboard/people/create')
    await press(form, 'Create the account')
    await person.click(form.getByRole('button', { name: 'Create the account' }))
    release()
    await screen.findByText('The account was created')
    expect(inputsOf('dashboard/people/create')).toEqual([
      {
        role: 'rider',
        name: 'Ravi',
        email: 'ravi@example.test',
        phone: '+91 98450 12345',
        password: 'a-kettle-of-tea-9',
      },
    ])
  })

  test('[U-21] an account whose address is taken says so and keeps what was typed', async () => {
    refuse('dashboard/people/create', 'EMAIL_PHONE_ALREADY_USED')
    const form = await openNew('/owners', 'New store owner')
    await write(form, 'Name', 'Kiran')
    await write(form, 'Email address', 'kiran@example.test')
    await write(form, 'First password', 'a-kettle-of-tea-9')
    await press(form, 'Create the account')
    await form.findByRole('alert')
    expect([textIn(form, 'Name'), textIn(form, 'Email address')]).toEqual(['Kiran', 'kiran@example.test'])
  })

  test('[U-21] an account that was begun is not lost without a question', async () => {
    const form = await openNew('/staff', 'New member of staff')
    await write(form, 'Name', 'Nila')
    await person.keyboard('{Escape}')
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'New member of staff' })).toBeNull()
    expect(callsOf('dashboard/people/create')).toEqual([])
  })
})

describe('a data request', () => {
  const open = row('data_requests', {
    id: 3,
    person_id: 4,
    person: 'Asha Menon',
    kind: 'deletion',
    state: 'open',
    asked_at: '2026-11-01T10:00:00.000Z',
    due_at: '2026-12-01T10:00:00.000Z',
    is_late: true,
    noted_by: 'Farah',
    note: 'By letter',
  })
  const openRequest = async (as = administrator) => {
    answerTable('data_requests', [open])
    await openPage('/data-requests', as)
    const [, first] = await page().findAllByRole('row')
    await person.click(within(first!).getByText('Deletion'))
    return dialog('Data request')
  }

  test('says who asked for what, until when, and links to the person', async () => {
    const panel = await openRequest()
    expect(factsOf(panel)).toEqual([
      ['Request', 'Deletion'],
      ['Who', 'Asha Menon'],
      ['State', 'Open'],
      ['Asked', 'Nov 1, 2026, 3:30 PM'],
      ['Due', 'Dec 1, 2026, 3:30 PM, late'],
      ['Recorded by', 'Farah'],
      ['Note', 'By letter'],
    ])
    expect(panel.getByRole('link', { name: 'Asha Menon' }).getAttribute('href')).toBe('/dashboard/people/4')
  })

  test('is not refused by staff who may only view people', async () => {
    const panel = await openRequest(staffWith('all_users_view'))
    expect(panel.queryByRole('button', { name: 'Refuse it' })).toBeNull()
  })

  test('a data request that was decided meanwhile says so', async () => {
    refuse('dashboard/data-requests/refuse', 'NOT_FOUND')
    const panel = await openRequest()
    await write(panel, 'Why you refuse the request', 'Not who they say')
    await press(panel, 'Refuse it')
    await panel.findByRole('alert')
    expect(textIn(panel, 'Why you refuse the request')).toBe('Not who they say')
  })
})
