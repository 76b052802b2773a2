import { expect, test } from 'vitest'
import { splitAtToday } from './charts.tsx'

test('[U-19] the line of completed days ends yesterday, and a separate line leads to today', () => {
  const day = (value: number, isRunning = false) => ({ label: '', read: '', value, isRunning })
  expect(splitAtToday([day(5), day(9), day(2, true)]).map(({ over, running }) => [over, running])).toEqual([
    [5, null],
    [9, 9],
    [null, 2],
  ])
})
