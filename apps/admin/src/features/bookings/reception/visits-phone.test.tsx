import { fireEvent, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { address, dialog, openPage, page, person } from '#test/app.tsx'
import { narrowWindow } from '#test/dom.ts'
import { ownerOf } from '#test/people.ts'
import { date, inSalons, showDiary, visit } from '#test/salon.ts'

const columns = () =>
  page()
    .getAllByRole('region')
    .flatMap((region) => region.dataset.column ?? [])
const shown = (id: number) => expect.poll(columns).toEqual([`${date} ${id}`])

beforeEach(async () => {
  narrowWindow()
  showDiary({ visits: [visit('A'), visit('B', { stylist: 1 })] })
  await openPage(`/visits?date=${date}`, inSalons(ownerOf()))
  await page().findByRole('region', { name: 'Nila' })
})

function swipe(fromX: number, toX: number, toY = 0): void {
  const diary = page().getByRole('region', { name: 'Diary' })
  fireEvent.touchStart(diary, { touches: [{ clientX: fromX, clientY: 0 }] })
  fireEvent.touchEnd(diary, { changedTouches: [{ clientX: toX, clientY: toY }] })
}

test('[V-60] a phone shows one person, and a tab shows another', async () => {
  await shown(1)
  expect(page().queryByRole('button', { name: /Guest B/ })).toBeNull()
  await person.click(page().getByRole('button', { name: 'Farah' }))
  await shown(2)
  expect(page().getByRole('button', { name: 'Farah' }).getAttribute('aria-pressed')).toBe('true')
  await person.click(page().getByRole('button', { name: /Guest B/ }))
  await dialog('Guest B')
})

test('[V-60] a swipe shows the next person or the one before, and none beyond the last', async () => {
  swipe(300, 100)
  await shown(2)
  swipe(300, 100)
  await shown(2)
  swipe(100, 300)
  await shown(1)
})

test('[V-60] a short or a steep movement is not a swipe', async () => {
  swipe(300, 260)
  swipe(300, 200, 80)
  await shown(1)
  expect(within(page().getByRole('region', { name: 'Nila' })).getByRole('button', { name: /Guest A/ })).toBeTruthy()
})

test('[V-60] the person stays selected when the day changes, and a week begins with the chosen date', async () => {
  await person.click(page().getByRole('button', { name: 'Farah' }))
  await shown(2)
  await person.click(page().getByRole('button', { name: 'Next day' }))
  await expect.poll(columns).toEqual(['2026-12-02 2'])
  await person.click(page().getByRole('button', { name: 'Week' }))
  await expect.poll(() => address()).toContain('view=week')
  swipe(100, 300)
  await expect.poll(columns).toEqual(['2026-11-30 1'])
})
