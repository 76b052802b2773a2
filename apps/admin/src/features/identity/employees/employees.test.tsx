import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { dialog, noteAt, openApp, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { employeeAs, ownerOf } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

type People = Output<'store-owner/employees'>

const showPeople = (change: Part<People> = {}) =>
  answer('store-owner/employees', recorded('store-owner/employees', change))

beforeEach(() => {
  showPeople()
  answer('store-owner/get-store', changed(recorded('store-owner/get-store'), { id: 1, is_accepted: 1 } as never))
})

async function openPeople(as = ownerOf()) {
  await openPage('/stores/1?section=people', as)
  return within(await page().findByRole('region', { name: 'Store staff' }))
}

/** Returns the row of a person or of an invitation. */
const rowOf = (people: ReturnType<typeof within>, name: string) => within(people.getByText(name).closest('li')!)

describe('the people of a store', () => {
  test('[T-06] people are listed with their role and contact, and the invitations with their end', async () => {
    const people = await openPeople()
    rowOf(people, 'Meena Rao').getByText('Owner')
    rowOf(people, 'Divya Shetty').getByText('divya@example.test')
    rowOf(people, '+919845000002').getByText('Kitchen, until Dec 3, 2026, 2:30 PM')
    expect(rowOf(people, 'Meena Rao').queryByRole('button')).toBeNull()
    expect(people.queryByText('No one except the owner works here yet.')).toBeNull()
  })

  test('[T-06] a store without other people says so', async () => {
    showPeople({ employees: [], invitations: [] })
    const people = await openPeople()
    people.getByText('No one except the owner works here yet.')
    expect(people.queryByRole('heading', { name: 'Open invitations' })).toBeNull()
  })

  test('[T-06] if the people cannot be loaded, the page says why, and loads again on request', async () => {
    refuse('store-owner/employees', 'INTERNAL')
    await openPage('/stores/1?section=people', ownerOf())
    const alert = within(await page().findByRole('alert'))
    showPeople()
    await press(alert, 'Try again')
    await page().findByText('Divya Shetty')
  })

  test('[T-06] who have the same role as the signed-in person cannot be changed by them', async () => {
    const [divya] = recorded('store-owner/employees').employees
    showPeople({
      employees: [divya!, { ...divya!, id: 5, name: 'Imran', role: 'cashier' }],
      may_give: ['kitchen', 'cashier'],
    })
    const people = await openPeople(employeeAs('manager'))
    rowOf(people, 'Divya Shetty').getByText('Manager')
    expect(rowOf(people, 'Divya Shetty').queryByRole('combobox')).toBeNull()
    const roles = within(people.getByLabelText('Role of Imran')).getAllByRole('option')
    expect(roles.map((option) => option.textContent)).toEqual(['Kitchen', 'Cashier'])
  })

  test('[T-06] cannot be invited if there is no role that the signed-in person may give', async () => {
    showPeople({ may_give: [] })
    const people = await openPeople(employeeAs('manager'))
    expect(people.queryByRole('button')).toBeNull()
  })
})

describe('an employee', () => {
  test('[T-06] gets another role as soon as it is chosen', async () => {
    answer('store-owner/employees/set-role', { success: true })
    const release = hold('store-owner/employees/set-role')
    const people = await openPeople()
    const role = people.getByLabelText<HTMLSelectElement>('Role of Divya Shetty')
    await person.selectOptions(role, 'Cashier')
    expect([role.value, role.disabled]).toEqual(['cashier', true])
    release()
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/employees/set-role')).toEqual([{ store_id: 1, employee_id: 4, role: 'cashier' }])
    expect(callsOf('store-owner/employees')).toHaveLength(2)
  })

  test('[T-06] keeps the old role if the change is refused', async () => {
    refuse('store-owner/employees/set-role', 'NOT_FOUND')
    const people = await openPeople()
    await person.selectOptions(people.getByLabelText('Role of Divya Shetty'), 'Kitchen')
    await expect.poll(() => people.getByLabelText<HTMLSelectElement>('Role of Divya Shetty').value).toBe('manager')
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('[T-06] is removed after a question', async () => {
    answer('store-owner/employees/remove', { success: true })
    const people = await openPeople()
    await press(people, 'Remove Divya Shetty')
    await press(await dialog('Remove Divya Shetty?'), 'Keep')
    expect(inputsOf('store-owner/employees/remove')).toEqual([])
    await press(people, 'Remove Divya Shetty')
    showPeople({ employees: [] })
    await press(await dialog('Remove Divya Shetty?'), 'Remove')
    await screen.findByText('Divya Shetty no longer works here')
    expect(inputsOf('store-owner/employees/remove')).toEqual([{ store_id: 1, employee_id: 4 }])
    await people.findByText('No one except the owner works here yet.')
  })
})

describe('an invitation', () => {
  async function openForm() {
    const people = await openPeople()
    await press(people, 'Invite')
    return dialog('Invite a person')
  }

  test('[T-06] goes to an email address, with the lowest role first', async () => {
    refuse('store-owner/employees/invite', 'INVALID_INPUT', { fields: { email: 'fieldEmailInvalid' } })
    const form = await openForm()
    expect(textIn(form, 'Role')).toBe('cashier')
    await write(form, 'Email address', 'imran')
    await press(form, 'Send the invitation')
    await expect.poll(() => noteAt(form, 'Email address')).toBe('Enter a valid email address')
    answer('store-owner/employees/invite', recorded('store-owner/employees/invite'))
    await write(form, 'Email address', 'imran@example.test')
    await person.selectOptions(form.getByLabelText('Role'), 'Kitchen')
    await press(form, 'Send the invitation')
    await screen.findByText('The invitation was sent')
    expect(inputsOf('store-owner/employees/invite').at(-1)).toEqual({
      store_id: 1,
      role: 'kitchen',
      email: 'imran@example.test',
    })
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Invite a person' })).toBeNull()
  })

  test('[T-06] an invitation by text message asks for a mobile number alone', async () => {
    answer('store-owner/employees/invite', recorded('store-owner/employees/invite'))
    const form = await openForm()
    await write(form, 'Email address', 'imran@example.test')
    await person.selectOptions(form.getByLabelText('Invite by'), 'Text message')
    expect(form.queryByLabelText('Email address')).toBeNull()
    await write(form, 'Mobile number', '+91 98450 12345')
    await press(form, 'Send the invitation')
    await screen.findByText('The invitation was sent')
    expect(inputsOf('store-owner/employees/invite')).toEqual([
      { store_id: 1, role: 'cashier', phone: '+91 98450 12345' },
    ])
  })

  test('[T-06] an invitation that was not sent keeps what was typed, and is not lost without a question', async () => {
    cut('store-owner/employees/invite')
    const form = await openForm()
    await write(form, 'Email address', 'imran@example.test')
    await press(form, 'Send the invitation')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    expect(textIn(form, 'Email address')).toBe('imran@example.test')
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Invite a person' })).toBeNull()
  })

  test('[T-06] is withdrawn by one press', async () => {
    answer('store-owner/employees/withdraw-invitation', { success: true })
    const people = await openPeople()
    showPeople({ invitations: [] })
    await press(people, 'Withdraw the invitation of +919845000002')
    await screen.findByText('The invitation is withdrawn')
    expect(inputsOf('store-owner/employees/withdraw-invitation')).toEqual([{ store_id: 1, invitation_id: 1 }])
    await expect.poll(() => people.queryByText('+919845000002')).toBeNull()
  })
})

describe('the page of an invitation', () => {
  type Invitation = Output<'dashboard/invitations/show'>
  const openLink = (change: Part<Invitation> = {}) => {
    answer('dashboard/invitations/show', recorded('dashboard/invitations/show', change))
    openApp('/join#the-token')
  }

  test('[T-06] makes an account with a name and a password, then leads to the sign-in', async () => {
    answer('dashboard/invitations/accept', { success: true })
    openLink()
    await screen.findByRole('heading', { name: 'Work at Sagar Tiffins' })
    screen.getByText(/^Your role: Manager\. Create the account/)
    expect(screen.getByLabelText<HTMLInputElement>('Email address').readOnly).toBe(true)
    await write(screen, 'Your name', 'Divya Shetty')
    await write(screen, 'Password', 'a long password')
    await press(screen, 'Create the account')
    await screen.findByRole('heading', { name: 'You now work at Sagar Tiffins' })
    expect(inputsOf('dashboard/invitations/show')).toEqual([{ token: 'the-token' }])
    expect(inputsOf('dashboard/invitations/accept')).toEqual([
      { token: 'the-token', name: 'Divya Shetty', email: 'divya@example.test', password: 'a long password' },
    ])
  })

  test('[T-06] asks a person with an account for their password alone', async () => {
    answer('dashboard/invitations/accept', { success: true })
    openLink({ has_account: true, email: null, phone_end: '4567', role: 'kitchen' })
    await screen.findByText(/Enter the password of this account\.$/)
    expect(screen.queryByLabelText('Your name')).toBeNull()
    expect(noteAt(screen, 'Email address')).toBe('The email address of the account whose phone number ends in 4567.')
    await write(screen, 'Email address', 'imran@example.test')
    await write(screen, 'Password', 'a long password')
    await press(screen, 'Accept the invitation')
    await screen.findByRole('button', { name: 'Go to the dashboard' })
    expect(inputsOf('dashboard/invitations/accept')[0]).not.toHaveProperty('name')
  })

  test('[T-06] shows a refused password at its field, and keeps the name', async () => {
    refuse('dashboard/invitations/accept', 'INVALID_INPUT', { fields: { password: 'fieldPasswordCommon' } })
    openLink()
    await screen.findByLabelText('Your name')
    await write(screen, 'Your name', 'Divya')
    await write(screen, 'Password', 'password1')
    await press(screen, 'Create the account')
    await expect.poll(() => noteAt(screen, 'Password')).not.toMatch(/^At least eight/)
    expect(textIn(screen, 'Your name')).toBe('Divya')
  })

  test('[T-06] the page of a used link says so and offers the sign-in', async () => {
    refuse('dashboard/invitations/show', 'INVITATION_USED')
    openApp('/join#the-token')
    await screen.findByRole('heading', { name: 'This invitation cannot be used' })
    const open = vi.fn()
    vi.stubGlobal('location', { ...location, assign: open, hash: '' })
    await press(screen, 'Go to the dashboard')
    expect(open).toHaveBeenCalledWith('/dashboard')
  })

  test('[T-06] an invitation that cannot be loaded is loaded again on request', async () => {
    refuse('dashboard/invitations/show', 'INTERNAL')
    openApp('/join#the-token')
    const alert = within(await screen.findByRole('alert'))
    answer('dashboard/invitations/show', recorded('dashboard/invitations/show'))
    await press(alert, 'Try again')
    await screen.findByRole('heading', { name: 'Work at Sagar Tiffins' })
  })
})
