import { expect, it } from 'vitest'
import { auditActions, auditCodes, auditText } from './audit-actions.ts'
import { auditTables } from './tables/audit.ts'

it('each action is an object and a past verb, and has a text', () => {
  for (const code of auditCodes) expect(code).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/)
  const texts = Object.values(auditActions)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z].*[^.\s]$/)
})

it('the activity page offers every action, and shows the code of an unknown one', () => {
  expect(auditText('coupon.updated')).toBe('Changed a coupon')
  expect(auditText('legacy.customer_acted_for')).toBe('legacy.customer_acted_for')
  expect(auditText('toString')).toBe('toString')
  expect(Object.keys(auditTables.audit.filters.action.labels)).toContain('permission.denied')
})
