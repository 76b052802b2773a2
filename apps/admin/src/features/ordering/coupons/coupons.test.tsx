import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, hold, inputsOf, queriesOf, refuse } from '#test/server.ts'

const feast = row('coupons', { id: 4, code: 'FEAST', name: 'Half off', state: 'running', percent: '50', used: 3 })
const monday = row('coupons', { id: 5, code: 'MONDAY', name: 'Quiet day', state: 'off', discount: '20.00', used: 0 })

beforeEach(() => {
  answerTable('coupons', [feast, monday])
  answer('get-settings', [{ key: 'currencyId', value: 'INR' }])
  answer('dashboard/coupons/save', recorded('dashboard/coupons/save'))
})

async function openNew() {
  await openPage('/coupons')
  await press(page(), 'New coupon')
  const form = await dialog('New coupon')
  await write(form, 'Code', 'DOSA50')
  await write(form, 'Name', 'Fifty off')
  await write(form, 'Amount off', '50')
  return form
}

async function openCoupon(code: string, coupon: object) {
  answer('dashboard/coupons/show', recorded('dashboard/coupons/show', { coupon: { code, ...coupon } }))
  await openPage('/coupons')
  await person.click(await page().findByText(code))
  const panel = await dialog('Coupon')
  await panel.findByLabelText('Code')
  return panel
}

describe('a new coupon', () => {
  test('begins with the cursor in its code', async () => {
    await openPage('/coupons')
    await press(page(), 'New coupon')
    const form = await dialog('New coupon')
    await expect.poll(() => document.activeElement).toBe(form.getByLabelText('Code'))
  })

  test('is described in a sentence while it is typed', async () => {
    const form = await openNew()
    await form.findByText('₹50 off for orders at all stores.')
    await write(form, 'Minimum order', '199')
    await form.findByText('₹50 off for orders above ₹199 at all stores.')
  })

  test('[U-14] is sent as typed, without limits, and the table is reloaded', async () => {
    const form = await openNew()
    await press(form, 'Create coupon')
    await screen.findByText('The coupon is created')
    expect(inputsOf('dashboard/coupons/save')).toEqual([
      {
        id: null,
        code: 'DOSA50',
        name: 'Fifty off',
        description: '',
        discount_type: 'AMOUNT',
        discount: '50',
        max_discount: null,
        min_subtotal: null,
        subtotal_message: '',
        user_type: 'ALL',
        max_count: null,
        max_count_per_user: null,
        expires_at: null,
        currency: null,
        store_ids: [],
        is_active: 1,
      },
    ])
    expect(queriesOf('coupons')).toHaveLength(2)
  })

  test('[U-14] with a percentage has a largest discount, and one for each customer a number of uses', async () => {
    const form = await openNew()
    expect(form.queryByLabelText('Largest discount')).toBeNull()
    await person.selectOptions(form.getByLabelText('Discount'), 'A percentage')
    await write(form, 'Percent off', '15')
    await write(form, 'Largest discount', '100')
    expect(form.queryByLabelText('Uses for each customer')).toBeNull()
    await person.selectOptions(form.getByLabelText('For whom'), 'Everyone, up to a chosen number of times each')
    await write(form, 'Uses for each customer', '3')
    await write(form, 'Uses in total', '500')
    await write(form, 'Minimum order', '200')
    await write(form, 'Currency', 'usd')
    await write(form, 'Ends', '2026-12-24T18:30')
    await person.click(form.getByLabelText('On'))
    await press(form, 'Create coupon')
    await screen.findByText('The coupon is created')
    expect(inputsOf('dashboard/coupons/save')[0]).toMatchObject({
      discount_type: 'PERCENTAGE',
      discount: '15',
      max_discount: '100',
      min_subtotal: '200',
      user_type: 'CUSTOM',
      max_count_per_user: 3,
      max_count: 500,
      currency: 'USD',
      is_active: 0,
      // This instant is half past six in the evening in India, the time zone of the test.
      expires_at: '2026-12-24T13:00:00.000Z',
    })
  })

  test('[U-14] a coupon for some stores is sent with the ids of the chosen stores', async () => {
    answer('dashboard/find-stores', {
      success: true,
      stores: [
        { id: 7, name: 'Corner Kitchen', slug: 'corner-kitchen', currency: 'INR' },
        { id: 8, name: 'Corner Tea', slug: 'corner-tea', currency: 'INR' },
      ],
    })
    const form = await openNew()
    await write(form, 'Only in these stores', 'corner')
    await take(form, /Corner Tea/)
    await press(form, 'Create coupon')
    await screen.findByText('The coupon is created')
    expect(inputsOf('dashboard/find-stores')).toEqual([{ q: 'corner' }])
    expect(inputsOf('dashboard/coupons/save')[0]).toMatchObject({ store_ids: [8] })
  })

  test.each([
    ['Code', 'no', '3 to 40 letters of the alphabet, digits, - or _'],
    ['Name', '', 'Please fill in this field'],
    ['Uses in total', '0', 'This number is too small'],
    ['Currency', '₹', 'This value is not valid'],
  ])('[U-14] is refused at the field %s for “%s”', async (label, typed, reason) => {
    const form = await openNew()
    await write(form, label, typed)
    await press(form, 'Create coupon')
    await expect.poll(() => noteAt(form, label)).toBe(reason)
    expect(textIn(form, 'Code')).toBe(label === 'Code' ? typed : 'DOSA50')
    expect(screen.queryByText('The coupon is created')).toBeNull()
  })

  test.each(['Uses in total', 'Uses for each customer'])(
    '[U-14] with “%s” in a limit is not sent as a coupon without a limit',
    async (label) => {
      const form = await openNew()
      await person.selectOptions(form.getByLabelText('For whom'), 'Everyone, up to a chosen number of times each')
      await write(form, label, 'many')
      await press(form, 'Create coupon')
      await expect.poll(() => noteAt(form, label)).toMatch(/number/)
    },
  )

  test('[U-14] a coupon whose code is taken keeps the typed values', async () => {
    refuse('dashboard/coupons/save', 'INVALID_INPUT', { fields: { code: 'fieldTaken' } })
    const form = await openNew()
    await press(form, 'Create coupon')
    await expect.poll(() => noteAt(form, 'Code')).toBe('This value is already taken. Choose another.')
    expect(textIn(form, 'Name')).toBe('Fifty off')
  })

  test('[U-14] is sent once for two presses', async () => {
    const release = hold('dashboard/coupons/save')
    const form = await openNew()
    await press(form, 'Create coupon')
    await person.click(form.getByRole('button', { name: 'Create coupon' }))
    release()
    await screen.findByText('The coupon is created')
    expect(callsOf('dashboard/coupons/save')).toHaveLength(1)
  })

  test('[U-14] keeps its key until there is an answer, and uses a new one afterwards', async () => {
    cut('dashboard/coupons/save')
    const form = await openNew()
    await press(form, 'Create coupon')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    refuse('dashboard/coupons/save', 'INTERNAL')
    await press(form, 'Create coupon')
    await expect.poll(() => form.queryByText(/^No connection/)).toBeNull()
    await expect.poll(() => callsOf('dashboard/coupons/save').length).toBe(2)
    answer('dashboard/coupons/save', recorded('dashboard/coupons/save'))
    await press(form, 'Create coupon')
    await screen.findByText('The coupon is created')
    const keys = callsOf('dashboard/coupons/save').map(({ key }) => key)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  test('[U-14] with unsaved values is discarded only after confirmation', async () => {
    const form = await openNew()
    await press(form, 'Close')
    const question = await dialog('Discard changes?')
    await press(question, 'Keep editing')
    expect(textIn(form, 'Code')).toBe('DOSA50')
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'New coupon' })).toBeNull()
    expect(inputsOf('dashboard/coupons/save')).toEqual([])
  })

  test('[U-14] a coupon form without values closes without confirmation', async () => {
    await openPage('/coupons')
    await press(page(), 'New coupon')
    await press(await dialog('New coupon'), 'Close')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'New coupon' })).toBeNull()
  })
})

describe('a coupon that exists', () => {
  test('[U-14] shows its saved values, and sends only the changed ones', async () => {
    const panel = await openCoupon('FEAST', {
      id: 4,
      discount_type: 'PERCENTAGE',
      discount: '50.00',
      max_discount: '100.00',
      user_type: 'CUSTOM',
      max_count_per_user: 3,
      expires_at: '2026-12-01T18:30:00.000Z',
      is_active: true,
      stores: [{ id: 7, name: 'Corner Kitchen' }],
    })
    expect(textIn(panel, 'Percent off')).toBe('50.00')
    expect(textIn(panel, 'Uses for each customer')).toBe('3')
    expect(textIn(panel, 'Ends')).toBe('2026-12-02T00:00')
    await press(panel, 'Remove Corner Kitchen')
    await write(panel, 'Ends', '')
    await press(panel, 'Save')
    await screen.findByText('The coupon is saved')
    expect(inputsOf('dashboard/coupons/show')[0]).toEqual({ id: 4 })
    expect(inputsOf('dashboard/coupons/save')[0]).toMatchObject({
      id: 4,
      code: 'FEAST',
      discount: '50.00',
      max_discount: '100.00',
      max_count_per_user: 3,
      store_ids: [],
      expires_at: null,
      is_active: 1,
    })
  })

  test('[U-14] a coupon that was used changes its discount only after confirmation', async () => {
    refuse('dashboard/coupons/save', 'COUPON_IN_USE')
    const panel = await openCoupon('FEAST', { id: 4, count: 3 })
    await panel.findByText(/Used 3 times/)
    await write(panel, 'Amount off', '10')
    await press(panel, 'Save')
    const question = await dialog('Change the discount?')
    expect(inputsOf('dashboard/coupons/save')).toHaveLength(1)
    answer('dashboard/coupons/save', recorded('dashboard/coupons/save'))
    await press(question, 'Change it')
    await screen.findByText('The coupon is saved')
    const [first, second] = inputsOf('dashboard/coupons/save')
    expect(second).toEqual({ ...first, change_money: true })
  })

  test('[U-14] a coupon that was used keeps its discount if the confirmation is cancelled', async () => {
    refuse('dashboard/coupons/save', 'COUPON_IN_USE')
    const panel = await openCoupon('FEAST', { id: 4, count: 1 })
    await panel.findByText(/Used once/)
    await press(panel, 'Save')
    await press(await dialog('Change the discount?'), 'Keep')
    expect(inputsOf('dashboard/coupons/save')).toHaveLength(1)
  })

  test('[U-14] can be deleted only if unused, and only after its code is typed', async () => {
    answer('dashboard/coupons/delete', { success: true })
    const panel = await openCoupon('MONDAY', { id: 5, count: 0 })
    await press(panel, 'Delete the coupon')
    const question = await dialog('Delete MONDAY?')
    const button = question.getByRole('button', { name: 'Delete' }) as HTMLButtonElement
    await write(question, /^Type “/, 'MONDA')
    expect(button.disabled).toBe(true)
    await write(question, /^Type “/, 'MONDAY ')
    await person.click(button)
    await screen.findByText('MONDAY is deleted')
    expect(inputsOf('dashboard/coupons/delete')).toEqual([{ id: 5 }])
  })

  test('[U-14] a coupon that was used cannot be deleted; a link shows its orders', async () => {
    answerTable('coupon_uses', [])
    const panel = await openCoupon('FEAST', { id: 4, count: 2 })
    expect(panel.queryByRole('button', { name: 'Delete the coupon' })).toBeNull()
    await press(panel, 'Show its orders')
    await page().findByRole('heading', { name: 'Uses of coupons' })
    expect(address()).toBe('/coupons/uses?coupon=FEAST')
    expect(queriesOf('coupon_uses')[0]).toMatchObject({ filters: { coupon: 'FEAST' } })
  })

  test('[U-14] a coupon that was deleted in the meantime says so in its panel', async () => {
    refuse('dashboard/coupons/show', 'NOT_FOUND')
    await openPage('/coupons')
    await person.click(await page().findByText('FEAST'))
    const panel = await dialog('Coupon')
    expect((await panel.findByRole('alert')).textContent).not.toBe('')
    expect(panel.queryByLabelText('Code')).toBeNull()
  })
})

describe('selected coupons', () => {
  test('[U-14] selected coupons are switched off together, and the selection is cleared', async () => {
    answer('dashboard/coupons/set-active', { success: true })
    await openPage('/coupons')
    await person.click(await page().findByLabelText('Choose row 4'))
    await person.click(page().getByLabelText('Choose row 5'))
    await page().findByText('2 selected')
    await press(page(), 'Switch off')
    await screen.findByText('Switched off')
    expect(inputsOf('dashboard/coupons/set-active')).toEqual([{ ids: [4, 5], is_active: 0 }])
    expect(page().queryByText('2 selected')).toBeNull()
  })

  test('[U-14] selected coupons stay selected if that is refused', async () => {
    refuse('dashboard/coupons/set-active', 'NOT_FOUND')
    await openPage('/coupons')
    await person.click(await page().findByLabelText('Choose row 4'))
    await press(page(), 'Switch on')
    await expect.poll(() => inputsOf('dashboard/coupons/set-active')).toEqual([{ ids: [4], is_active: 1 }])
    expect(page().queryByText('1 selected')).not.toBeNull()
  })
})

test('[U-01] coupons are closed to staff without their permission', async () => {
  await openPage('/coupons', staffWith('order_view'))
  await page().findByRole('heading', { name: 'You can’t open Coupons' })
  expect(queriesOf('coupons')).toEqual([])
})
