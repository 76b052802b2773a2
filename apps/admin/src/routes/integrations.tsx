import { ApiKeys } from '#features/integrations/api-keys.tsx'
import { Deliveries } from '#features/integrations/deliveries.tsx'
import { Webhooks } from '#features/integrations/webhooks.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** How programs of others hear of this shop, and how they come in. */
export default function IntegrationsRoute() {
  return (
    <>
      <PageHead title="Integrations" text="Programs that are told what happens here, and keys with which they call." />
      <Webhooks />
      <ApiKeys />
      <Deliveries />
    </>
  )
}
