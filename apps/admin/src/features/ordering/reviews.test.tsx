import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { dialog, noteAt, openPage, page, person, press, textIn, write } from '#test/app.tsx'
import { ownerOf, staffWith } from '#test/people.ts'
import { row } from '#test/recorded.ts'
import { answer, answerTable, inputsOf, refuse } from '#test/server.ts'

const soup = { store: 'Corner Kitchen', order: 'OD-1', at: '2026-11-21T10:00:00.000Z' }
const good = row('reviews', { ...soup, id: 1, customer: 'Asha', stars: 5, review: 'Good soup', is_shown: true })
const cold = row('reviews', { ...soup, id: 2, customer: 'Imran', stars: 1, review: 'Cold soup', is_shown: true })
const rude = row('reviews', { ...soup, id: 3, customer: 'Ravi', stars: 1, review: 'Rude words', is_shown: false })

beforeEach(() => {
  answerTable('reviews', [good, cold, rude])
  answer('dashboard/reviews/set-shown', { success: true })
  answer('dashboard/reviews/reply', { success: true })
})

const sent = () => inputsOf('dashboard/reviews/set-shown')

test('[U-24] selected reviews are hidden together; undo shows none that was hidden before', async () => {
  await openPage('/reviews')
  await person.click(await page().findByLabelText('Choose row 2'))
  await person.click(page().getByLabelText('Choose row 3'))
  await press(page(), 'Hide')
  await screen.findByText('Hidden')
  expect(sent()).toEqual([{ ids: [2], is_shown: 0 }])
  expect(page().queryByText('2 selected')).toBeNull()
  await press(screen, 'Undo')
  await expect.poll(() => sent().at(-1)).toEqual({ ids: [2], is_shown: 1 })
})

test('[U-24] a hidden review is labelled, and can be shown again', async () => {
  await openPage('/reviews')
  await person.click(await page().findByText('Rude words'))
  const panel = await dialog('Review')
  panel.getByText(/Hidden from everyone\.$/)
  expect(panel.queryByRole('button', { name: 'Hide' })).toBeNull()
  await press(panel, 'Show')
  await screen.findByText('Shown again')
  expect(sent()).toEqual([{ ids: [3], is_shown: 1 }])
})

test('[U-24] a refusal keeps the selection', async () => {
  refuse('dashboard/reviews/set-shown', 'NOT_FOUND')
  await openPage('/reviews')
  await person.click(await page().findByLabelText('Choose row 1'))
  await press(page(), 'Hide')
  await expect.poll(sent).toHaveLength(1)
  page().getByText('1 selected')
})

test('[U-24] a review is answered, and an empty answer removes the earlier one', async () => {
  answerTable('reviews', [{ ...cold, reply: 'Sorry!' }])
  await openPage('/reviews', ownerOf())
  await person.click(await page().findByText('Cold soup'))
  const panel = await dialog('Review')
  const field = panel.getByRole('textbox')
  expect((field as HTMLTextAreaElement).value).toBe('Sorry!')
  await person.clear(field)
  await press(panel, /repl/i)
  await screen.findByText('Reply removed')
  expect(inputsOf('dashboard/reviews/reply')).toEqual([{ id: 2, reply: '' }])
})

test('[U-24] owners can answer but not hide', async () => {
  await openPage('/reviews', ownerOf())
  await page().findByText('Cold soup')
  expect(page().queryByLabelText('Choose row 2')).toBeNull()
  await person.click(page().getByText('Cold soup'))
  const panel = await dialog('Review')
  expect(panel.queryByRole('button', { name: 'Hide' })).toBeNull()
  panel.getByRole('textbox')
})

test('[U-24] staff without the permission can only read reviews', async () => {
  await openPage('/reviews', staffWith('stores_view'))
  await person.click(await page().findByText('Cold soup'))
  expect((await dialog('Review')).queryByRole('textbox')).toBeNull()
})

test('photos and dishes of a review are shown, and one photo is hidden with a reason', async () => {
  answerTable('reviews', [{ ...good, photos: 1, dishes: 'Soup 4' }])
  answer('dashboard/reviews/read', {
    items: [{ name: 'Soup', stars: 4 }],
    photos: [{ id: 9, is_shown: 1, image: 'data:image/webp;base64,UklGRg==' }],
  })
  answer('dashboard/reviews/set-photo-shown', { success: true })
  await openPage('/reviews')
  await person.click(await page().findByText('Good soup'))
  const panel = await dialog('Review')
  await panel.findByRole('img', { name: '1 of 1' })
  panel.getByText('Soup')
  await person.type(panel.getByLabelText('Reason to hide'), 'a face')
  await press(panel, 'Hide photo 1')
  await screen.findByText('Photo hidden')
  expect(inputsOf('dashboard/reviews/set-photo-shown')).toEqual([{ id: 9, is_shown: 0, reason: 'a face' }])
})

test('[U-24] a review with stars alone, from a delivery, says so', async () => {
  answerTable('reviews', [
    row('reviews', {
      ...soup,
      id: 4,
      customer: 'Asha',
      stars: 3,
      is_shown: false,
      delivery_stars: 2,
      delivery_review: 'Late',
    }),
  ])
  await openPage('/reviews')
  await person.click(await page().findByText('Asha'))
  const panel = await dialog('Review')
  panel.getByText('The customer wrote no comment.')
  panel.getByText('Delivery: 2 of 5, “Late”')
  panel.getByText('Asha, Nov 21, 2026, 3:30 PM, order OD-1. Hidden from everyone.')
  expect(inputsOf('dashboard/reviews/read')).toEqual([])
})

test('[U-24] a reply that is too long is refused at its field and stays typed', async () => {
  refuse('dashboard/reviews/reply', 'INVALID_INPUT', { fields: { reply: 'fieldTooLong' } })
  await openPage('/reviews')
  await person.click(await page().findByText('Cold soup'))
  const panel = await dialog('Review')
  await write(panel, 'Reply from the store', 'We are sorry')
  await press(panel, 'Reply')
  await expect.poll(() => noteAt(panel, 'Reply from the store')).toBe('This value is too long')
  expect(textIn(panel, 'Reply from the store')).toBe('We are sorry')
  await press(panel, 'Close')
  await press(await dialog('Discard changes?'), 'Discard')
  expect(inputsOf('dashboard/reviews/reply')).toHaveLength(1)
})

test('[U-24] the photos of a review that cannot be read are read again; one that is refused stays', async () => {
  answerTable('reviews', [{ ...good, photos: 1 }])
  refuse('dashboard/reviews/read', 'INTERNAL')
  refuse('dashboard/reviews/set-photo-shown', 'NOT_FOUND')
  await openPage('/reviews')
  await person.click(await page().findByText('Good soup'))
  const panel = await dialog('Review')
  await panel.findByText('The photos and dishes of this review could not be loaded.')
  answer('dashboard/reviews/read', {
    items: [],
    photos: [{ id: 9, is_shown: 0, image: 'data:image/webp;base64,UklGRg==' }],
  })
  await press(panel, 'Try again')
  await panel.findByRole('img', { name: '1 of 1, hidden' })
  await press(panel, 'Show photo 1')
  await expect.poll(() => inputsOf('dashboard/reviews/set-photo-shown')).toEqual([{ id: 9, is_shown: 1 }])
  panel.getByRole('button', { name: 'Show photo 1' })
})
