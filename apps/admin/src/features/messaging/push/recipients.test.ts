import { describe, expect, test } from 'vitest'
import { recipientsOf, recipientValues, segmentErrors } from './recipients.ts'

const typed = { ...recipientValues, audience: 'segment' }
const near = '12.9352,77.6245'

describe('recipients of a message', () => {
  test('[U-17] a segment contains all chosen conditions', () => {
    const said = { ...typed, ordered_within_days: '30', has_wallet_balance: true, near, radius: '2.5' }
    expect(recipientsOf(said, [])).toEqual({
      segment: {
        ordered_within_days: 30,
        not_ordered_for_days: null,
        has_wallet_balance: true,
        near: { latitude: '12.9352', longitude: '77.6245', radius: 2.5 },
      },
    })
    expect(recipientsOf(typed, [])).toBeUndefined()
  })

  test.each([
    ['ordered_within_days', { ordered_within_days: '7.5', has_wallet_balance: true }],
    ['not_ordered_for_days', { not_ordered_for_days: 'a week', ordered_within_days: '30' }],
    ['radius', { near, radius: '0', ordered_within_days: '30' }],
    ['radius', { near, radius: '2,5', ordered_within_days: '30' }],
  ] as const)(
    '[U-17] no one is notified while %s cannot be read, because the other conditions would match more people',
    (field, wrong) => {
      const said = { ...typed, ...wrong }
      expect(recipientsOf(said, [])).toBeUndefined()
      expect(Object.keys(segmentErrors(said))).toEqual([field])
    },
  )

  test('[U-17] customers by name, everyone, and devices without an account can be chosen', () => {
    const chosen = { ...recipientValues, audience: 'chosen' }
    expect(recipientsOf(chosen, [])).toBeUndefined()
    expect(recipientsOf(chosen, [{ id: 7, name: 'Asha' }])).toEqual([7])
    expect(recipientsOf(recipientValues, [])).toBe('all')
    expect(recipientsOf({ ...recipientValues, audience: 'guests' }, [])).toBe('guests')
  })
})
