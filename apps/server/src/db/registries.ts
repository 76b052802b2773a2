import { couponKindNames, couponKinds } from '@nukkad/contract/ordering/coupon-kinds.ts'
import { providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import type pg from 'pg'

/**
 * Adds providers and kinds of coupons that are in the contract's registries but not in the tables, so that a new one
 * needs no migration. A row to which other rows refer keeps its names, because their foreign keys refuse the change. If
 * the registries have not changed, no row is locked.
 */
export async function addRegistries(client: pg.Client): Promise<void> {
  const methods = providerNames.map((provider) => ({ provider, ...providers[provider] }))
  await client.query(
    `insert into payment_methods (method, gateway, provider)
     select given.* from unnest($1::text[], $2::text[], $3::text[]) as given (method, gateway, provider)
      where not exists (select from payment_methods known
                         where (known.method, known.gateway, known.provider) = (given.method, given.gateway, given.provider))
     on conflict (method) do update set gateway = excluded.gateway, provider = excluded.provider`,
    [
      methods.map(({ method }) => method),
      methods.map(({ gateway }) => gateway),
      methods.map(({ provider }) => provider),
    ],
  )
  await client.query(
    `insert into coupon_kinds (kind, figure)
     select given.* from unnest($1::text[], $2::text[]) as given (kind, figure)
      where not exists (select from coupon_kinds known where (known.kind, known.figure) = (given.kind, given.figure))
     on conflict (kind) do update set figure = excluded.figure`,
    [couponKindNames, couponKindNames.map((kind) => couponKinds[kind].figure)],
  )
}
