import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, noteAt, openApp, openPage, page, person, press, signIn, write } from '#test/app.tsx'
import { administrator, ownerOf, staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, inputsOf, queriesOf, refuse, setCaller } from '#test/server.ts'

beforeEach(() => {
  for (const table of [
    'coupons',
    'orders',
    'customers',
    'riders',
    'owners',
    'staff',
    'stores',
    'items',
    'pages',
  ] as const)
    answerTable(table, [])
  answer('dashboard/setup-state', { needs_setup: false })
  answer('get-settings', recorded('get-settings'))
})

const sideBar = () => screen.getByRole('navigation', { name: 'Dashboard' })
const links = () =>
  within(sideBar())
    .getAllByRole('link')
    .map((link) => link.textContent)
describe('the side bar', () => {
  test('[T-06] shows staff only the entries of pages that they may see, with the pages of the open entry', async () => {
    await openPage('/coupons', staffWith('coupons_manage', 'order_view'))
    expect(links()).toEqual(['Dashboard', 'Home', 'Orders', 'Coupons', 'Money', 'Analytics'])
  })

  test('has nine entries for people who may see everything', async () => {
    answerTable('coupons', [])
    await openPage('/orders')
    expect(links()).toEqual([
      'Dashboard',
      'Home',
      'Orders',
      'Live board',
      'Visits',
      'Takings',
      'Earnings',
      'All visits',
      'Salon customers',
      'Cases',
      'Call and order',
      'Menu and stores',
      'Customers',
      'Riders',
      'Marketing',
      'Money',
      'Analytics',
      'Settings',
    ])
  })

  test('[T-06] shows owners the pages of their stores', async () => {
    await openPage('/orders', ownerOf())
    expect(links()).toEqual([
      'Dashboard',
      'Home',
      'Orders',
      'Live board',
      'Cases',
      'Menu and stores',
      'Money',
      'Analytics',
    ])
    await person.click(within(sideBar()).getByRole('link', { name: 'Menu and stores' }))
    await page().findByRole('heading', { level: 1, name: 'Stores' })
    const inside = within(within(sideBar()).getByRole('list', { name: 'Menu and stores' }))
    expect(inside.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Stores',
      'Items',
      'Menu categories',
      'Add-ons',
      'Reviews',
    ])
  })

  test('[T-06] shows owners the calls for customers only if the shop allows them', async () => {
    await openPage('/orders', { ...ownerOf(), permissions: ['login_as_customer'] })
    expect(links()).toContain('Call and order')
  })

  test('marks the open page, and not the page above it or the entry of another page', async () => {
    await openPage('/coupons')
    expect(within(sideBar()).getByRole('link', { current: 'page' }).textContent).toBe('Coupons')
    await person.click(within(sideBar()).getByRole('link', { name: 'Orders' }))
    await page().findByRole('heading', { level: 1, name: 'Orders' })
    expect(within(sideBar()).getByRole('link', { current: 'page' }).textContent).toBe('Orders')
    expect(document.title).toBe('Orders · Dashboard')
    expect(document.activeElement?.textContent).toBe('Orders')
  })

  test('can be folded, which this browser stores', async () => {
    await openPage('/coupons')
    await person.click(within(sideBar()).getByRole('button', { name: 'Collapse menu' }))
    await person.click(within(sideBar()).getByRole('button', { name: 'Expand menu' }))
    expect(localStorage.getItem('dashboardSideBar')).toBe('open')
  })

  test('is a drawer on a phone, which closes when the page changes', async () => {
    await openPage('/coupons')
    await press(screen, 'Menu')
    const drawer = await dialog('Menu')
    await person.click(drawer.getByRole('link', { name: 'Orders' }))
    await page().findByRole('heading', { level: 1, name: 'Orders' })
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Menu' })).toBeNull()
  })
})

const searchLabel = 'Page, order, person, store, item or setting'

describe('the global search', () => {
  async function find(text: string) {
    await person.keyboard('{Control>}k{/Control}')
    const box = await dialog('Go to')
    await write(box, searchLabel, text)
    return box
  }
  const titles = (box: Awaited<ReturnType<typeof find>>) =>
    box.queryAllByRole('option').map((option) => option.textContent)

  test('finds pages by a part of their name or area, by keyboard alone', async () => {
    await openPage('/coupons')
    const box = await find('market')
    expect(titles(box)).toContain('SlidersMarketing')
    await write(box, searchLabel, 'uses')
    expect(titles(box)).toEqual(['Uses of couponsMarketing'])
    await write(box, searchLabel, 'order')
    const marked = () => box.getAllByRole('option', { selected: true }).map((option) => option.textContent)
    expect(marked()).toEqual(['Orders'])
    await person.keyboard('{ArrowDown}')
    expect(marked()).toEqual(['Live boardOrders'])
    await person.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    await page().findByRole('heading', { level: 1, name: 'Orders' })
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Go to' })).toBeNull()
  })

  test('finds orders, people, stores, items and settings from three letters on, four of a kind', async () => {
    const order = { id: 8, unique_order_id: 'OD-11-21-2C4C2AD6', customer: 'Asha', store: 'Corner Kitchen' }
    answerTable('orders', [row('orders', { ...order, total: '120.00', currency: 'INR', status: 'picked_up' })])
    answerTable(
      'customers',
      [1, 2, 3, 4, 5].map((id) => row('customers', { id, name: `Asha ${id}`, phone: `+91${id}` })),
    )
    answerTable('riders', [row('riders', { id: 9, name: 'Asha Rider', email: 'asha@example.test' })])
    answerTable('stores', [row('stores', { id: 7, name: 'Asha Sweets' })])
    answerTable('items', [
      row('items', { id: 4, name: 'Asha Dosa', store: 'Tiffins', store_id: 7, price: '60.00', currency: 'INR' }),
    ])
    await openPage('/coupons')
    const box = await find('as')
    await write(box, searchLabel, 'asha')
    await box.findByText('Asha Sweets')
    expect(titles(box)).toEqual([
      '2C4C2AD6Corner Kitchen · Asha₹120.00On the way',
      ...[1, 2, 3, 4].map((id) => `Asha ${id}+91${id}Customer`),
      'Asha Riderasha@example.testRider',
      'Asha SweetsStore',
      'Asha DosaTiffins · ₹60.00Item',
    ])
    expect(queriesOf('customers')).toEqual([{ table: 'customers', q: 'asha', filters: {} }])
    answer('store-owner/get-menu-with-details', recorded('store-owner/get-menu-with-details'))
    answer('dashboard/stores/read', recorded('dashboard/stores/read'))
    await person.click(box.getByRole('option', { name: /Asha Dosa/ }))
    await expect.poll(address).toBe('/stores/7/menu?item=4')
  })

  test('finds settings by name or key, for people who may change them', async () => {
    answer('dashboard/settings', recorded('dashboard/settings'))
    await openPage('/coupons')
    const box = await find('storecolor')
    await person.click(await box.findByRole('option', { name: /^Brand colour ?Setting$/ }))
    await expect.poll(address).toBe('/settings?q=storeColor')
  })

  test('[T-06] leaves out people and pages that the person may not see', async () => {
    await openPage('/coupons', staffWith('coupons_manage', 'order_view'))
    const box = await find('ord')
    await expect.poll(() => queriesOf('orders')).toHaveLength(1)
    expect(titles(box)).toEqual([
      'Orders',
      'Live boardOrders',
      'VisitsOrders',
      'All visitsOrders',
      'Salon customersOrders',
      'CasesOrders',
    ])
    expect([...queriesOf('customers'), ...queriesOf('stores')]).toEqual([])
  })

  test('says that nothing was found', async () => {
    await openPage('/coupons')
    const box = await find('zzzz')
    await box.findByText('No results. Try another name or number.')
    await person.keyboard('{Enter}')
    expect(address()).toBe('/coupons')
  })
})

describe('keyboard shortcuts', () => {
  test('are listed by the question mark, but not while a person types', async () => {
    await openPage('/coupons')
    await person.click(page().getByRole('searchbox'))
    await person.keyboard('?')
    expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
    page().getByRole('heading', { level: 1 }).focus()
    await person.keyboard('?')
    const list = await dialog('Keyboard shortcuts')
    list.getByText('Show this list')
    await person.keyboard('{Escape}')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull()
  })

  test('a slash focuses the search of the table', async () => {
    await openPage('/coupons')
    await person.keyboard('/')
    expect(document.activeElement).toBe(page().getByRole('searchbox'))
    await person.keyboard('a/b')
    expect((page().getByRole('searchbox') as HTMLInputElement).value).toBe('a/b')
  })
})

describe('pages', () => {
  test('that do not exist are shown within the frame', async () => {
    await openPage('/nowhere')
    expect(page().getByRole('heading', { level: 1 }).textContent).toBe('Page not found')
    expect(links()).toContain('Marketing')
  })

  test('[T-06] that are closed say whom staff and owners can ask', async () => {
    await openPage('/settings', staffWith('order_view'))
    await page().findByText('An administrator can give you the permission for this page, on your page under Staff.')
  })

  test('[T-06] of the shop are closed to owners', async () => {
    await openPage('/settings', ownerOf())
    await page().findByText('Only the people who run the shop can use this page.')
  })
})

describe('the sign-in', () => {
  beforeEach(() => refuse('dashboard/me', 'SESSION_MISSING'))
  const given = { email: 'meena@example.test', password: 'a-kettle-of-tea-9' }

  async function enter(password = given.password) {
    await screen.findByRole('heading', { name: 'Sign in to the dashboard' })
    await write(screen, 'Email address', given.email)
    await write(screen, 'Password', password)
    await press(screen, 'Sign in')
  }

  test('[U-01] opens the requested page', async () => {
    openApp('/coupons?q=feast')
    answer('dashboard/login', () => {
      signIn(administrator)
      return { success: true, data: administrator }
    })
    await enter()
    await page().findByRole('heading', { level: 1, name: 'Coupons' })
    expect(inputsOf('dashboard/login')).toEqual([given])
    expect(queriesOf('coupons')[0]).toMatchObject({ q: 'feast' })
  })

  test('[U-01] with a wrong password shows the error, and keeps the URL', async () => {
    openApp('/coupons')
    refuse('dashboard/login', 'STAFF_LOGIN_WRONG')
    await enter('wrong')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Wrong email or password.')
    expect((screen.getByLabelText('Email address') as HTMLInputElement).value).toBe(given.email)
    expect(queriesOf('coupons')).toEqual([])
  })

  test('[GAP-76] with a second factor asks for its code, and can start again', async () => {
    openApp('/coupons')
    answer('dashboard/login', { success: true, second_factor: { ticket: 'a-ticket' } })
    await enter()
    await screen.findByRole('heading', { name: 'One more step' })
    await press(screen, 'Start again')
    await enter()
    refuse('dashboard/login/second-factor', 'SECOND_FACTOR_WRONG')
    await write(screen, 'Authenticator app code', '000000')
    await press(screen, 'Continue')
    await screen.findByRole('alert')
    answer('dashboard/login/second-factor', () => {
      signIn(administrator)
      return { success: true, data: administrator }
    })
    await write(screen, 'Authenticator app code', '123456')
    await press(screen, 'Continue')
    await page().findByRole('heading', { level: 1, name: 'Coupons' })
    expect(inputsOf('dashboard/login/second-factor')).toEqual([
      { ticket: 'a-ticket', code: '000000' },
      { ticket: 'a-ticket', code: '123456' },
    ])
  })

  test('[GAP-76] refuses a code that is too long at its field', async () => {
    openApp('/coupons')
    answer('dashboard/login', { success: true, second_factor: { ticket: 'a-ticket' } })
    await enter()
    await write(screen, 'Authenticator app code', '1'.repeat(80))
    await press(screen, 'Continue')
    await expect.poll(() => noteAt(screen, 'Authenticator app code')).toMatch(/long/)
  })

  test('[U-01] offers the set-up only to a shop without an administrator', async () => {
    answer('dashboard/setup-state', { needs_setup: true })
    openApp('/')
    const link = await screen.findByRole('link', { name: 'Create the first administrator' })
    expect(link.getAttribute('href')).toBe('/dashboard/setup')
  })

  test('is not shown if the server does not answer', async () => {
    cut('dashboard/me')
    openApp('/coupons')
    await screen.findByRole('heading', { name: 'The server does not respond' })
    signIn(administrator)
    await press(screen, 'Try again')
    await page().findByRole('heading', { level: 1, name: 'Coupons' })
  })

  test('[GAP-83] over a page whose session has ended keeps the typed values', async () => {
    signIn(administrator)
    await openPage('/coupons')
    await press(page(), 'New coupon')
    const form = await dialog('New coupon')
    await write(form, 'Code', 'DOSA50')
    refuse('dashboard/coupons/save', 'SESSION_EXPIRED')
    await press(form, 'Create coupon')
    await screen.findByText('Your session has ended. Sign in to continue where you left off.')
    answer('dashboard/login', { success: true, data: administrator })
    await enter()
    await expect.poll(() => screen.queryByText(/^Your session has ended/)).toBeNull()
    expect((form.getByLabelText('Code') as HTMLInputElement).value).toBe('DOSA50')
  })
})

describe('a recent proof of identity', () => {
  async function needProof(needs_code: boolean) {
    refuse('dashboard/coupons/delete', 'PROOF_NEEDED', { extra: { needs_code } })
    answer('dashboard/coupons/show', recorded('dashboard/coupons/show', { coupon: { code: 'FEAST', count: 0 } }))
    answerTable('coupons', [row('coupons', { id: 4, code: 'FEAST' })])
    await openPage('/coupons')
    await person.click(await page().findByText('FEAST'))
    const panel = await dialog('Coupon')
    await press(panel, 'Delete the coupon')
    const question = await dialog('Delete FEAST?')
    await write(question, /^Type “/, 'FEAST')
    await press(question, 'Delete')
    return dialog('Confirm that it’s you')
  }

  test('[U-01] is requested with the code of people who have a second factor; then the action continues', async () => {
    const proof = await needProof(true)
    refuse('dashboard/prove', 'PROOF_WRONG')
    await write(proof, 'Password', 'wrong')
    await press(proof, 'Confirm')
    await proof.findByRole('alert')
    answer('dashboard/prove', () => {
      answer('dashboard/coupons/delete', { success: true })
      return { success: true }
    })
    await write(proof, 'Password', 'a-kettle-of-tea-9')
    await write(proof, 'Authenticator app code', '616340')
    await press(proof, 'Confirm')
    await screen.findByText('FEAST is deleted')
    expect(inputsOf('dashboard/prove').at(-1)).toEqual({ password: 'a-kettle-of-tea-9', code: '616340' })
    expect(callsOf('dashboard/coupons/delete')).toHaveLength(2)
  })

  test('[U-01] that is not given leaves the action undone', async () => {
    const proof = await needProof(false)
    expect(proof.queryByLabelText('Authenticator app code')).toBeNull()
    await press(proof, 'Cancel')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Confirm that it’s you' })).toBeNull()
    expect(callsOf('dashboard/coupons/delete')).toHaveLength(1)
    expect(inputsOf('dashboard/prove')).toEqual([])
  })
})

describe('the required second factor of an administrator', () => {
  const bare = { ...administrator, has_second_factor: false, needs_second_factor: true }

  test('[GAP-76] comes before every page: scan, confirm, save the recovery codes', async () => {
    signIn(bare)
    answer('dashboard/second-factor/start', recorded('dashboard/second-factor/start', { secret: 'JBSWY3DP' }))
    openApp('/coupons')
    await screen.findByRole('heading', { name: 'Second factor' })
    await screen.findByText('JBSWY3DP')
    expect(screen.getByRole('img', { name: 'Code for the authenticator app' }).getAttribute('src')).toMatch(/svg/)
    refuse('dashboard/second-factor/confirm', 'SECOND_FACTOR_WRONG')
    await write(screen, 'Six digits', '111111')
    await press(screen, 'Turn on')
    await screen.findByRole('alert')
    answer('dashboard/second-factor/confirm', { success: true, recovery_codes: ['14bfe-6020e', '5cd11-9a0f3'] })
    await write(screen, 'Six digits', '046714')
    await press(screen, 'Turn on')
    await screen.findByText('14bfe-6020e')
    await press(screen, 'Copy')
    expect(await navigator.clipboard.readText()).toBe('14bfe-6020e\n5cd11-9a0f3')
    signIn(administrator)
    await press(screen, 'I saved the codes')
    await screen.findByRole('heading', { level: 1, name: 'Coupons' })
    expect(inputsOf('dashboard/second-factor/start')).toHaveLength(1)
  })

  test.each([
    ['OPERATOR_SECRET_NEEDED', 'Enrolment secret', 'operator_secret'],
    ['ENROLMENT_CODE_NEEDED', 'Code from an administrator', 'enrolment_code'],
  ] as const)('[GAP-76] asks for the secret that allows it: %s', async (code, label, key) => {
    signIn(bare)
    refuse('dashboard/second-factor/start', code)
    openApp('/coupons')
    await screen.findByLabelText(label)
    expect(screen.queryByRole('alert')).toBeNull()
    await write(screen, label, 'wrong')
    await press(screen, 'Continue')
    await screen.findByRole('alert')
    answer('dashboard/second-factor/start', recorded('dashboard/second-factor/start'))
    await write(screen, label, ' right ')
    await press(screen, 'Continue')
    await screen.findByLabelText('Six digits')
    expect(inputsOf('dashboard/second-factor/start')).toEqual([{}, { [key]: 'wrong' }, { [key]: 'right' }])
  })
})

describe('the top bar', () => {
  test('cycles through the colour schemes, which this browser stores', async () => {
    await openPage('/coupons')
    await press(screen, 'Appearance: system')
    await press(screen, 'Appearance: light')
    expect(document.documentElement.dataset.scheme).toBe('dark')
    expect(localStorage.getItem('dashboardScheme')).toBe('dark')
    await press(screen, 'Appearance: dark')
    expect(document.documentElement.dataset.scheme).toBeUndefined()
    await screen.findByRole('button', { name: 'Appearance: system' })
  })

  test('[T-06] offers a choice of stores only to owners of several', async () => {
    await openPage('/orders', ownerOf('Sagar Tiffins'))
    expect(screen.queryByLabelText('Selected store')).toBeNull()
  })

  test('[U-01] signs out', async () => {
    answer('dashboard/logout', { success: true })
    await openPage('/coupons')
    await press(screen, 'Sign out')
    await expect.poll(() => callsOf('dashboard/logout')).toHaveLength(1)
  })
})

test('a member of staff who acts as an owner sees this on every page, and can end it', async () => {
  setCaller(ownerOf())
  const me = recorded('dashboard/me', { data: ownerOf() })
  answer('dashboard/me', {
    ...me,
    acting: { staff_name: 'Farah Khan', until: new Date(Date.now() + 20 * 60_000).toISOString() },
  })
  refuse('dashboard/owners/stop-acting', 'INTERNAL')
  openApp('/orders')
  const bar = within(await screen.findByRole('region', { name: 'Acting as an owner' }))
  bar.getByText('Kiran Shetty')
  bar.getByText('The audit log names Farah Khan.')
  await press(bar, 'Stop acting')
  await expect.poll(() => callsOf('dashboard/owners/stop-acting')).toHaveLength(1)
})
