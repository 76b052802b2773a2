import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { dialog, openPage, page, person, press } from '#test/app.tsx'
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
