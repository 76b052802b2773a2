import { accountKinds } from '@nukkad/contract/tables/account-kinds.ts'
import { expect, test } from 'vitest'
import { accountText, checkText } from './ledger-texts.ts'

test('[U-20] every account of the ledger has a description', () => {
  for (const kind of Object.keys(accountKinds)) {
    const { name, means } = accountText(kind)
    expect(name, kind).not.toBe(kind)
    expect(means, kind).not.toBe('')
  }
})

test('[U-20] an unknown account is shown by its code, among the results', () => {
  for (const kind of ['piggy_bank', 'constructor'])
    expect(accountText(kind)).toEqual({ name: kind, means: '', side: 'result' })
})

test('[U-20] an unknown check is shown by its code', () => {
  expect(checkText('captures')).toBe('A captured payment is booked exactly once')
  expect(checkText('newest')).toBe('newest')
})
