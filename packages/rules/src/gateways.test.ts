import { describe, expect, it } from 'vitest'
import { takesGateway } from './gateways.ts'

describe('takesGateway', () => {
  it('[P-59] is true for the chosen gateways of a store, if stores may choose', () => {
    const choice = { mayChoose: true, chosen: ['COD', 'Stripe'] }
    expect(['COD', 'Stripe', 'Razorpay'].map((gateway) => takesGateway(choice, gateway))).toEqual([true, true, false])
  })

  it('[P-59] is true for all gateways if the store has chosen none, or stores may not choose', () => {
    expect(takesGateway({ mayChoose: true, chosen: [] }, 'Razorpay')).toBe(true)
    expect(takesGateway({ mayChoose: false, chosen: ['COD'] }, 'Razorpay')).toBe(true)
  })
})
