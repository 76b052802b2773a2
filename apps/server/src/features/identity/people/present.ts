import type { Output } from '@nukkad/contract/contract.ts'
import { allPermissions } from '@nukkad/contract/permissions.ts'
import { wireMoney } from '@nukkad/rules/money.ts'
import type { PersonFacts } from './queries.ts'

type Person = Omit<Output<'dashboard/people/show'>['data'], 'owned_stores' | 'served_stores' | 'open_requests'>

/** Presents an account to staff. The limits of riders are in the currency of the site. */
export function presentPerson(facts: PersonFacts, siteCurrency: string): Person {
  const { referral_code, referred_by, brought, placed, delivered, cancelled, wallets, rider, created_at, ...plain } =
    facts
  return {
    ...plain,
    created_at: created_at.toISOString(),
    permissions: plain.permissions.filter((name) => allPermissions.includes(name)),
    referral: { code: referral_code, referred_by, brought },
    orders: { placed, delivered, cancelled },
    wallets: wallets.map(({ currency, own, promotion }) => ({
      currency,
      own: wireMoney(BigInt(own), currency),
      promotion: wireMoney(BigInt(promotion), currency),
    })),
    rider: rider && {
      vehicle_number: rider.vehicle_number,
      description: rider.description,
      commission: percent(rider.commission_basis_points),
      tip_share: percent(rider.tip_basis_points),
      max_open_orders: rider.max_open_orders,
      cash_limit: wireMoney(BigInt(rider.cash_limit_minor), siteCurrency),
      is_on_duty: rider.is_on_duty,
    },
  }
}

/** Returns basis points as a percentage: 1250 → `12.5`. */
function percent(basisPoints: number): string {
  return String(basisPoints / 100)
}
