import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import {
  describeCash,
  describeCommission,
  describeCorrection,
  describePayment,
  describeRefund,
  describeSettlement,
} from './describe.tsx'
import { ownerOf, type RequestRow, requestFacts } from './request-facts.tsx'

const row = {
  id: 3,
  state: 'waiting',
  amount: '-120.50',
  currency: 'INR',
  customer_id: 7,
  proposed_by: 'Ravi',
  proposed_by_id: 4,
  decided_by: null,
  decision_reason: null,
  created_at: '2026-11-21T09:30:00.000Z',
} satisfies RequestRow
const own = { facts: [['Customer', 'Asha'] as const, ['Reason', 'Spilled dal'] as const] }
const by = { requesterLabel: undefined, requester: undefined }
const namesOf = (facts: ReturnType<typeof requestFacts>) => facts.map(([name]) => name)
const factOf = (facts: ReturnType<typeof requestFacts>, name: string) => facts.find(([one]) => one === name)?.[1]

describe('the facts of a request', () => {
  test('[U-20] begin with the amount of its kind, followed by the common facts', () => {
    const facts = requestFacts(row, { ...own, ...by })
    expect(namesOf(facts)).toEqual(['Customer', 'Amount', 'Reason', 'State', 'Requested by'])
    expect(renderToStaticMarkup(factOf(facts, 'Amount'))).toBe('<b>₹120.50</b>')
    expect(factOf(facts, 'State')).toBe('Waiting for approval')
    expect(factOf(facts, 'Requested by')).toMatch(/^Ravi, .*2026/)
  })

  test('[U-20] show who decided a closed request, and why', () => {
    const facts = requestFacts(
      { ...row, state: 'refused', decided_by: 'Meena', decision_reason: 'Twice' },
      { ...own, ...by },
    )
    expect([factOf(facts, 'Decided by'), factOf(facts, 'Reason of the decision')]).toEqual(['Meena', 'Twice'])
    expect(factOf(facts, 'State')).toBe('Refused')
  })

  test('[U-20] show the shop if no member of staff made or decided it', () => {
    const made = { ...row, state: 'booked', proposed_by: null }
    const facts = requestFacts(made, { ...own, requesterLabel: 'Earned through', requester: 'Referral programme' })
    expect(factOf(facts, 'Earned through')).toMatch(/^Referral programme, /)
    expect(factOf(facts, 'Decided by')).toBe('Referral programme')
    expect(factOf(requestFacts(made, { ...own, ...by }), 'Requested by')).toMatch(/^–, /)
  })

  test('[U-20] name a customer, a rider, or neither', () => {
    expect(ownerOf(row)).toBe(7)
    expect(ownerOf({ ...row, customer_id: null, rider_id: 9 })).toBe(9)
    expect(ownerOf({ ...row, customer_id: null })).toBeNull()
  })
})

describe('the facts of each kind of request', () => {
  const money = { amount: '120.50', currency: 'INR', customer: 'Asha', reason: 'Spilled dal' }
  const of = <Row>(values: object) => ({ ...money, ...values }) as unknown as Row
  const factsOf = ({ facts }: ReturnType<typeof describeRefund>) =>
    Object.fromEntries(facts.filter(([, value]) => typeof value !== 'object'))

  test('[U-20] a correction adds or takes own money or promotion credit', () => {
    const added = describeCorrection(of({ pocket: 'own', note: 'Sorry' }))
    expect(added.effect).toBe('₹120.50 is added to the own money of Asha, who is notified.')
    expect([added.amountLabel, factsOf(added)]).toEqual([
      'Added to the wallet',
      { Customer: 'Asha', Balance: 'own money', Reason: 'Spilled dal', 'Note to the customer': 'Sorry' },
    ])
    const taken = describeCorrection(of({ amount: '-5.00', pocket: 'promotion', note: '' }))
    expect(taken.effect).toBe('₹5.00 is taken from the promotion credit of Asha, who is notified.')
    expect([taken.amountLabel, factsOf(taken)['Note to the customer']]).toEqual(['Taken from the wallet', '–'])
  })

  test('[U-19] a refund shows its destination and the state at the provider', () => {
    const back = describeRefund(of({ destination: 'provider', payment_id: 88, provider_state: 'failed' }))
    expect(back.effect).toBe('₹120.50 goes back to Asha, to the original payment method. You cannot undo the refund.')
    expect(factsOf(back)).toMatchObject({
      Payment: 88,
      'At the provider': 'The refund failed. Refund the payment again.',
    })
    const credited = describeRefund(of({ destination: 'wallet', payment_id: null, provider_state: null }))
    expect(credited.effect).toBe('₹120.50 goes back to Asha, to the wallet. You cannot undo the refund.')
    expect(factsOf(credited)).toEqual({ Customer: 'Asha', Refund: 'to the wallet', Reason: 'Spilled dal' })
  })

  test('[U-20] a reported payment can be confirmed only after it is booked', () => {
    expect(factsOf(describePayment(of({ state: 'waiting', reference: '' })))).toEqual({
      Customer: 'Asha',
      Reason: 'Spilled dal',
      Reference: '–',
    })
    const booked = describePayment(of({ state: 'booked', reference: 'UTR 9', confirmed_at: null }))
    expect(factsOf(booked)).toMatchObject({ Reference: 'UTR 9', Confirmed: 'Not yet' })
    expect(booked.effect).toBe('The order continues as paid. Before you approve, check that ₹120.50 has arrived.')
  })

  test('[U-20] commission, cash and payments of stores show what an approval moves', () => {
    expect(describeCommission(of({ store: 'Corner Kitchen' })).effect).toBe(
      'Asha is credited ₹120.50 when the time for which the commission is held ends.',
    )
    expect(describeCash(of({ rider: 'Imran', reason: '' }))).toEqual({
      facts: [
        ['Rider', 'Imran'],
        ['Note', '–'],
      ],
      effect: 'Imran owes ₹120.50 less. Count the cash before you approve.',
    })
    expect(describeSettlement(of({ store: 'Corner Kitchen', reason: 'UTR 9' })).effect).toBe(
      'Corner Kitchen owes ₹120.50 less. Before you approve, check that the payment has arrived.',
    )
  })
})
