import { expect, test } from 'vitest'
import { splitAtToday } from './charts.tsx'

test('[U-19] the line of the days that are over ends yesterday, and a line of its own leads to today', () => {
  const day = (value: number, isRunning = false) => ({ label: '', read: '', value, isRunning })
  expect(splitAtToday([day(5), day(9), day(2, true)]).map(({ over, running }) => [over, running])).toEqual([
    [5, null],
    [9, 9],
    [null, 2],
  ])
})
