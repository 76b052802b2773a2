import { PageHead } from '#components/page-head.tsx'
import { ApiKeys } from '#features/operations/integrations/api-keys.tsx'
import { Deliveries } from '#features/operations/integrations/deliveries.tsx'
import { Webhooks } from '#features/operations/integrations/webhooks.tsx'

/** Shows webhooks, which notify other programs, and API keys, which let programs call the server. */
export default function IntegrationsRoute() {
  return (
    <>
      <PageHead
        title="Integrations"
        text="Webhooks notify other programs of orders and payments. With API keys, other programs call this server."
      />
      <Webhooks />
      <ApiKeys />
      <Deliveries />
    </>
  )
}
