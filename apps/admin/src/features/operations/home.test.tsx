import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { factsOf, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { type Part, recorded } from '#test/recorded.ts'
import { answer, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

type Home = Output<'dashboard/home'>
const showHome = (change: Part<Home> = {}) =>
  answer('dashboard/home', recorded('dashboard/home', { checklist: null, alarms: [], ...change }))
const note = (id: number, text: string, is_done: 0 | 1 = 0) => ({
  id,
  text,
  is_done,
  created_at: '2026-11-21T10:00:00.000Z',
})
const showNotes = (...notes: ReturnType<typeof note>[]) => answer('dashboard/notes', { success: true, notes })

beforeEach(() => {
  showHome()
  showNotes(note(1, 'Call the printer'), note(2, 'Order bags', 1))
  answer('dashboard/needs-you', { success: true, late: null, waiting: [] })
})

describe('the notes of a person', () => {
  const open = async () => {
    await openPage('/')
    await page().findByLabelText('Add a task')
  }
  const box = (name: string) => page().getByRole<HTMLInputElement>('checkbox', { name })

  test('say that no one else sees them', async () => {
    showNotes()
    await open()
    await page().findByText('No tasks yet. Only you see the tasks that you add here.')
  })

  test('notes are added by Enter, and the field is empty for the next one', async () => {
    answer('dashboard/notes/add', { success: true, notes: [note(3, 'Pay the rent'), note(1, 'Call the printer')] })
    await open()
    await write(page(), 'Add a task', 'Pay the rent')
    await person.keyboard('{Enter}')
    await page().findByText('Pay the rent')
    expect(textIn(page(), 'Add a task')).toBe('')
    expect(inputsOf('dashboard/notes/add')).toEqual([{ text: 'Pay the rent' }])
    expect(callsOf('dashboard/notes')).toHaveLength(1)
  })

  test('notes without a text are refused at the field, and keep theirs without a connection', async () => {
    await open()
    await press(page(), 'Add')
    await expect.poll(() => noteAt(page(), 'Add a task')).toBe('Please fill in this field')
    cut('dashboard/notes/add')
    await write(page(), 'Add a task', 'Pay the rent')
    await press(page(), 'Add')
    await expect.poll(() => noteAt(page(), 'Add a task')).toMatch(/^There is no connection/)
    expect(textIn(page(), 'Add a task')).toBe('Pay the rent')
  })

  test('notes are ticked before the answer, and untick if it is refused', async () => {
    refuse('dashboard/notes/set-done', 'NOT_FOUND')
    const release = hold('dashboard/notes/set-done')
    await open()
    await person.click(await page().findByRole('checkbox', { name: 'Call the printer' }))
    expect(box('Call the printer').checked).toBe(true)
    release()
    await expect.poll(() => box('Call the printer').checked).toBe(false)
    expect(box('Order bags').checked).toBe(true)
  })

  test('notes are put back as they were after a deletion', async () => {
    answer('dashboard/notes/delete', { success: true, notes: [note(1, 'Call the printer')] })
    answer('dashboard/notes/add', { success: true, notes: [note(1, 'Call the printer'), note(9, 'Order bags')] })
    answer('dashboard/notes/set-done', {
      success: true,
      notes: [note(1, 'Call the printer'), note(9, 'Order bags', 1)],
    })
    await open()
    await press(page(), 'Delete Order bags')
    await screen.findByText('Deleted')
    await expect.poll(() => page().queryByText('Order bags')).toBeNull()
    expect(document.activeElement).toBe(page().getByRole('button', { name: 'Delete Call the printer' }))
    await press(screen, 'Undo')
    await expect.poll(() => page().queryByText('Order bags')).not.toBeNull()
    expect(inputsOf('dashboard/notes/set-done')).toEqual([{ id: 9, is_done: 1 }])
    expect(inputsOf('dashboard/notes/delete')).toEqual([{ id: 2 }])
  })

  test('notes stay if they cannot be deleted', async () => {
    refuse('dashboard/notes/delete', 'NOT_FOUND')
    await open()
    const button = await page().findByRole<HTMLButtonElement>('button', { name: 'Delete Order bags' })
    await person.click(button)
    await expect.poll(() => button.disabled).toBe(false)
    page().getByText('Order bags')
  })
})

describe('the figures of today', () => {
  test('stand against the target of the day', async () => {
    showHome({ today: { sold: '6250.00', target: '25000.00', currency: 'INR' } })
    await openPage('/')
    const today = within(await page().findByRole('region', { name: 'Today' }))
    today.getByText('₹6,250.00')
    expect(today.getByText(/, 25%$/).textContent).toBe('₹6,250.00 of ₹25,000.00, 25%')
    const bar = today.getByRole('progressbar')
    expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['6250', '25000'])
  })

  test('figures that cannot be read say why, and are read again', async () => {
    refuse('dashboard/home', 'INTERNAL')
    await openPage('/')
    const alert = within(await page().findByRole('alert'))
    expect(page().queryByRole('region', { name: 'Today' })).toBeNull()
    showHome()
    await press(alert, 'Try again')
    await page().findByRole('region', { name: 'Today' })
    expect(page().queryByRole('alert')).toBeNull()
  })
})

describe('the page of the server', () => {
  const show = (change: Part<Output<'dashboard/server'>> = {}) =>
    answer('dashboard/server', recorded('dashboard/server', change))
  const factsIn = async (name: string) => factsOf(within(await page().findByRole('region', { name })))

  test('names its memory, database, free space and waiting jobs', async () => {
    show({
      memory_bytes: 259_272_704,
      database_bytes: 1_500_000_000,
      disk_free_bytes: 72_256_561_152,
      jobs: { waiting: 1200, oldest_seconds: 75 },
    })
    await openPage('/server')
    expect((await factsIn('Now')).slice(1)).toEqual([
      ['Waiting jobs', '1,200, the oldest of them for 75 s'],
      ['Memory in use', '259.3 MB'],
      ['Database', '1.5 GB'],
      ['Free space on the disk', '72.3 GB'],
    ])
    expect(await factsIn('Components')).toEqual([
      ['Node', '24.21.0'],
      ['PostgreSQL', '18.4'],
      ['Schema', '0029_notes.sql'],
      ['Mode', 'test'],
      ['Time zone', 'Asia/Kolkata'],
    ])
  })

  test('has a dash for a disk that it cannot read, and says that no job waits', async () => {
    show({ disk_free_bytes: null, jobs: { waiting: 0, oldest_seconds: null } })
    await openPage('/server')
    const facts = await factsIn('Now')
    expect(facts[1]).toEqual(['Waiting jobs', 'None'])
    expect(facts.at(-1)).toEqual(['Free space on the disk', '–'])
  })

  test('if the state of the server cannot be loaded, the page says why', async () => {
    refuse('dashboard/server', 'INTERNAL')
    await openPage('/server')
    await page().findByRole('alert')
    expect(page().queryByRole('region', { name: 'Now' })).toBeNull()
  })

  test.each([
    ['staff without the permission', staffWith('order_view')],
    ['owners', ownerOf()],
  ])('[U-01] is closed to %s', async (_who, as) => {
    await openPage('/server', as)
    await page().findByRole('heading', { name: /^You can’t open/ })
    expect(callsOf('dashboard/server')).toEqual([])
  })
})
