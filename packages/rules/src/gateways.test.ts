import { describe, expect, it } from 'vitest'
import { takesGateway } from './gateways.ts'

describe('takesGateway', () => {
  it('[P-59] takes what the store has chosen, where stores may choose', () => {
    const choice = { mayChoose: true, chosen: ['COD', 'Stripe'] }
    expect(['COD', 'Stripe', 'Razorpay'].map((gateway) => takesGateway(choice, gateway))).toEqual([true, true, false])
  })

  it('[P-59] takes everything where nothing is chosen, and where stores may not choose', () => {
    expect(takesGateway({ mayChoose: true, chosen: [] }, 'Razorpay')).toBe(true)
    expect(takesGateway({ mayChoose: false, chosen: ['COD'] }, 'Razorpay')).toBe(true)
  })
})
