import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Select } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

export type WorkRole = 'admin' | 'staff' | 'rider' | 'store_owner'

const roleLabels: Record<WorkRole, string> = {
  admin: 'Administrator: may do everything',
  staff: 'Staff: you choose the permissions afterwards',
  rider: 'Rider',
  store_owner: 'Store owner',
}

/**
 * Creates an account for someone who works for the shop or a store, with a first password that this person can change.
 */
export function NewPersonForm({ roles, onDone }: { roles: readonly WorkRole[]; onDone: (id: number) => void }) {
  const { register, field, submit, formError, formState } = useCallForm('dashboard/people/create', {
    values: { role: roles[0]!, name: '', email: '', phone: '', password: '' },
    toInput: ({ phone, ...typed }) => ({ ...typed, phone: phone || null }),
    onDone: async ({ id }) => {
      await reread('dashboard/table')
      toast('The account was created')
      onDone(id)
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      {roles.length > 1 ? (
        <Select
          label="Role"
          options={roles.map((value) => ({ value, label: roleLabels[value] }))}
          {...register('role')}
        />
      ) : null}
      <Input label="Name" autoComplete="off" {...field('name')} />
      <Input label="Email address" type="email" autoComplete="off" {...field('email')} />
      <Input label="Phone" type="tel" help="With the country code, such as +91. Optional." {...field('phone')} />
      <Input
        label="First password"
        type="password"
        autoComplete="new-password"
        help="At least eight characters, and not a common password."
        {...field('password')}
      />
      <Button type="submit" size="small" isBusy={formState.isSubmitting}>
        Create the account
      </Button>
    </form>
  )
}
