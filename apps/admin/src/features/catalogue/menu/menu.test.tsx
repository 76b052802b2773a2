import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { layOutLists, watchDownloads } from '#test/dom.ts'
import { employeeAs, ownerOf, staffWith } from '#test/people.ts'
import { changed, type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, hold, inputsOf, refuse } from '#test/server.ts'

type Menu = Output<'store-owner/get-menu-with-details'>
type Item = Menu['categories'][number]['items'][number]
const menu = recorded('store-owner/get-menu-with-details')
const [category] = menu.categories
const [dosa] = category!.items
const [toppings] = menu.addon_categories
const [podi] = toppings!.addons
const cheese = changed(podi!, { id: 97, name: 'Cheese', price: '25.00', is_active: 0 })
const picture = new File(['x'], 'dosa.png', { type: 'image/png' })

function showMenu(change: Part<Menu> = {}): void {
  answer('store-owner/get-menu-with-details', { ...menu, ...change } as Menu)
}

beforeEach(() => {
  showMenu()
  answer('store-owner/get-store', changed(recorded('store-owner/get-store'), { id: 1, currency: 'INR' } as never))
})

async function openMenu(part: string, as = ownerOf()) {
  await openPage(`/stores/1/menu?part=${part}`, as)
  await page().findByRole('navigation', { name: 'Parts of the menu' })
}

describe('the parts of a menu', () => {
  const partsOf = () =>
    within(page().getByRole('navigation', { name: 'Parts of the menu' }))
      .getAllByRole('link')
      .map((link) => link.textContent)

  test('[U-11] the parts of a menu are items, add-ons and the file; the file only for those who may add items', async () => {
    await openMenu('file', employeeAs('kitchen'))
    await page().findByText('Masala Dosa')
    expect(partsOf()).toEqual(['Items', 'Add-ons'])
    const parts = within(page().getByRole('navigation', { name: 'Parts of the menu' }))
    expect(parts.getByRole('link', { name: 'Items' }).getAttribute('aria-current')).toBe('page')
  })

  test('[U-11] a menu that cannot be loaded shows the reason', async () => {
    refuse('store-owner/get-menu-with-details', 'NOT_FOUND')
    await openMenu('items')
    await page().findByRole('alert')
    expect(partsOf()).toEqual(['Items', 'Add-ons', 'From a file'])
  })

  test('[U-11] the parts of a store without a menu say how to begin', async () => {
    showMenu({ categories: [], addon_categories: [] })
    await openMenu('items')
    await page().findByText(/^No categories yet\. Add the first category/)
    await person.click(page().getByRole('link', { name: 'Add-ons' }))
    await page().findByText(/^No add-ons yet\./)
    expect(address()).toBe('/stores/1/menu?part=addons')
  })
})

describe('a category of the menu', () => {
  test('[U-12] is added with a name, which is required', async () => {
    answer('store-owner/create-items-categories', recorded('store-owner/create-items-categories'))
    await openMenu('items')
    await press(page(), 'Add a category')
    const form = await dialog('Add a category')
    expect(form.queryByRole('button', { name: 'Delete the empty category' })).toBeNull()
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Sweets')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/create-items-categories').at(-1)).toMatchObject({ store_id: 1, name: 'Sweets' })
    expect(callsOf('store-owner/get-menu-with-details')).toHaveLength(2)
  })

  test('[U-12] is renamed; one with items is not deleted and its form stays', async () => {
    answer('store-owner/update-items-categories', recorded('store-owner/update-items-categories'))
    refuse('store-owner/delete-items-categories', 'CATEGORY_NOT_EMPTY')
    await openMenu('items')
    await press(page(), 'Edit Dosa')
    const form = await dialog('Dosa')
    await press(form, 'Delete the empty category')
    await expect.poll(() => inputsOf('store-owner/delete-items-categories')).toEqual([{ store_id: 1, id: 112 }])
    await write(form, 'Name', 'Dosas')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-items-categories')).toEqual([{ store_id: 1, id: 112, name: 'Dosas' }])
  })

  test('[U-12] is hidden from customers and says so', async () => {
    answer('store-owner/toggle-category-status', { success: true, status: 0 })
    const release = hold('store-owner/toggle-category-status')
    await openMenu('items')
    const shown = await page().findByLabelText<HTMLInputElement>('Show Dosa')
    await person.click(shown)
    expect([shown.checked, shown.disabled]).toEqual([false, true])
    release()
    await screen.findByText('Dosa is hidden from customers')
    expect(inputsOf('store-owner/toggle-category-status')).toEqual([{ store_id: 1, category_id: 112 }])
  })

  test('[U-12] is shown again in the list if the server refuses to hide it', async () => {
    refuse('store-owner/toggle-category-status', 'NOT_FOUND')
    await openMenu('items')
    await person.click(await page().findByLabelText('Show Dosa'))
    await expect.poll(() => page().getByLabelText<HTMLInputElement>('Show Dosa').disabled).toBe(false)
    expect(page().getByLabelText<HTMLInputElement>('Show Dosa').checked).toBe(true)
  })

  test('[U-12] folds and opens; only the first is open at the start', async () => {
    const sweets = changed(category!, { id: 113, name: 'Sweets', items: [changed(dosa!, { id: 120, name: 'Halwa' })] })
    showMenu({ categories: [category!, sweets] })
    await openMenu('items')
    await page().findByText('Masala Dosa')
    expect(page().queryByText('Halwa')).toBeNull()
    await press(page(), /^Sweets/)
    await page().findByText('Halwa')
    await press(page(), /^Dosa/)
    expect(page().queryByText('Masala Dosa')).toBeNull()
  })

  test('[U-12] moves with the keyboard, and the new order is saved', async () => {
    layOutLists()
    showMenu({ categories: [category!, changed(category!, { id: 113, name: 'Sweets', items: [] })] })
    answer('store-owner/order-items-categories', recorded('store-owner/order-items-categories'))
    await openMenu('items')
    const handle = await page().findByRole('button', { name: 'Move Dosa' })
    handle.focus()
    await person.keyboard(' ')
    await screen.findByText(/^Dosa is .*position 1 of 2\.$/)
    await person.keyboard('{ArrowDown}')
    await screen.findByText('Dosa is at position 2 of 2.')
    await person.keyboard(' ')
    await expect.poll(() => inputsOf('store-owner/order-items-categories')).toEqual([{ store_id: 1, ids: [113, 112] }])
  })
})

describe('an item', () => {
  async function openItem(change: Part<Item> = {}, as = ownerOf()) {
    showMenu({ categories: [changed(category!, { items: [changed<Item>(dosa!, change)] })] })
    await openMenu('items', as)
    await press(page(), /^Masala Dosa$/)
    return dialog('Masala Dosa')
  }

  test('[U-11] shows what was saved, and is sent whole', async () => {
    answer('store-owner/update-item', recorded('store-owner/update-item'))
    const form = await openItem({ old_price: '120.00', is_veg: true, stock: 4, is_popular: 1 })
    expect([textIn(form, 'Price'), textIn(form, 'Old price'), textIn(form, 'Stock'), textIn(form, 'Diet')]).toEqual([
      '100.00',
      '120.00',
      '4',
      'veg',
    ])
    await write(form, 'Stock', '')
    await write(form, 'Old price', '')
    await person.click(form.getByLabelText('New'))
    await person.click(form.getByRole('checkbox', { name: /^Toppings/ }))
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-item')).toEqual([
      {
        store_id: 1,
        id: 106,
        name: 'Masala Dosa',
        price: '100.00',
        stock: '',
        item_category_id: 112,
        old_price: '0',
        description: '',
        is_veg: 'veg',
        addon_pricing: null,
        addon_category_item: [],
        is_recommended: false,
        is_popular: true,
        is_new: true,
      },
    ])
  })

  test('[E-17] warns when an add-on that replaces the price makes the item much cheaper', async () => {
    const form = await openItem()
    expect(form.queryByText(/less than half of the item’s price/)).toBeNull()
    await person.selectOptions(form.getByLabelText('Prices of add-ons'), 'Replace the item’s price')
    await form.findByText(/^A customer can have this item for ₹7\.50/)
    await person.selectOptions(form.getByLabelText('Prices of add-ons'), 'Add to the item’s price')
    await expect.poll(() => form.queryByText(/less than half of the item’s price/)).toBeNull()
  })

  test('[U-11] shows each refused value at its field, and keeps all that was typed', async () => {
    refuse('store-owner/update-item', 'INVALID_INPUT', {
      fields: { price: 'fieldAmountInvalid', old_price: 'fieldTooSmall', stock: 'fieldTooLarge' },
    })
    const form = await openItem()
    await write(form, 'Price', 'cheap')
    await write(form, 'Old price', '5')
    await write(form, 'Stock', '12')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Price')).toBe('Please enter an amount')
    expect(noteAt(form, 'Old price')).toBe('This number is too small')
    expect(noteAt(form, 'Stock')).toBe('This number is too large')
    expect([textIn(form, 'Price'), textIn(form, 'Old price'), textIn(form, 'Stock')]).toEqual(['cheap', '5', '12'])
    expect(screen.queryByText('Saved')).toBeNull()
  })

  test('[U-11] an item without a name is refused at it', async () => {
    const form = await openItem()
    await write(form, 'Name', '')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    expect(form.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
  })

  test('[U-11] gets a picture once it is saved', async () => {
    answer('store-owner/update-item-image', recorded('store-owner/update-item-image'))
    const form = await openItem()
    form.getByText('No picture')
    await person.upload(form.getByLabelText('Upload image'), picture)
    await screen.findByText('The picture was saved')
    const [call] = callsOf('store-owner/update-item-image')
    expect([call!.input, call!.file?.name]).toEqual([{ store_id: '1', id: '106' }, 'dosa.png'])
  })

  test('[U-11] can only be read by staff who may not edit items', async () => {
    answer('dashboard/stores/read', recorded('dashboard/stores/read', { store: { id: 1 } }))
    const form = await openItem({}, staffWith('stores_view', 'items_view'))
    form.getByText(/^Read-only\./)
    expect(form.getByRole('button', { name: 'Save' }).closest('fieldset')!.disabled).toBe(true)
  })

  test('[U-11] an item that was typed is not lost without a question', async () => {
    const form = await openItem()
    await write(form, 'Name', 'Rava Dosa')
    await person.keyboard('{Escape}')
    await press(await dialog('Discard changes?'), 'Keep editing')
    expect(textIn(form, 'Name')).toBe('Rava Dosa')
  })

  test('[U-11] is opened by the address of a list', async () => {
    await openPage('/stores/1/menu?item=106', ownerOf())
    await dialog('Masala Dosa')
  })

  test('[U-11] an item that was deleted meanwhile stays open with the reason', async () => {
    refuse('store-owner/update-item', 'NOT_FOUND')
    const form = await openItem()
    await write(form, 'Name', 'Rava Dosa')
    await press(form, 'Save')
    await form.findByRole('alert')
    expect(textIn(form, 'Name')).toBe('Rava Dosa')
  })
})

describe('chosen items', () => {
  const idli = changed(dosa!, { id: 107, name: 'Idli', price: '50.00', stock: 3, is_active: 0 })
  async function openBulk() {
    showMenu({
      categories: [
        changed(category!, { items: [dosa!, idli] }),
        changed(category!, { id: 113, name: 'Sweets', items: [] }),
      ],
    })
    answer('store-owner/change-items', { success: true })
    await openMenu('items')
    await person.click(await page().findByLabelText('Choose Masala Dosa'))
    await person.click(page().getByLabelText('Choose Idli'))
    await press(page(), 'Edit')
    return dialog('Change 2 items')
  }
  const sent = () => inputsOf('store-owner/change-items').map(({ items }) => items)

  test.each([
    ['Put on sale', undefined, { is_active: 1 }, []],
    ['Take off sale', undefined, { is_active: 0 }, []],
    ['Stock', ['Units left', '12'], { stock: '12' }, []],
    ['Price, by an amount', ['By how much', '-10.50'], undefined, ['89.50', '39.50']],
  ] as const)('[U-11] change together: %s', async (kind, typed, same, prices) => {
    const form = await openBulk()
    await person.selectOptions(form.getByLabelText('What to change'), kind)
    if (typed) await write(form, typed[0], typed[1])
    await press(form, 'Change 2 items')
    await screen.findByText('2 items were changed')
    const values = [0, 1].map((index) => same ?? { price: prices[index] })
    expect(sent()).toEqual([
      [
        { id: 106, ...values[0] },
        { id: 107, ...values[1] },
      ],
    ])
    expect(page().queryByText('2 selected')).toBeNull()
  })

  test('[U-12] move to another category, and back by one press', async () => {
    const form = await openBulk()
    await person.selectOptions(form.getByLabelText('What to change'), 'Move to a category')
    await person.selectOptions(form.getByLabelText('Category'), 'Sweets')
    await press(form, 'Change 2 items')
    await screen.findByText('2 items were changed')
    await press(screen, 'Undo')
    await expect.poll(sent).toMatchObject([
      [{ item_category_id: 113 }, { item_category_id: 113 }],
      [
        { item_category_id: 112, stock: null },
        { item_category_id: 112, stock: 3 },
      ],
    ])
  })

  test('[U-11] chosen items stay chosen if the server refuses, and the form says why', async () => {
    const form = await openBulk()
    refuse('store-owner/change-items', 'NOT_FOUND')
    await write(form, 'By how much', '10')
    await press(form, 'Change 2 items')
    await form.findByRole('alert')
    expect(textIn(form, 'By how much')).toBe('10')
  })

  test('[U-11] chosen items are chosen no more after “Clear”', async () => {
    await openMenu('items')
    await person.click(await page().findByLabelText('Choose Masala Dosa'))
    await press(page(), 'Clear')
    expect(page().getByLabelText<HTMLInputElement>('Choose Masala Dosa').checked).toBe(false)
  })
})

describe('add-ons', () => {
  const both = changed(toppings!, { addons: [podi!, cheese] })

  test('[U-13] add-ons are listed by category, with how many a customer may choose', async () => {
    showMenu({ addon_categories: [both, changed(both, { id: 98, name: 'Size', type: 'SINGLE' })] })
    await openMenu('addons')
    await page().findByText('Any of Podi, Cheese')
    page().getByText('Exactly one of Podi, Cheese')
  })

  test('[U-13] the add-ons of a new category are sent in their order; the limit only where several may be chosen', async () => {
    answer('store-owner/save-addon-category', recorded('store-owner/save-addon-category'))
    await openMenu('addons')
    await press(page(), 'Add an add-on category')
    const form = await dialog('Add an add-on category')
    expect(form.queryByLabelText('At most')).toBeNull()
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Name')).toBe('Please fill in this field')
    await write(form, 'Name', 'Extras')
    await person.selectOptions(form.getByLabelText('How many'), 'Customers choose any number')
    await write(form, 'At most', '2')
    await write(form, 'Name of add-on 1', 'Ghee')
    await press(form, 'Add an add-on')
    await write(form, 'Name of add-on 2', 'Curd')
    await write(form, 'Price of add-on 2', '15.50')
    await press(form, 'Move add-on 2 up')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/save-addon-category').at(-1)).toMatchObject({
      name: 'Extras',
      type: 'MULTI',
      addon_limit: '2',
      addons: [
        { name: 'Curd', price: '15.50', is_active: true },
        { name: 'Ghee', price: '0', is_active: true },
      ],
    })
  })

  test('[U-13] the add-ons of a known category keep their numbers, and a removed one is left out', async () => {
    showMenu({ addon_categories: [both] })
    answer('store-owner/update-addon-category', recorded('store-owner/update-addon-category'))
    await openMenu('addons')
    await press(page(), /^Toppings/)
    const form = await dialog('Toppings')
    expect(textIn(form, 'Price of add-on 2')).toBe('25.00')
    expect(form.getByLabelText<HTMLInputElement>('Sell add-on 2').checked).toBe(false)
    await press(form, 'Remove add-on 1')
    await press(form, 'Add an add-on')
    await write(form, 'Name of add-on 2', 'Chutney')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-addon-category')[0]).toMatchObject({
      id: 95,
      addons: [
        { id: 97, name: 'Cheese', price: '25.00', is_active: false },
        { name: 'Chutney', price: '0', is_active: true },
      ],
    })
    expect((inputsOf('store-owner/update-addon-category')[0] as { addons: object[] }).addons[1]).not.toHaveProperty(
      'id',
    )
  })

  test('[U-13] with a wrong price are refused at their row', async () => {
    showMenu({ addon_categories: [both] })
    refuse('store-owner/update-addon-category', 'INVALID_INPUT', { fields: { 'addons.1.price': 'fieldAmountInvalid' } })
    await openMenu('addons')
    await press(page(), /^Toppings/)
    const form = await dialog('Toppings')
    await write(form, 'Price of add-on 2', 'free')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'Price of add-on 2')).toBe('Please enter an amount')
    expect(textIn(form, 'Price of add-on 2')).toBe('free')
    form.getByText('Some details are not valid. Check the details and try again.')
  })

  test('[U-13] a category without add-ons is refused with a reason', async () => {
    showMenu({ addon_categories: [both] })
    await openMenu('addons')
    await press(page(), /^Toppings/)
    const form = await dialog('Toppings')
    await press(form, 'Remove add-on 2')
    await press(form, 'Remove add-on 1')
    await press(form, 'Save')
    await form.findByText('Too few entries')
    answer('store-owner/update-addon-category', recorded('store-owner/update-addon-category'))
    await press(form, 'Add an add-on')
    await write(form, 'Name of add-on 1', 'Ghee')
    await press(form, 'Save')
    await screen.findByText('Saved')
    expect(inputsOf('store-owner/update-addon-category').at(-1)).toMatchObject({ addons: [{ name: 'Ghee' }] })
  })

  test('[U-13] get pictures one by one, and their category is deleted after a question', async () => {
    showMenu({ addon_categories: [both] })
    answer('store-owner/update-addon-image', recorded('store-owner/update-addon-image'))
    answer('store-owner/delete-addon-category', { success: true })
    await openMenu('addons')
    await press(page(), /^Toppings/)
    const form = await dialog('Toppings')
    await person.upload(form.getByLabelText('Upload image of Cheese'), picture)
    await screen.findByText('The picture was saved')
    expect(inputsOf('store-owner/update-addon-image')).toEqual([{ store_id: '1', id: '97' }])
    await press(form, 'Delete the category')
    await press(await dialog('Delete Toppings?'), 'Delete')
    await screen.findByText('Toppings was deleted')
    expect(inputsOf('store-owner/delete-addon-category')).toEqual([{ store_id: 1, id: 95 }])
  })
})

describe('a menu as a file', () => {
  const importId = '0b9e9f3a-53c7-4d0e-9a5b-1f0a6c1f7d11'
  const file = new File(['name,price'], 'menu.csv', { type: 'text/csv' })
  const known = recorded('dashboard/menu-import/preview')
  const preview: typeof known = {
    ...known,
    import_id: importId,
    rows: 3,
    to_add: 1,
    to_change: 1,
    unchanged: 1,
    errors: [],
    errors_count: 0,
    new_categories: ['Sweets'],
    sample: [
      {
        row: 2,
        does: 'change',
        name: 'Idli',
        category: 'Breakfast',
        price: '55.00',
        changed: ['price_minor', 'stock'],
      },
      { row: 3, does: 'add', name: 'Halwa', category: 'Sweets', price: '80.00', changed: [] },
    ],
  }

  async function upload() {
    await openMenu('file')
    await person.upload(await page().findByLabelText('Choose a CSV file'), file)
  }

  test('[U-11] is previewed, imported and undone', async () => {
    answer('dashboard/menu-import/preview', preview)
    answer('dashboard/menu-import/apply', recorded('dashboard/menu-import/apply', { added: 1, changed: 1 }))
    answer('dashboard/menu-import/undo', recorded('dashboard/menu-import/undo', { put_back: 2, kept: 1 }))
    await upload()
    const card = within(await page().findByRole('region', { name: 'Preview' }))
    card.getByText('3 rows: 1 to add, 1 to change, 1 unchanged. New categories: Sweets.')
    card.getByText('Changes: price, stock')
    card.getByText('Will be added')
    card.getByText('2 of 3 rows are shown. The rows with changes come first.')
    await press(card, 'Import 2 rows')
    await page().findByText('1 items were added and 1 changed.')
    await press(page(), 'Undo (within ten minutes)')
    await screen.findByText(
      '2 items have their old values again. Items changed since the import keep their new values: 1.',
    )
    const about = { store_id: 1, import_id: importId }
    expect([inputsOf('dashboard/menu-import/apply'), inputsOf('dashboard/menu-import/undo')]).toEqual([
      [about],
      [about],
    ])
  })

  test('[U-11] with wrong rows lists them and cannot be imported', async () => {
    answer('dashboard/menu-import/preview', {
      ...preview,
      import_id: null,
      errors: [{ row: 3, column: 'price', message: 'Please enter an amount' }],
      errors_count: 1,
    } as typeof known)
    await upload()
    const alert = within(await page().findByRole('alert'))
    alert.getByText('1 error was found. Nothing was changed.')
    expect(alert.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['3', 'price', 'Please enter an amount'])
    expect(page().queryByRole('button', { name: /^Import/ })).toBeNull()
  })

  test('[U-11] a file that changes nothing says so; one that cannot be read says why', async () => {
    answer('dashboard/menu-import/preview', { ...preview, to_add: 0, to_change: 0 } as typeof known)
    await upload()
    await page().findByText('This file changes nothing.')
    refuse('dashboard/menu-import/preview', 'INVALID_INPUT', { fields: { file: 'fieldFileEncoding' } })
    await person.upload(page().getByLabelText('Choose a CSV file'), file)
    await page().findByText('Please save the file as CSV in UTF-8')
  })

  test('[U-11] a file whose import is too late says so, until another file is chosen', async () => {
    answer('dashboard/menu-import/preview', preview)
    refuse('dashboard/menu-import/apply', 'NOT_FOUND')
    await upload()
    await press(page(), 'Import 2 rows')
    await page().findByRole('alert')
    await person.upload(page().getByLabelText('Choose a CSV file'), file)
    await expect.poll(() => page().queryByRole('alert')).toBeNull()
    await page().findByRole('button', { name: 'Import 2 rows' })
  })

  test('[U-11] is downloaded with the menu as it is', async () => {
    const { files } = watchDownloads()
    await openMenu('file')
    await press(page(), 'This menu')
    await expect.poll(() => files.length).toBe(1)
    const [head, first] = (await files[0]!.text()).split(/\r?\n/)
    expect(head).toMatch(/id,category,name,price/)
    expect(first).toMatch(/^106,Dosa,Masala Dosa,100\.00,/)
    expect(first).toMatch(/,Toppings$/)
  })
})
