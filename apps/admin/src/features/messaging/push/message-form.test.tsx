import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, dialog, factsOf, noteAt, openPage, page, person, press, take, textIn, write } from '#test/app.tsx'
import { staffWith } from '#test/people.ts'
import { recorded, row } from '#test/recorded.ts'
import { answer, answerTable, callsOf, cut, inputsOf, refuse } from '#test/server.ts'

const place = recorded('popular-geo-locations')[0]!

beforeEach(() => {
  answerTable('broadcasts', [])
  answer('dashboard/broadcasts/count', { success: true, customers: 12, browsers: 8 })
  answer('dashboard/send-push-notification', recorded('dashboard/send-push-notification'))
  answer('popular-geo-locations', [{ ...place, name: 'Indiranagar', latitude: '12.97', longitude: '77.64' }] as never)
})

const openForm = () => openPage('/messages/new', staffWith('send_notification_manage'))
const sendButton = () => page().getByRole<HTMLButtonElement>('button', { name: /^(Send|Schedule) the message$/ })
const counted = () => inputsOf('dashboard/broadcasts/count').map(({ to }) => to)

async function chooseSegment() {
  await openForm()
  await write(page(), 'Title', 'Diwali')
  await write(page(), 'Message', 'Half the charge')
  await person.selectOptions(page().getByLabelText('For'), 'Customers of a segment')
}

describe('a segment of customers', () => {
  test('[U-17] is no one until a condition is chosen', async () => {
    await chooseSegment()
    page().getByText('Choose who gets the message.')
    expect(sendButton().disabled).toBe(true)
    await person.click(page().getByLabelText('Have money in their wallet'))
    await page().findByText(/^Reaches 12 customers/)
    expect(sendButton().disabled).toBe(false)
    expect(counted()).toEqual([
      'all',
      { segment: { ordered_within_days: null, not_ordered_for_days: null, has_wallet_balance: true, near: null } },
    ])
  })

  test('[U-17] is made of days and of a place with its radius, and sent as it was counted', async () => {
    await chooseSegment()
    await write(page(), 'Ordered in the last … days', '90')
    await write(page(), 'No order in the last … days', '30')
    expect(page().queryByLabelText('Within … km')).toBeNull()
    await person.selectOptions(await page().findByLabelText('Have an address near'), 'Indiranagar')
    expect(textIn(page(), 'Within … km')).toBe('3')
    await write(page(), 'Within … km', '5.5')
    await press(page(), 'Send the message')
    await press(await dialog('Send the message now?'), 'Send the message')
    await screen.findByText('The message is being sent')
    const segment = {
      ordered_within_days: 90,
      not_ordered_for_days: 30,
      has_wallet_balance: null,
      near: { latitude: '12.97', longitude: '77.64', radius: 5.5 },
    }
    expect(inputsOf('dashboard/send-push-notification')[0]).toMatchObject({ to: { segment } })
    expect(counted().at(-1)).toEqual({ segment })
  })

  test.each([
    ['Ordered in the last … days', '0', 'Enter whole days, from 1 to 3650.'],
    ['No order in the last … days', '1.5', 'Enter whole days, from 1 to 3650.'],
    ['No order in the last … days', '3651', 'Enter whole days, from 1 to 3650.'],
  ])('[U-17] with “%s” %s reaches no one, and says why at the field', async (label, typed, reason) => {
    await chooseSegment()
    await person.click(page().getByLabelText('Have money in their wallet'))
    await write(page(), label, typed)
    expect(noteAt(page(), label)).toBe(reason)
    expect(sendButton().disabled).toBe(true)
    await write(page(), label, '30')
    expect(sendButton().disabled).toBe(false)
  })
})

describe('a message', () => {
  test('[U-17] is previewed as it is typed', async () => {
    await openForm()
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    const shown = page().getAllByText('Diwali')
    expect(shown.some((element) => element.tagName !== 'INPUT')).toBe(true)
    expect(
      page()
        .getAllByText('Half the charge')
        .some((element) => element.tagName !== 'TEXTAREA'),
    ).toBe(true)
  })

  test('[U-17] to devices without an account is counted as such', async () => {
    await openForm()
    await person.selectOptions(page().getByLabelText('For'), 'Devices without an account')
    await expect.poll(counted).toEqual(['all', 'guests'])
    await page().findByText(/8/)
  })

  test('[U-17] has a picture and a page that it opens', async () => {
    answer('dashboard/pictures/upload', recorded('dashboard/pictures/upload', { path: '/pictures/diwali.webp' }))
    await openForm()
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    await write(page(), 'Opens', '/explore')
    await person.upload(page().getByLabelText('Picture'), new File(['x'], 'diwali.png', { type: 'image/png' }))
    await page().findByAltText('Picture, as it will be shown')
    await press(page(), 'Send the message')
    await press(await dialog('Send the message now?'), 'Send the message')
    await screen.findByText('The message is being sent')
    expect(inputsOf('dashboard/send-push-notification')[0]).toMatchObject({
      image: '/pictures/diwali.webp',
      click_action: '/explore',
    })
  })

  test('[U-17] a message that was not sent keeps its text and its idempotency key', async () => {
    cut('dashboard/send-push-notification')
    await openForm()
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    const send = async () => {
      await press(page(), 'Send the message')
      await press(await dialog('Send the message now?'), 'Send the message')
    }
    await send()
    await page().findByText('There is no connection, so nothing was changed. Please try again.')
    expect([textIn(page(), 'Title'), textIn(page(), 'Message')]).toEqual(['Diwali', 'Half the charge'])
    answer('dashboard/send-push-notification', recorded('dashboard/send-push-notification'))
    await send()
    await screen.findByText('The message is being sent')
    const [first, second] = callsOf('dashboard/send-push-notification')
    expect(second!.key).toBe(first!.key)
  })

  test('[U-17] a message whose link the app cannot open is refused at the field', async () => {
    refuse('dashboard/send-push-notification', 'INVALID_INPUT', { fields: { click_action: 'fieldLinkForbidden' } })
    await openForm()
    await write(page(), 'Title', 'Diwali')
    await write(page(), 'Message', 'Half the charge')
    await write(page(), 'Opens', 'javascript:alert(1)')
    await press(page(), 'Send the message')
    await press(await dialog('Send the message now?'), 'Send the message')
    await expect.poll(() => noteAt(page(), 'Opens')).toBe('This link cannot be used')
    expect(address()).toBe('/messages/new')
  })

  test('[U-17] with chosen customers is not left without a question', async () => {
    answer('dashboard/broadcasts/find-customers', { success: true, customers: [{ id: 7, name: 'Asha' }] })
    await openForm()
    await person.selectOptions(page().getByLabelText('For'), 'Chosen customers')
    await write(page(), 'Customers', 'asha')
    await take(page(), /^Asha/)
    await expect.poll(() => counted().at(-1)).toEqual([7])
    await person.click(page().getByRole('link', { name: /Messages/ }))
    await press(await dialog('Discard changes?'), 'Keep editing')
    page().getByRole('button', { name: 'Remove Asha' })
  })
})

describe('the list of messages', () => {
  test('[U-17] opens a message with how many it reached', async () => {
    answerTable('broadcasts', [
      row('broadcasts', {
        id: 9,
        title: 'Diwali',
        message: 'Half the charge',
        state: 'sent',
        run_at: '2026-11-21T13:00:00.000Z',
        to: 'All customers',
        told: 1200,
        pushed: 800,
        reached: null,
      }),
    ])
    await openPage('/messages')
    await person.click(await page().findByText('Diwali'))
    const panel = await dialog('Message')
    expect(factsOf(panel)).toEqual([
      ['To', 'All customers'],
      ['Send at', 'Nov 21, 2026, 6:30 PM'],
      ['Notified', '1,200'],
      ['Browsers', '800'],
      ['Reached', 'No longer known after a week'],
      ['By', 'The shop'],
    ])
  })

  test('[U-17] says that a message went out before it could be cancelled, and is read again', async () => {
    answerTable('broadcasts', [
      row('broadcasts', { id: 9, title: 'Diwali', state: 'sending', run_at: '2026-11-21T13:00:00.000Z' }),
    ])
    refuse('dashboard/broadcasts/cancel', 'NOT_FOUND')
    await openPage('/messages')
    await person.click(await page().findByText('Diwali'))
    await press(await dialog('Message'), 'Cancel the message')
    const before = callsOf('dashboard/table').length
    await press(await dialog('Cancel this message?'), 'Cancel the message')
    await expect.poll(() => callsOf('dashboard/table').length).toBe(before + 1)
    expect(screen.queryByText('The message is cancelled')).toBeNull()
    await page().findAllByText('Diwali')
  })
})
