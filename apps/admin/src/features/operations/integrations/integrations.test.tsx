import type { Output } from '@nukkad/contract/contract.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { dialog, factsOf, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { staffWith } from '#test/people.ts'
import { changed, type Part, recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, hold, inputsOf, refuse } from '#test/server.ts'

type Endpoint = Output<'dashboard/webhooks'>['endpoints'][number]
const url = 'https://till.example.test/hooks'
const endpoint = (change: Part<Endpoint> = {}) =>
  changed<Endpoint>(recorded('dashboard/webhooks').endpoints[0]!, {
    id: 9,
    url,
    description: 'The till',
    is_active: true,
    paused_because: null,
    kinds: ['order.placed'],
    ...change,
  } as Part<Endpoint>)
const key = changed(recorded('dashboard/api-keys').keys[0]!, { id: 1, name: 'Till', revoked_at: null })

beforeEach(() => {
  answer('dashboard/webhooks', { success: true, endpoints: [endpoint()] })
  answer('dashboard/api-keys', { success: true, keys: [key] })
  answerTable('webhook_deliveries', [])
})

describe('a webhook', () => {
  const openKnown = async () => {
    await openPage('/integrations')
    await press(page(), `Change ${url}`)
    return dialog('Change the webhook')
  }

  test('is changed with its number, and gets no new secret', async () => {
    answer('dashboard/webhooks/save', recorded('dashboard/webhooks/save', { secret: null }))
    const form = await openKnown()
    expect([textIn(form, 'URL'), textIn(form, 'Description')]).toEqual([url, 'The till'])
    expect(form.getByLabelText<HTMLInputElement>('order.placed').checked).toBe(true)
    await person.click(form.getByLabelText('Active'))
    await press(form, 'Save')
    await expect
      .poll(() => inputsOf('dashboard/webhooks/save'))
      .toEqual([{ id: 9, url, description: 'The till', kinds: ['order.placed'], is_active: false }])
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Change the webhook' })).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Signing secret' })).toBeNull()
  })

  test('a webhook without events is refused at them, and with an address inside the shop at the address', async () => {
    const form = await openKnown()
    await person.click(form.getByLabelText('order.placed'))
    await press(form, 'Save')
    const events = within(form.getByRole('group', { name: 'Events' }))
    await events.findByRole('alert')
    await person.click(form.getByLabelText('order.placed'))
    refuse('dashboard/webhooks/save', 'INVALID_INPUT', { fields: { url: 'fieldPublicHttps' } })
    await write(form, 'URL', 'http://10.0.0.1/')
    await press(form, 'Save')
    await expect.poll(() => noteAt(form, 'URL')).toBe('Enter a public URL that begins with https://')
    expect(events.queryByRole('alert')).toBeNull()
  })

  test('is sent once for two presses, and not lost without a connection', async () => {
    cut('dashboard/webhooks/save')
    const form = await openKnown()
    await write(form, 'Description', 'The new till')
    await press(form, 'Save')
    await form.findByText('There is no connection, so nothing was changed. Please try again.')
    answer('dashboard/webhooks/save', recorded('dashboard/webhooks/save', { secret: null }))
    const release = hold('dashboard/webhooks/save')
    await press(form, 'Save')
    await person.click(form.getByRole('button', { name: 'Save' }))
    release()
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Change the webhook' })).toBeNull()
    const calls = callsOf('dashboard/webhooks/save')
    expect(calls).toHaveLength(2)
    expect(calls[1]).toEqual(calls[0])
  })

  test('a webhook that was changed asks before it closes', async () => {
    const form = await openKnown()
    await write(form, 'Description', 'The new till')
    await press(form, 'Close')
    await press(await dialog('Discard changes?'), 'Discard')
    await expect.poll(() => screen.queryByRole('dialog', { name: 'Change the webhook' })).toBeNull()
    expect(inputsOf('dashboard/webhooks/save')).toEqual([])
  })

  test('a webhook whose test cannot be sent says why', async () => {
    refuse('dashboard/webhooks/test', 'NOT_FOUND')
    await openPage('/integrations')
    await press(page(), `Send a test to ${url}`)
    await expect.poll(() => inputsOf('dashboard/webhooks/test')).toEqual([{ id: 9 }])
    expect(screen.queryByText(/^The test is being sent/)).toBeNull()
  })
})

describe('an API key', () => {
  test('needs a name and a permission, each refused in its place', async () => {
    await openPage('/integrations', staffWith('settings_manage', 'order_view'))
    await press(page(), 'Create a key')
    const form = await dialog('Create a key')
    await press(form, 'Create the key')
    await expect.poll(() => noteAt(form, 'What the key is for')).toBe('Please fill in this field')
    await within(form.getByRole('group', { name: 'The key may' })).findByRole('alert')
  })

  test('says who made it, what it may, and when it was used', async () => {
    answer('dashboard/api-keys', {
      success: true,
      keys: [
        changed(key, { ending: 'vxDw', permissions: ['order_view'], made_by: 'Meena', last_used_at: null }),
        changed(key, { id: 2, name: 'Old', revoked_at: '2026-11-21T10:00:00.000Z' }),
      ],
    })
    await openPage('/integrations')
    const [till, old] = within(await page().findByRole('region', { name: 'API keys' })).getAllByRole('listitem')
    expect(till!.textContent).toMatch(/^Till …vxDw.+Created by Meena\. Never used\./)
    expect(old!.textContent).toContain('Revoked Nov 21, 2026, 3:30 PM.')
    expect(within(old!).queryByRole('button')).toBeNull()
  })

  test('a key that cannot be revoked stays in the list', async () => {
    refuse('dashboard/api-keys/revoke', 'NOT_FOUND')
    await openPage('/integrations')
    await press(page(), 'Revoke Till')
    const question = await dialog('Revoke “Till”?')
    await write(question, /^Type “/, 'Till')
    await press(question, 'Revoke')
    await expect.poll(() => inputsOf('dashboard/api-keys/revoke')).toEqual([{ id: 1 }])
    await page().findByRole('button', { name: 'Revoke Till' })
    expect(screen.queryByText('The key is revoked')).toBeNull()
  })

  test('is none at first, and the page says what one is for', async () => {
    answer('dashboard/api-keys', { success: true, keys: [] })
    await openPage('/integrations')
    await page().findByText(/^No keys yet\. With a key, a program can make the calls of staff/)
  })
})

test.each([
  ['dashboard/webhooks', 'Webhooks', url],
  ['dashboard/api-keys', 'API keys', /^Till/],
] as const)('%s that cannot be read say why, and are read again', async (name, title, shown) => {
  refuse(name, 'INTERNAL')
  await openPage('/integrations')
  const part = within(await page().findByRole('region', { name: title }))
  const alert = within(await part.findByRole('alert'))
  answer('dashboard/webhooks', { success: true, endpoints: [endpoint()] })
  answer('dashboard/api-keys', { success: true, keys: [key] })
  await press(alert, 'Try again')
  await part.findByText(shown)
})

describe('a delivery of the log', () => {
  test('shows the answer of the receiver, and both texts', async () => {
    answerTable('webhook_deliveries', [
      row('webhook_deliveries', {
        id: 31,
        kind: 'order.placed',
        state: 'delivered',
        tries: 2,
        answer_status: 200,
        ms: 140,
        last_try_at: '2026-11-21T10:00:00.000Z',
        message_id: 'msg_1',
        body: '{"id":1}',
        answer: 'thanks',
      }),
    ])
    await openPage('/integrations')
    await person.click(await page().findByText('order.placed'))
    const panel = await dialog('order.placed')
    expect(factsOf(panel)).toEqual([
      ['State', 'Delivered'],
      ['Tries', '2'],
      ['Last attempt', 'Nov 21, 2026, 3:30 PM'],
      ['Next attempt', '–'],
      ['Answer', '200 after 140 ms'],
      ['Message id', 'msg_1'],
    ])
    panel.getByText('{"id":1}')
    panel.getByText('thanks')
  })

  test('a delivery that waits without an answer says so, and stays open if it cannot be sent again', async () => {
    refuse('dashboard/webhooks/replay', 'NOT_FOUND')
    answerTable('webhook_deliveries', [
      row('webhook_deliveries', { id: 32, kind: 'order.placed', state: 'waiting', tries: 0 }),
    ])
    await openPage('/integrations')
    await person.click(await page().findByText('order.placed'))
    const panel = await dialog('order.placed')
    panel.getByText('Waiting')
    expect(panel.queryByRole('heading', { name: 'Answered' })).toBeNull()
    await press(panel, 'Send the message again')
    await expect.poll(() => inputsOf('dashboard/webhooks/replay')).toEqual([{ what: { delivery_id: 32 } }])
    panel.getByRole('button', { name: 'Send the message again' })
  })
})
