import { allPermissions, permissions as labels, type Permission } from '@nukkad/contract/permissions.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Select } from '#components/controls.tsx'
import { Section } from '#components/section.tsx'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { type Person, useMayChange } from './person.ts'

/** Permissions grouped by subject, in the order of their list. */
const groups: readonly (readonly [title: string, match: RegExp])[] = [
  ['Orders and callers', /^(order_|login_as_)/],
  ['Stores and menus', /^(stores_|approve_|addon|menu_|items_)/],
  ['People', /^(all_users_(view|edit)|delivery_guys|store_owners)/],
  ['Money', /^(all_users_wallet|store_payouts|delivery_collection|wallet_)/],
  ['Marketing', /^(promo_|store_category|coupons_|pages_|popular_|send_)/],
  ['Shop', /^(dashboard_|translations_|reports_|settings_)/],
]

/**
 * Edits the role and permissions of a member of staff (U-21). Administrators change the permissions of others, but
 * never their own.
 */
export function StaffPart({ person }: { person: Person }) {
  const { role } = useMember()
  const mayChange = useMayChange(person) && role === 'admin'
  const { register, submit, formError, formState, watch } = useCallForm('dashboard/staff/set-permissions', {
    values: {
      role: (person.roles.includes('admin') ? 'admin' : 'staff') as 'admin' | 'staff',
      permissions: person.permissions as Permission[],
    },
    toInput: (typed) => ({ id: person.id, role: typed.role, permissions: typed.permissions }),
    onDone: async () => {
      await reread('dashboard/people/show', 'dashboard/table')
      toast('Saved. The person has the new permissions from their next action on.')
    },
  })
  const isAdmin = watch('role') === 'admin'
  return (
    <Section title="Permissions">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <FormError text={formError} size="small" />
        <Select
          label="Role"
          disabled={!mayChange}
          options={[
            { value: 'staff', label: 'Staff, with the permissions below' },
            { value: 'admin', label: 'Administrator, who may do everything' },
          ]}
          {...register('role')}
        />
        {isAdmin ? null : (
          <div className="grid gap-4 wide:grid-cols-2">
            {groups.map(([title, match]) => (
              <fieldset key={title} disabled={!mayChange}>
                <legend className="mb-1 text-label">{title}</legend>
                {allPermissions
                  .filter((name) => match.test(name))
                  .map((name) => (
                    <label key={name} className="flex min-h-8 items-start gap-2.5 py-1 text-small">
                      <input
                        type="checkbox"
                        value={name}
                        className="mt-0.5 size-4.5 shrink-0"
                        {...register('permissions')}
                      />
                      {labels[name]}
                    </label>
                  ))}
              </fieldset>
            ))}
          </div>
        )}
        {mayChange ? (
          <div>
            <Button type="submit" size="small" isBusy={formState.isSubmitting} disabled={!formState.isDirty}>
              Save
            </Button>
          </div>
        ) : null}
      </form>
    </Section>
  )
}
