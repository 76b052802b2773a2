import { expect, it } from 'vitest'
import { isMobile } from './mobile.ts'

it.each([
  ['India', '+919845012345'],
  ['Nepal', '+9779841234567'],
  ['the Philippines', '+639171234567'],
  ['Brazil', '+5511961234567'],
  ['Mexico', '+525512345678'],
  ['the United Arab Emirates', '+971501234567'],
  ['the United States, which have one range for all', '+12025550123'],
  ['Canada', '+16135550123'],
  ['Germany', '+4915123456789'],
  ['Singapore', '+6591234567'],
])('[GAP-22] a mobile number of %s receives messages', (_country, phone) => {
  expect(isMobile(phone)).toBe(true)
})

it.each([
  ['a fixed line in Bengaluru', '+918041234567'],
  ['a fixed line in Berlin', '+4930123456'],
  ['a premium number in Germany', '+499001234567'],
  ['a premium number in the United States', '+19005550123'],
  ['a toll-free number in India', '+911800123456'],
  ['too few digits', '+91984501234'],
  ['too many digits', '+9198450123456'],
  ['a country code that does not exist', '+999123456789'],
  ['a number without a country', '9845012345'],
  ['nothing', ''],
])('[GAP-22] %s receives no messages', (_what, phone) => {
  expect(isMobile(phone)).toBe(false)
})
