import { providerNames, providers } from '@nukkad/contract/payments/providers.ts'
import type pg from 'pg'

/**
 * Adds the providers of the registry that the table lacks, so that a new provider needs no migration. A row that other
 * rows name keeps its names, because their foreign keys refuse the change. Without a change it locks no row.
 */
export async function addPaymentMethods(client: pg.Client): Promise<void> {
  const rows = providerNames.map((provider) => ({ provider, ...providers[provider] }))
  await client.query(
    `insert into payment_methods (method, gateway, provider)
     select given.* from unnest($1::text[], $2::text[], $3::text[]) as given (method, gateway, provider)
      where not exists (select from payment_methods known
                         where (known.method, known.gateway, known.provider) = (given.method, given.gateway, given.provider))
     on conflict (method) do update set gateway = excluded.gateway, provider = excluded.provider`,
    [rows.map(({ method }) => method), rows.map(({ gateway }) => gateway), rows.map(({ provider }) => provider)],
  )
}
