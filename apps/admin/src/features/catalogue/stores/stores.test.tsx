import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { administrator, employeeAs, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, inputsOf, refuse } from '#test/server.ts'

type Store = Output<'dashboard/stores/read'>['store']

function showStore(change: Part<Store> = {}): void {
  const known = { id: 1, name: 'Corner Kitchen', is_accepted: 1, is_active: 1, currency: 'INR', ...change } as const
  answer('dashboard/stores/read', recorded('dashboard/stores/read', { store: known as Part<Store> }))
  answer('store-owner/get-store', changed(recorded('store-owner/get-store'), known as never))
}

beforeEach(() => {
  showStore()
  answer('dashboard/stores/find-address', { success: true, can_search: false, places: [] })
  answerTable('stores', [row('stores', { id: 1, name: 'Corner Kitchen' })])
})

describe('the list of stores', () => {
  test('[U-09] adds a store, which then opens', async () => {
    answer('dashboard/stores/create', recorded('dashboard/stores/create', { store: { id: 1, name: 'Corner Kitchen' } }))
    await openPage('/stores')
    await press(page(), 'Add a store')
    const form = await dialog('Add a store')
    await write(form, 'Latitude', '12.9352')
    await write(form, 'Longitude', '177.6245')
    await press(form, 'Add the store')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Corner Kitchen')
    await write(form, 'Longitude', '277')
    await press(form, 'Add the store')
    await expect.poll(() => noteAt(form, 'Longitude')).toMatch(/\w/)
    await write(form, 'Longitude', '77.6245')
    await person.selectOptions(form.getByLabelText('Currency'), 'AED')
    await press(form, 'Add the store')
    await screen.findByText('Corner Kitchen was added. Customers see the store once it is approved.')
    expect(inputsOf('dashboard/stores/create').at(-1)).toEqual({
      name: 'Corner Kitchen',
      kind: 'store',
      address: '',
      latitude: '12.9352',
      longitude: '77.6245',
      currency: 'AED',
    })
    await expect.poll(() => address()).toMatch(/^\/stores\/1/)
  })

  const openForm = async () => {
    await openPage('/stores')
    await press(page(), 'Add a store')
    return dialog('Add a store')
  }
  const places = [
    { address: '80 Feet Road, Koramangala', latitude: 12.93521, longitude: 77.62449 },
    { address: '80 Feet Road, Indiranagar', latitude: 12.978, longitude: 77.64 },
  ]
  const typedIn = (form: Awaited<ReturnType<typeof openForm>>, label: string) =>
    form.getByLabelText<HTMLInputElement>(label).value

  test('[U-09] a found address moves the pin and fills the address, but keeps one that was typed', async () => {
    answer('dashboard/stores/find-address', ({ query }) => ({
      success: true,
      can_search: true,
      places: query ? places : [],
    }))
    const form = await openForm()
    await write(form, 'Find the address', '80 Feet Road')
    await person.keyboard('{Enter}')
    await form.findByRole('button', { name: '80 Feet Road, Indiranagar' })
    await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
    expect(typedIn(form, 'Address')).toBe('80 Feet Road, Koramangala')
    expect([typedIn(form, 'Latitude'), typedIn(form, 'Longitude')]).toEqual(['12.93521', '77.62449'])
    await write(form, 'Address', 'Shop 4, first floor')
    await write(form, 'Find the address', 'Indiranagar')
    await press(form, 'Search')
    await press(form, '80 Feet Road, Indiranagar')
    expect(typedIn(form, 'Address')).toBe('Shop 4, first floor')
    expect([typedIn(form, 'Latitude'), typedIn(form, 'Longitude')]).toEqual(['12.978', '77.64'])
    await press(form, 'Use this address')
    expect(typedIn(form, 'Address')).toBe('80 Feet Road, Indiranagar')
    expect(inputsOf('dashboard/stores/find-address').map(({ query }) => query)).toEqual([
      '',
      '80 Feet Road',
      'Indiranagar',
    ])
  })

  test('[U-09] the search for addresses reports no results, a failure and a missing provider', async () => {
    answer('dashboard/stores/find-address', { success: true, can_search: true, places: [] })
    const form = await openForm()
    await write(form, 'Find the address', 'No such road')
    await press(form, 'Search')
    await form.findByText(/No place was found/)
    refuse('dashboard/stores/find-address', 'ADDRESS_UNREADABLE')
    await press(form, 'Search')
    await form.findByText(/The map provider does not answer/)
  })

  test('[U-09] without a provider the form says so, and numbers and pin still set the position', async () => {
    answer('dashboard/stores/find-address', { success: true, can_search: false, places: [] })
    const form = await openForm()
    await form.findByText(/No map provider is set up/)
    expect(form.getByLabelText<HTMLInputElement>('Find the address').disabled).toBe(true)
    await write(form, 'Latitude', '12.9352')
    expect(typedIn(form, 'Latitude')).toBe('12.9352')
  })

  test.each([
    ['an administrator', administrator, ['Pending approval', 'Sort', 'From a file', 'Add a store']],
    ['staff who only view', staffWith('stores_view'), []],
    ['an owner', ownerOf(), []],
  ])('[U-09] offers %s what they may do', async (_name, as, offered) => {
    await openPage('/stores', as)
    await page().findByText('Corner Kitchen')
    const names = ['Pending approval', 'Sort', 'From a file', 'Add a store']
    expect(names.filter((name) => page().queryByRole('button', { name }))).toEqual(offered)
  })
})

describe('the page of a store', () => {
  const sections = () =>
    within(page().getByRole('navigation', { name: 'Sections' }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  const open = async (section: string, as = administrator) => {
    await openPage(`/stores/1?section=${section}`, as)
    await page().findByRole('heading', { level: 1, name: 'Corner Kitchen' })
  }

  test.each([
    [
      'an administrator',
      administrator,
      ['Profile', 'Hours', 'Delivery area', 'Charges', 'Payment methods', 'Pictures', 'Payout', 'Status', 'People'],
    ],
    ['staff who only view', staffWith('stores_view'), ['Profile', 'Hours', 'People']],
    [
      'an owner',
      ownerOf(),
      ['Profile', 'Hours', 'Delivery area', 'Charges', 'Payment methods', 'Pictures', 'Payout', 'People'],
    ],
    [
      'a manager',
      employeeAs('manager'),
      ['Profile', 'Hours', 'Delivery area', 'Charges', 'Payment methods', 'Pictures', 'People'],
    ],
  ])('[U-09] shows %s the sections that they can use', async (_name, as, shown) => {
    await open('profile', as)
    expect(sections()).toEqual(shown)
  })

  test('[U-09] approves a store, and withdraws the approval', async () => {
    showStore({ is_accepted: 0, image: '' })
    answer('store-owner/get-hours', recorded('store-owner/get-hours'))
    answer('store-owner/get-menu-with-details', recorded('store-owner/get-menu-with-details'))
    answer('store-owner/get-payout-details', recorded('store-owner/get-payout-details'))
    answer('dashboard/stores/approve', ({ is_accepted }) =>
      recorded('dashboard/stores/approve', { store: { is_accepted: is_accepted as 0 | 1 } }),
    )
    await open('profile')
    page().getByText('Pending approval. Hidden from customers.')
    expect((await page().findByRole('link', { name: 'Picture' })).getAttribute('href')).toContain('section=pictures')
    await press(page(), 'Approve')
    await screen.findByText('The store is approved, and customers see it')
    await press(screen, 'Undo')
    await expect
      .poll(() => inputsOf('dashboard/stores/approve'))
      .toEqual([
        { store_id: 1, is_accepted: 1 },
        { store_id: 1, is_accepted: 0 },
      ])
  })

  test('[U-09] charges by distance have their own fields', async () => {
    answer('store-owner/update-store', recorded('store-owner/update-store'))
    showStore({ delivery_charge_type: 'FIXED', min_order_price: '99.00' })
    await open('charges')
    expect(page().queryByLabelText('Base charge')).toBeNull()
    await person.selectOptions(page().getByRole('combobox', { name: 'Delivery charge' }), 'By distance')
    await write(page(), 'Base charge', '30.50')
    await write(page(), 'Minimum order', '150')
    await press(page(), 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-store')[0]).toMatchObject({
      store_id: 1,
      delivery_charge_type: 'DYNAMIC',
      base_delivery_charge: '30.50',
      min_order_price: '150',
    })
  })

  test('[U-09] invalid charges are refused at their field, and sections keep the typed values', async () => {
    refuse('store-owner/update-store', 'INVALID_INPUT', { fields: { min_order_price: 'fieldAmountInvalid' } })
    await open('charges')
    await write(page(), 'Minimum order', 'much')
    await press(page(), 'Save')
    await expect.poll(() => noteAt(page(), 'Minimum order')).not.toBe('With 0, any amount can be ordered.')
    await person.click(page().getByRole('link', { name: 'Profile' }))
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(page(), 'Minimum order')).toBe('much')
  })

  describe('hours', () => {
    const hours = recorded('store-owner/get-hours')
    beforeEach(() => {
      answer('store-owner/get-hours', hours)
      answer('store-owner/save-hours', recorded('store-owner/save-hours'))
    })
    const openHours = async () => {
      await open('hours', ownerOf())
      await page().findByLabelText('Minutes from the order to the earliest slot')
    }
    const saved = () => inputsOf('store-owner/save-hours').at(-1) as { schedule_data: typeof hours.schedule_data }

    test('[U-09] add and remove a window', async () => {
      await openHours()
      await press(page(), 'Add a time window to Tuesday')
      await write(page(), 'Tuesday, opens', '10:00')
      await write(page(), 'Tuesday, closes', '01:30')
      await press(page(), 'Remove the time window of Monday')
      await press(page(), 'Save')
      await screen.findByText('Saved')
      expect(saved().schedule_data.tuesday).toEqual([{ open: '10:00', close: '01:30' }])
      expect(saved().schedule_data.monday).toEqual([])
    })

    test('[U-09] hours that end at midnight are saved as they were read', async () => {
      await openHours()
      expect(textIn(page(), 'Wednesday, closes')).toBe('00:00')
      await write(page(), 'Minutes from the order to the earliest slot', '30')
      await press(page(), 'Save')
      await screen.findByText('Saved')
      // A window whose close is not after its open ends on the next day, so this one still covers the whole day.
      expect(saved().schedule_data.wednesday).toEqual([{ open: '00:00', close: '00:00' }])
    })

    test('[U-09] with invalid minutes are refused at the field', async () => {
      await openHours()
      await write(page(), 'Minutes from the order to the earliest slot', 'soon')
      await press(page(), 'Save')
      await expect.poll(() => noteAt(page(), 'Minutes from the order to the earliest slot')).toMatch(/number/)
    })
  })
})

describe('the menu', () => {
  type Menu = Output<'store-owner/get-menu-with-details'>
  const menu = recorded('store-owner/get-menu-with-details')
  const [dosa] = menu.categories[0]!.items as [Menu['categories'][number]['items'][number]]
  type Category = Menu['categories'][number]
  const category = (change: Part<Category>) => changed<Category>(menu.categories[0]!, change)
  const idli = changed(dosa, { id: 107, name: 'Idli', price: '50.00', stock: 0, is_active: 0 })
  beforeEach(() => {
    answer('store-owner/get-menu-with-details', {
      ...menu,
      categories: [category({ id: 112, name: 'Dosa', items: [dosa, idli] })],
    })
    answer('store-owner/toggle-item-status', { success: true, status: 1 })
  })
  const openMenu = async (as = ownerOf()) => {
    await openPage('/stores/1/menu', as)
    await page().findByText('Idli')
  }

  test('[U-11] an item is put on sale, and its stock is shown', async () => {
    await openMenu()
    page().getByText('Sold out')
    const sell = page().getByLabelText('Sell Idli') as HTMLInputElement
    expect(sell.checked).toBe(false)
    await person.click(sell)
    await screen.findByText('Idli is on sale')
    expect(inputsOf('store-owner/toggle-item-status')).toEqual([{ store_id: 1, item_id: 107 }])
  })

  test('[U-11] a new item is refused without a name and a price, then created', async () => {
    answer('store-owner/create-item', recorded('store-owner/create-item'))
    await openMenu()
    await press(page(), 'Add an item to Dosa')
    const form = within(await screen.findByRole('dialog', { name: /item/i }))
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Rava Idli')
    await write(form, 'Price', '60.50')
    await write(form, 'Stock', '12')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/create-item').at(-1)).toMatchObject({
      store_id: 1,
      name: 'Rava Idli',
      price: '60.50',
      item_category_id: 112,
    })
  })

  test('[U-11] selected items change their price together after a preview, and this can be undone', async () => {
    answer('store-owner/change-items', { success: true })
    await openMenu()
    await person.click(page().getByLabelText('Choose Masala Dosa'))
    await person.click(page().getByLabelText('Choose Idli'))
    await press(page(), 'Edit')
    const form = within(await screen.findByRole('dialog'))
    await write(form, 'By how much', '10')
    form.getByText('₹100.00 → ₹110.00')
    form.getByText('₹50.00 → ₹55.00')
    await press(form, 'Change 2 items')
    await screen.findByText('2 items were changed')
    await press(screen, 'Undo')
    const prices = (list: unknown) => (list as { price: string }[]).map(({ price }) => Number(price))
    await expect
      .poll(() => inputsOf('store-owner/change-items').map(({ items }) => prices(items)))
      .toEqual([
        [110, 55],
        [100, 50],
      ])
  })

  test('[U-11] a change that leads to an invalid price changes nothing', async () => {
    await openMenu()
    await person.click(page().getByLabelText('Choose Idli'))
    await press(page(), 'Edit')
    const form = within(await screen.findByRole('dialog'))
    await write(form, 'By how much', 'a lot')
    await press(form, 'Change 1 items')
    await form.findByText('This value can’t be used, so nothing was changed. Enter another one.')
    expect(inputsOf('store-owner/change-items')).toEqual([])
  })

  test('[U-11] an item is deleted after its name is typed', async () => {
    answer('store-owner/item/delete', recorded('store-owner/item/delete'))
    await openMenu()
    await press(page(), /^Masala Dosa/)
    const form = within(await screen.findByRole('dialog'))
    await press(form, 'Delete the item')
    const question = await dialog('Delete Masala Dosa?')
    await write(question, /^Type “/, 'Masala Dosa')
    await press(question, 'Delete')
    await screen.findByText('Masala Dosa was deleted')
  })

  test('[U-11] staff who may only view it change nothing', async () => {
    await openMenu(staffWith('stores_view', 'items_view'))
    expect(page().queryByRole('button', { name: /^Add/ })).toBeNull()
    expect(page().queryByLabelText('Choose Idli')).toBeNull()
    expect((page().getByLabelText('Sell Idli') as HTMLInputElement).disabled).toBe(true)
    expect(page().queryByRole('link', { name: 'From a file' })).toBeNull()
  })
})
