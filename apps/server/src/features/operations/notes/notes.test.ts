import { describe, expect, it } from 'vitest'
import { codeOf, useTestApp } from '#test/harness.ts'
import { createStaff } from '#test/staff.ts'

const test = useTestApp()
const { admin, member, signIn, ask } = createStaff(test)

const textsOf = (notes: readonly { text: string; is_done: number }[]) =>
  notes.map(({ text, is_done }) => (is_done ? `✓ ${text}` : text))

describe('personal notes', () => {
  it('[U-01] notes are written, ticked off and deleted: open ones first, the newest on top', async () => {
    const own = await signIn(await member())
    expect((await ask('dashboard/notes', {}, own)).body.notes).toEqual([])
    await ask('dashboard/notes/add', { text: ' Call the printer ' }, own)
    const { body } = await ask('dashboard/notes/add', { text: 'Pay the rent' }, own)
    expect(textsOf(body.notes)).toEqual(['Pay the rent', 'Call the printer'])
    const [rent, printer] = body.notes.map(({ id }) => id)
    const done = await ask('dashboard/notes/set-done', { id: rent, is_done: 1 }, own)
    expect(textsOf(done.body.notes)).toEqual(['Call the printer', '✓ Pay the rent'])
    const undone = await ask('dashboard/notes/set-done', { id: rent, is_done: 0 }, own)
    expect(textsOf(undone.body.notes)).toEqual(['Pay the rent', 'Call the printer'])
    expect(textsOf((await ask('dashboard/notes/delete', { id: printer }, own)).body.notes)).toEqual(['Pay the rent'])
    expect((await ask('dashboard/notes/add', { text: '  ' }, own)).status).toBe(400)
  })

  it('[GAP-75] [T-08] notes are private: administrators do not see them, and neither do staff who act for an owner', async () => {
    const person = await admin()
    const { cookie } = await signIn(person)
    const written = await ask('dashboard/notes/add', { text: 'For my eyes' }, { cookie })
    const { id } = written.body.notes[0]!
    const other = await signIn(await admin())
    expect((await ask('dashboard/notes', {}, other)).body.notes).toEqual([])
    expect(codeOf(await ask('dashboard/notes/set-done', { id, is_done: 1 }, other))).toBe('NOT_FOUND')
    expect(codeOf(await ask('dashboard/notes/delete', { id }, other))).toBe('NOT_FOUND')
    const owner = await test.build.owner({ stores: [await test.build.store()] })
    await test.call('dashboard/notes/add', { text: 'The owner’s' }, { token: owner.token })
    await ask('dashboard/owners/act', { id: owner.id, reason: 'He asked for help' }, { cookie })
    expect(textsOf((await ask('dashboard/notes', {}, { cookie })).body.notes)).toEqual(['For my eyes'])
  })

  it('[U-01] notes are limited to a hundred, however many are added in parallel', async () => {
    const owner = await test.build.owner()
    const add = (text: string) => test.call('dashboard/notes/add', { text }, { token: owner.token })
    await test.db
      .insertInto('staff_notes')
      .values(Array.from({ length: 97 }, (_, at) => ({ user_id: owner.id, text: `Note ${at}` })))
      .execute()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => add(`More ${at}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect((await test.call('dashboard/notes', {}, { token: owner.token })).body.notes).toHaveLength(100)
  })
})
