import { expect, it } from 'vitest'
import { useTestApp } from '#test/harness.ts'
import { withLocalTime } from './visit-text.ts'

const test = useTestApp()
const shown = (language: string | undefined, params: Record<string, string | number>) =>
  withLocalTime(test.services.settings, params, language)

it.each([
  [undefined, 'Fri, 4 Dec', '4:30 pm'],
  ['en', 'Fri, 4 Dec', '4:30 pm'],
  ['hi', 'शुक्र, 4 दिस॰', '4:30 pm'],
  ['ur', 'جمعہ، 4 دسمبر', '4:30 PM'],
])('[V-16] [V-18] a date and a time are formatted for readers of %s', async (language, date, time) => {
  for (const code of ['hi', 'ur'])
    await test.db
      .insertInto('languages')
      .values({ code, language_name: code, is_default: false })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await test.services.settings.reload()
  const params = { store: '2026-12-04', date: '2026-12-04', time: '16:30' }
  expect(shown(language, params)).toEqual({ store: '2026-12-04', date, time })
})

it('[V-16] midnight is the start of its day, and other values stay', () => {
  expect(shown('en', { date: '2026-12-04', time: '00:00' })).toEqual({ date: 'Fri, 4 Dec', time: '12:00 am' })
  expect(shown('en', { date: 'soon', time: '5 pm', minutes: 15 })).toEqual({ date: 'soon', time: '5 pm', minutes: 15 })
  expect(shown('en', {})).toEqual({})
})
