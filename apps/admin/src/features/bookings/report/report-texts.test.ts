import { expect, test } from 'vitest'
import { hoursText, percentText } from './report-texts.ts'

test.each([
  [1, 3, '33%'],
  [0, 7, '0%'],
  [9, 6, '150%'],
  [0, 0, '–'],
])('[V-22] %i of %i is %s', (part, whole, text) => {
  expect(percentText(part, whole)).toBe(text)
})

test.each([
  [0, '0 h'],
  [150, '2.5 h'],
  [100, '1.7 h'],
  [74_400, '1,240 h'],
])('[V-22] %i minutes are %s', (minutes, text) => {
  expect(hoursText(minutes)).toBe(text)
})
