import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

type Store = Output<'dashboard/stores/read'>['store']

function showStore(change: Part<Store> = {}): void {
  const known = {
    id: 1,
    name: 'Corner Kitchen',
    kind: 'store',
    is_accepted: 1,
    is_active: 1,
    currency: 'INR',
    ...change,
  } as const
  answer('dashboard/stores/read', recorded('dashboard/stores/read', { store: known as Part<Store> }))
  answer('store-owner/get-store', changed(recorded('store-owner/get-store'), known as never))
}

async function open(section: string, as = administrator) {
  await openPage(`/stores/1?section=${section}`, as)
  await page().findByRole('heading', { level: 1, name: 'Corner Kitchen' })
}

const section = async (name: string) => within(await page().findByRole('form', { name }))
const saveButton = () => page().getByRole<HTMLButtonElement>('button', { name: 'Save' })

beforeEach(() => {
  showStore()
  answer('store-owner/update-store', recorded('store-owner/update-store'))
  answer('dashboard/stores/update', recorded('dashboard/stores/update'))
})

describe('the profile of a store', () => {
  test('[U-09] is sent whole after one field was changed, and can be saved only then', async () => {
    showStore({ address: '12, MG Road', phone: '+91 80 1234', delivery_type: 3, auto_acceptable: 0 })
    await open('profile')
    expect(saveButton().disabled).toBe(true)
    await write(page(), 'Name', 'Corner Café')
    await person.selectOptions(page().getByLabelText('Takes orders for'), 'Self-pickup')
    await person.click(page().getByLabelText('Accept orders automatically'))
    page().getByText('Not saved yet')
    await press(page(), 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-store')[0]).toMatchObject({
      store_id: 1,
      name: 'Corner Café',
      address: '12, MG Road',
      phone: '+91 80 1234',
      delivery_type: 2,
      auto_acceptable: 1,
    })
    await expect.poll(() => page().queryByText('Not saved yet')).toBeNull()
  })

  test('[U-09] the profile of a salon has no choice of delivery, and does not send one', async () => {
    showStore({ kind: 'salon', delivery_type: 4 })
    await open('profile')
    expect(page().queryByLabelText('Takes orders for')).toBeNull()
    await write(page(), 'Landmark', 'Opposite the park')
    await press(page(), 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-store')[0]).not.toHaveProperty('delivery_type')
  })

  test('[U-09] refuses an empty name at its field and keeps the other changes', async () => {
    await open('profile', ownerOf())
    await write(page(), 'Name', '')
    await write(page(), 'Price for two', '₹400')
    await press(page(), 'Save')
    await expect.poll(() => noteAt(page(), 'Name')).toBe('Please fill in this field')
    expect(textIn(page(), 'Price for two')).toBe('₹400')
    expect(document.activeElement).toBe(page().getByLabelText('Name'))
  })

  test('[U-09] is sent once for two presses, and keeps its text when the connection fails', async () => {
    cut('store-owner/update-store')
    await open('profile')
    await write(page(), 'Landmark', 'Opposite the park')
    await press(page(), 'Save')
    await page().findByText('There is no connection, so nothing was changed. Please try again.')
    expect(textIn(page(), 'Landmark')).toBe('Opposite the park')
    answer('store-owner/update-store', recorded('store-owner/update-store'))
    const release = hold('store-owner/update-store')
    await press(page(), 'Save')
    await person.click(saveButton())
    release()
    await screen.findByText('Saved')
    expect(callsOf('store-owner/update-store')).toHaveLength(2)
  })

  test('[U-09] can only be read by staff who may not edit stores', async () => {
    await open('profile', staffWith('stores_view'))
    const form = await section('Profile')
    expect(form.getByRole('group').hasAttribute('disabled')).toBe(true)
    expect(page().queryByRole('button', { name: 'Duplicate' })).toBeNull()
    expect(page().queryByRole('button', { name: /^(Approve|Hide from customers)$/ })).toBeNull()
  })

  test('[U-09] the profile of a store that is gone says so and leads back', async () => {
    refuse('dashboard/stores/read', 'NOT_FOUND')
    await openPage('/stores/1')
    await page().findByRole('alert')
    expect(
      page()
        .getByRole('link', { name: /Stores/ })
        .getAttribute('href'),
    ).toBe('/dashboard/stores')
  })
})

describe('the status of a store', () => {
  beforeEach(() => {
    answerTable('store_categories', [
      row('store_categories', { id: 3, name: 'Food' }),
      row('store_categories', { id: 4, name: 'Flowers' }),
    ])
    showStore({
      is_switched_on: 1,
      is_featured: 0,
      slug: 'corner-kitchen',
      commission_rate: '15.00',
      time_zone: 'Asia/Kolkata',
      categories_ids: [3],
      custom_message: null,
    })
  })

  test('[U-09] [U-10] switches it off and changes commission, page and categories together', async () => {
    await open('standing')
    expect((await page().findByLabelText<HTMLInputElement>('Food')).checked).toBe(true)
    await person.click(page().getByLabelText('Food'))
    await person.click(page().getByLabelText('Flowers'))
    await person.click(page().getByLabelText('Takes orders'))
    await person.click(page().getByLabelText('Featured'))
    await write(page(), 'Commission in percent', '12.5')
    await write(page(), 'Page', 'corner-cafe')
    await person.selectOptions(page().getByLabelText('Time zone'), 'Asia/Dubai')
    await press(page(), 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/stores/update')).toEqual([
      expect.objectContaining({
        store_id: 1,
        slug: 'corner-cafe',
        commission_rate: '12.5',
        time_zone: 'Asia/Dubai',
        is_active: 0,
        is_featured: 1,
        category_ids: [4],
      }),
    ])
  })

  test('[U-09] keeps the name of its time zone that the browser does not list', async () => {
    showStore({ time_zone: 'Asia/Calcutta' })
    await open('standing')
    expect(textIn(page(), 'Time zone')).toBe('Asia/Calcutta')
  })

  test.each([
    ['Page', 'Not a page', /\w/],
    ['Commission in percent', '120', /\w/],
  ])('[U-09] refuses a wrong “%s” at its field', async (label, typed, reason) => {
    await open('standing')
    const before = noteAt(page(), label)
    await write(page(), label, typed)
    await press(page(), 'Save')
    await expect.poll(() => noteAt(page(), label)).not.toBe(before)
    expect(noteAt(page(), label)).toMatch(reason)
    expect(textIn(page(), label)).toBe(typed)
  })

  test('[U-09] the field “Page” says if another store has the same page', async () => {
    refuse('dashboard/stores/update', 'INVALID_INPUT', { fields: { slug: 'fieldTaken' } })
    await open('standing')
    await write(page(), 'Page', 'taken')
    await press(page(), 'Save')
    await expect.poll(() => noteAt(page(), 'Page')).toBe('This value is already taken. Choose another.')
  })
})

describe('the delivery area', () => {
  test('[U-09] is a radius for owners, who cannot draw', async () => {
    showStore({ delivery_radius: 5 })
    await open('reach', ownerOf())
    const form = await section('Delivery area')
    expect(form.queryByRole('button', { name: 'Add an area' })).toBeNull()
    form.getByText('Only staff can change the areas and the position of the store.')
    await write(form, 'Radius', '8')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-store')).toEqual([{ store_id: 1, delivery_radius: '8' }])
  })

  test('[U-09] is drawn by staff in numbers: areas with corners, which are added, changed and removed', async () => {
    showStore({ delivery_radius: 5, latitude: '12.9', longitude: '77.6', delivery_areas: null })
    await open('reach')
    const form = await section('Delivery area')
    await press(form, 'Add an area')
    const corners = () => form.getAllByLabelText(/^Latitude of corner/)
    expect(corners()).toHaveLength(4)
    await press(form, 'Remove corner 4')
    await write(form, 'Latitude of corner 1', '12.95')
    await press(form, 'Add a corner')
    expect(corners()).toHaveLength(4)
    await press(form, 'Remove corner 4')
    await write(form, 'Longitude', '77.65')
    await press(form, 'Save')
    await screen.findByText('Saved')
    const [sent] = inputsOf('dashboard/stores/update')
    expect(sent).toMatchObject({ store_id: 1, delivery_radius: '5', latitude: 12.9, longitude: 77.65 })
    const [ring] = (sent as { delivery_areas: [number, number][][] }).delivery_areas
    expect(ring).toHaveLength(3)
    expect(ring![0]![1]).toBe(12.95)
  })

  test('[U-09] with two corners is refused before it is sent, and a removed area is none', async () => {
    showStore({
      delivery_areas: [
        [
          [77.6, 12.9],
          [77.7, 12.9],
          [77.7, 13],
        ],
      ],
    })
    await open('reach')
    const form = await section('Delivery area')
    expect(saveButton().disabled).toBe(true)
    await press(form, 'Remove corner 3')
    await press(form, 'Save')
    await form.findByRole('alert')
    expect(inputsOf('dashboard/stores/update')).toEqual([])
    await press(form, 'Remove the area')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('dashboard/stores/update')[0]).toMatchObject({ delivery_areas: [] })
  })

  test('[U-09] refuses a wrong radius at its field, and another refusal above the form', async () => {
    await open('reach')
    const form = await section('Delivery area')
    await write(form, 'Radius', 'far')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Radius')).toMatch(/\w/)
    refuse('dashboard/stores/update', 'INTERNAL')
    await write(form, 'Radius', '9')
    await press(form, 'Save')
    await form.findByRole('alert')
    expect(textIn(form, 'Radius')).toBe('9')
  })
})

describe('payment methods', () => {
  const show = (change: Part<Output<'store-owner/get-payment-gateways'>>) =>
    answer('store-owner/get-payment-gateways', recorded('store-owner/get-payment-gateways', change))

  test('[U-22] the payment methods of a store that may not choose are those of the shop', async () => {
    show({ may_choose: 0, offered: ['COD'] })
    await open('gateways', ownerOf())
    const part = within(await page().findByRole('region', { name: 'Payment methods' }))
    part.getByText('Cash.')
    expect(part.queryByRole('checkbox')).toBeNull()
  })

  test('[U-22] payment methods are chosen by the store, which reads the effect before it saves', async () => {
    show({ may_choose: 1, offered: ['COD'], chosen: ['COD'] })
    answer('store-owner/save-payment-gateways', recorded('store-owner/save-payment-gateways'))
    await open('gateways', ownerOf())
    const form = await section('Payment methods')
    form.getByText('With none selected, customers can use all methods of the shop.')
    await person.click(form.getByLabelText('Cash'))
    form.getByText('With none selected, customers can use all methods of the shop.')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/save-payment-gateways')).toEqual([{ store_id: 1, gateways: [] }])
  })

  test('[U-22] payment methods that the shop no longer offers stay in the list, with a warning', async () => {
    show({ may_choose: 1, offered: ['COD'], chosen: ['Stripe'] })
    await open('gateways', ownerOf())
    const form = await section('Payment methods')
    form.getByText('None of the selected methods is available now: customers could pay only from their wallet.')
    form.getByText('This payment method is not available at this store now.')
  })
})

describe('the payout account', () => {
  test('[U-09] is saved with all its fields', async () => {
    answer('store-owner/get-payout-details', recorded('store-owner/get-payout-details'))
    answer('store-owner/save-payout-details', recorded('store-owner/save-payout-details'))
    await open('payout', ownerOf())
    const form = await section('Payout')
    expect(textIn(form, 'Account number')).toBe('123456789012')
    await write(form, 'UPI address', 'sagar@upi')
    await write(form, 'Note', 'Weekly')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/save-payout-details')).toEqual([
      {
        store_id: 1,
        account_holder: 'Meena Rao',
        bank_name: '',
        account_number: '123456789012',
        branch_code: 'SBIN0001',
        upi_id: 'sagar@upi',
        note: 'Weekly',
      },
    ])
  })

  test('[U-09] a payout account that is too long is refused at its field', async () => {
    answer('store-owner/get-payout-details', recorded('store-owner/get-payout-details'))
    await open('payout', ownerOf())
    const form = await section('Payout')
    await write(form, 'Account number', '9'.repeat(500))
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Account number')).toBe('This value is too long')
  })

  test('[U-09] is not shown to staff who act as the owner', async () => {
    refuse('store-owner/get-payout-details', 'PERMISSION_MISSING')
    await open('payout', ownerOf())
    await page().findByText('Only the owner sees the payout account, not staff who act as the owner.')
    expect(page().queryByRole('form', { name: 'Payout' })).toBeNull()
  })
})

describe('the picture of a store', () => {
  const picture = new File(['x'], 'front.png', { type: 'image/png' })

  test('[U-09] is uploaded as soon as it is chosen', async () => {
    showStore({ image: '' })
    answer('store-owner/update-store-image', recorded('store-owner/update-store-image'))
    await open('pictures', ownerOf())
    page().getByText('No picture yet.')
    await person.upload(page().getByLabelText('Upload image'), picture)
    await screen.findByText('The picture was saved')
    expect(callsOf('store-owner/update-store-image')[0]).toMatchObject({ file: { name: 'front.png' } })
  })

  test('[U-09] a picture that the server cannot read says so, and the old one stays', async () => {
    showStore({ image: '/assets/stores/1.webp' })
    refuse('store-owner/update-store-image', 'INTERNAL')
    await open('pictures')
    await person.upload(page().getByLabelText('Upload image'), picture)
    await screen.findByRole('status')
    page().getByAltText('Picture of Corner Kitchen')
    page().getByText('Replace image')
  })
})

describe('owners and riders of a store', () => {
  const people = {
    owners: [{ id: 3, name: 'Kiran Shetty', email: 'kiran@example.test' }],
    riders: [
      { id: 9, name: 'Ravi', email: null },
      { id: 10, name: 'Imran', email: null },
    ],
  }
  beforeEach(() => {
    answer('store-owner/employees', recorded('store-owner/employees'))
    showStore(people as Part<Store>)
  })
  const group = async () => within(await page().findByRole('region', { name: 'Owners and riders' }))

  test('[U-09] [U-18] owners and riders are added and removed one by one, and those who are there are not offered again', async () => {
    answer('dashboard/stores/set-riders', recorded('dashboard/stores/set-riders'))
    answerTable('riders', [row('riders', { id: 9, name: 'Ravi' }), row('riders', { id: 12, name: 'Ramesh' })])
    await open('people')
    const part = await group()
    await press(part, 'Remove Imran from the riders of this store')
    await screen.findByText('Saved')
    await write(part, 'Add a rider', 'ra')
    await part.findByRole('option', { name: /Ramesh/ })
    expect(part.queryByRole('option', { name: /Ravi/ })).toBeNull()
    await take(part, /Ramesh/)
    await expect
      .poll(() => inputsOf('dashboard/stores/set-riders'))
      .toEqual([
        { store_id: 1, user_ids: [9] },
        { store_id: 1, user_ids: [9, 10, 12] },
      ])
  })

  test('[U-09] owners and riders that were refused stay as they were', async () => {
    refuse('dashboard/stores/set-owners', 'NOT_FOUND')
    await open('people')
    const part = await group()
    await press(part, 'Remove Kiran Shetty from the owners')
    await expect.poll(() => inputsOf('dashboard/stores/set-owners')).toEqual([{ store_id: 1, user_ids: [] }])
    part.getByText('kiran@example.test')
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('[U-09] owners and riders are found only by staff who may see those people, and changed by those who may manage them', async () => {
    await open('people', staffWith('stores_view', 'delivery_guys_manage_stores', 'store_owners_view'))
    const part = await group()
    expect(part.queryByRole('button', { name: /from the owners$/ })).toBeNull()
    expect(part.getAllByRole('button', { name: /from the riders of this store$/ })).toHaveLength(2)
    expect(part.queryByRole('combobox')).toBeNull()
  })
})

describe('a copy of a store', () => {
  test('[U-09] needs a name, opens, and is not sent twice', async () => {
    answer('dashboard/stores/duplicate', recorded('dashboard/stores/duplicate', { store: { id: 10, name: 'Second' } }))
    await open('profile')
    await press(page(), 'Duplicate')
    const form = await dialog('Duplicate Corner Kitchen')
    await press(form, 'Duplicate')
    await expect.poll(() => noteAt(form, 'Name of the new store')).toBe('Please fill in this field')
    expect(address()).toBe('/stores/1?section=profile')
    await write(form, 'Name of the new store', 'Second')
    await press(form, 'Duplicate')
    await screen.findByText('Second was created. Customers see the store once it is approved.')
    await expect.poll(address).toBe('/stores/10')
    expect(inputsOf('dashboard/stores/duplicate').at(-1)).toEqual({ store_id: 1, name: 'Second' })
  })
})

describe('the steps until a store can open', () => {
  beforeEach(() => {
    showStore({ is_accepted: 0, image: '', delivery_radius: 5 })
    answer('store-owner/get-hours', recorded('store-owner/get-hours'))
    answer('store-owner/get-menu-with-details', { ...recorded('store-owner/get-menu-with-details'), categories: [] })
    answer('store-owner/get-payout-details', recorded('store-owner/get-payout-details'))
  })
  const steps = async () => {
    const list = within(await page().findByRole('region', { name: /until the store can open$/ }))
    return list
      .getAllByRole('listitem')
      .map((item) => `${within(item).getByRole('img').ariaLabel}: ${item.textContent}`)
  }

  test('[U-09] the steps are listed with those that are done', async () => {
    await open('profile')
    expect(await steps()).toEqual([
      'Done: Opening hours',
      'To do: At least one item on the menu',
      'To do: Picture',
      'Done: Delivery area',
      'Done: Payout details',
    ])
    page().getByRole('heading', { name: '2 of 5 steps are left until the store can open' })
  })

  test('[U-09] leave out what the person may not see', async () => {
    await open('profile', staffWith('stores_view', 'stores_edit', 'approve_stores'))
    expect((await steps()).map((text) => text.split(': ')[1])).toEqual(['Opening hours', 'Picture', 'Delivery area'])
    expect(inputsOf('store-owner/get-payout-details')).toEqual([])
  })

  test('[U-09] the steps of an approved store are none; hiding it from customers can be undone', async () => {
    showStore({ is_accepted: 1 })
    answer('dashboard/stores/approve', ({ is_accepted }) =>
      recorded('dashboard/stores/approve', { store: { is_accepted: is_accepted as 0 | 1 } }),
    )
    await open('profile')
    expect(page().queryByRole('region', { name: /until the store can open$/ })).toBeNull()
    await press(page(), 'Hide from customers')
    await screen.findByText('Customers no longer see the store')
    await press(screen, 'Undo')
    await expect.poll(() => inputsOf('dashboard/stores/approve').map(({ is_accepted }) => is_accepted)).toEqual([0, 1])
  })
})
