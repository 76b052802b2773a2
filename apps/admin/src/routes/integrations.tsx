import { ApiKeys } from '#features/operations/integrations/api-keys.tsx'
import { Deliveries } from '#features/operations/integrations/deliveries.tsx'
import { Webhooks } from '#features/operations/integrations/webhooks.tsx'
import { PageHead } from '#parts/page-head.tsx'

/** How programs of others hear of this shop, and how they come in. */
export default function IntegrationsRoute() {
  return (
    <>
      <PageHead
        title="Integrations"
        text="Webhooks tell other programs what happens here; API keys let them call this server."
      />
      <Webhooks />
      <ApiKeys />
      <Deliveries />
    </>
  )
}
