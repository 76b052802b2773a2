import type { Output } from '@nukkad/contract/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, TextArea } from '#components/controls.tsx'
import { ApiError } from '#lib/api.ts'
import { ask, reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { SectionForm } from './section.tsx'

type Details = Output<'store-owner/get-payout-details'>['details']

const labels = {
  account_holder: 'Account holder',
  bank_name: 'Bank',
  account_number: 'Account number',
  branch_code: 'Branch code (IFSC)',
  upi_id: 'UPI address',
} as const satisfies Partial<Record<keyof Details, string>>

const ownerOnlyText = 'Only the owner sees the payout account, not staff who act as the owner.'
const isRefused = (error: Error) => error instanceof ApiError && error.code === 'PERMISSION_MISSING'

/** Edits the account to which the store's earnings are paid. */
export function PayoutForm({ storeId }: { storeId: number }) {
  const { data, error } = useQuery(ask('store-owner/get-payout-details', { store_id: storeId }))
  if (error) return <p role="alert">{isRefused(error) ? ownerOnlyText : error.message}</p>
  return data ? <DetailsForm storeId={storeId} details={data.details} /> : null
}

function DetailsForm({ storeId, details }: { storeId: number; details: Details }) {
  const { register, field, submit, formError, formState } = useCallForm('store-owner/save-payout-details', {
    values: details,
    toInput: (typed: Details) => ({ store_id: storeId, ...typed }),
    onDone: async () => {
      await reread('store-owner/get-payout-details')
      toast('Saved')
    },
  })
  return (
    <SectionForm
      title="Payout"
      text="The bank account to which the shop pays the store’s earnings. The audit log records each change."
      onSubmit={submit}
      formError={formError}
      isBusy={formState.isSubmitting}
      isChanged={formState.isDirty}
      access={{ permission: 'store_payouts_manage', owners: true }}
    >
      {Object.entries(labels).map(([name, label]) => (
        <Input
          key={name}
          label={label}
          autoComplete="off"
          error={formState.errors[name as keyof Details]?.message}
          {...register(name as keyof Details)}
        />
      ))}
      <TextArea label="Note" rows={2} {...field('note')} />
    </SectionForm>
  )
}
