import { type StoreRole, storeRoleNames } from '@nukkad/contract/store-roles.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Select } from '#components/controls.tsx'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

type InviteFormProps = { storeId: number; given: readonly StoreRole[]; onDone: () => Promise<void> }
type Way = 'email' | 'phone'

/** Invites a person by e-mail or by text message, with one of the roles that the inviting person may give. */
export function InviteForm({ storeId, given, onDone }: InviteFormProps) {
  const { field, watch, submit, formError, formState } = useCallForm('store-owner/employees/invite', {
    values: { role: given.at(-1) ?? 'cashier', way: 'email' as Way, email: '', phone: '' },
    toInput: ({ role, way, email, phone }: { role: StoreRole; way: Way; email: string; phone: string }) => ({
      store_id: storeId,
      role,
      ...(way === 'email' ? { email } : { phone }),
    }),
    onDone: async () => {
      toast('The invitation was sent')
      await onDone()
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Select
        label="Role"
        options={given.map((value) => ({ value, label: storeRoleNames[value] }))}
        {...field('role')}
      />
      <Select
        label="Invite by"
        options={[
          { value: 'email', label: 'Email' },
          { value: 'phone', label: 'Text message' },
        ]}
        {...field('way')}
      />
      {watch('way') === 'email' ? (
        <Input label="Email address" type="email" inputMode="email" autoComplete="off" {...field('email')} />
      ) : (
        <Input
          label="Mobile number"
          type="tel"
          help="With the country code, such as +91 98450 12345."
          autoComplete="off"
          {...field('phone')}
        />
      )}
      <p className="text-small text-ink-2">The link in the message works once, within 7 days.</p>
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Send the invitation
      </Button>
    </form>
  )
}
