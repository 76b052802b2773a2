import type { Output } from '@nukkad/contract/contract.ts'
import { type GatewayName, gatewayNames } from '@nukkad/contract/payments/attempts.ts'
import { paymentLabels } from '@nukkad/contract/tables/orders.ts'
import { paymentMethodOf } from '@nukkad/rules/payment-methods.ts'
import { useQuery } from '@tanstack/react-query'
import { Switch } from '#components/controls.tsx'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'

type Choice = Output<'store-owner/get-payment-gateways'>
type Typed = Partial<Record<GatewayName, boolean>>

const nameOf = (gateway: GatewayName) => paymentLabels[paymentMethodOf(gateway)!]

/** Edits which of the shop's payment methods this store accepts. */
export function GatewaysForm({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-payment-gateways', { store_id: storeId }))
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return null
  return data.may_choose ? <ChoiceForm storeId={storeId} choice={data} /> : <NoChoice offered={data.offered} />
}

function ChoiceForm({ storeId, choice }: { storeId: number; choice: Choice }) {
  const { offered, chosen } = choice
  const shown = gatewayNames.filter((gateway) => offered.includes(gateway) || chosen.includes(gateway))
  const { register, submit, formError, formState, watch } = useCallForm('store-owner/save-payment-gateways', {
    values: Object.fromEntries(shown.map((gateway) => [gateway, chosen.includes(gateway)])) as Typed,
    toInput: (typed: Typed) => ({ store_id: storeId, gateways: shown.filter((gateway) => typed[gateway]) }),
    onDone: async () => {
      await reread('store-owner/get-payment-gateways')
      toast('Saved')
    },
  })
  const typed = watch()
  return (
    <SectionForm
      title="Payment methods"
      text="Customers of this store can use the methods selected here, and their wallet."
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
    >
      {shown.map((gateway) => (
        <Switch
          key={gateway}
          label={nameOf(gateway)}
          help={offered.includes(gateway) ? undefined : 'This payment method is not available at this store now.'}
          {...register(gateway)}
        />
      ))}
      <p className="text-small text-ink-2">
        {effectOf(
          shown.filter((gateway) => typed[gateway]),
          offered,
        )}
      </p>
    </SectionForm>
  )
}

/** Shows which payment methods customers would see, before the choice is saved. */
function effectOf(chosen: readonly GatewayName[], offered: readonly GatewayName[]): string {
  if (chosen.length === 0) return 'With none selected, customers can use all methods of the shop.'
  if (!chosen.some((gateway) => offered.includes(gateway)))
    return 'None of the selected methods is available now: customers could pay only from their wallet.'
  return 'With none selected, customers can use all methods of the shop.'
}

function NoChoice({ offered }: { offered: readonly GatewayName[] }) {
  return (
    <section aria-label="Payment methods" className="card grid gap-2 p-5">
      <h2 className="text-heading">Payment methods</h2>
      <p>
        {offered.length > 0
          ? `${offered.map(nameOf).join(', ')}.`
          : 'No payment methods are available at this store now.'}
      </p>
      <p className="text-small text-ink-2">
        Every store accepts all payment methods of the shop, because the setting “Stores choose their payment methods”
        is off.
      </p>
    </section>
  )
}
