import { accountKinds } from '@nukkad/contract/tables/account-kinds.ts'
import { expect, test } from 'vitest'
import { accountText, checkText } from './ledger-texts.ts'

test('[U-20] every account of the ledger says what lies on it', () => {
  for (const kind of Object.keys(accountKinds)) {
    const { name, means } = accountText(kind)
    expect(name, kind).not.toBe(kind)
    expect(means, kind).not.toBe('')
  }
})

test('[U-20] an account that is not known is called by its name and shown with the results', () => {
  for (const kind of ['piggy_bank', 'constructor'])
    expect(accountText(kind)).toEqual({ name: kind, means: '', side: 'result' })
})

test('[U-20] a check that is not known is called by its name', () => {
  expect(checkText('captures')).toBe('A payment and its booking')
  expect(checkText('newest')).toBe('newest')
})
