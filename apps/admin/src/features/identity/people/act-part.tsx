import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { TextArea } from '#components/controls.tsx'
import { Section } from '#components/section.tsx'
import { useMay } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import type { Person } from './person.ts'

/** Lets staff with the permission act as a store owner, which records the typed reason and notifies the owner. */
export function ActPart({ person: { id, name, roles, is_active, is_deleted } }: { person: Person }) {
  const isPlainOwner = roles.includes('store_owner') && !roles.some((role) => role === 'staff' || role === 'admin')
  const mayAct = useMay({ permission: 'login_as_store_owner' })
  const form = useCallForm('dashboard/owners/act', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id, reason }),
    // A reload drops all data that was read under the other account.
    onDone: () => location.assign('/dashboard'),
  })
  if (!mayAct || !isPlainOwner || !is_active || is_deleted) return null
  return (
    <Section title="Act as this owner">
      <p>
        For half an hour you can see and do everything that {name} can. {name} is notified, and the audit log names you.
        Only {name} can change their second factor and payout details, and request payouts.
      </p>
      <FormError text={form.formError} size="small" />
      <TextArea label="Reason" rows={2} {...form.field('reason')} />
      <div>
        <Button size="small" isBusy={form.formState.isSubmitting} onClick={() => void form.submit()}>
          Act as this owner
        </Button>
      </div>
    </Section>
  )
}
