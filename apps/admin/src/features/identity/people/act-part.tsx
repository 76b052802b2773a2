import { Button } from '@nukkad/ui/parts/button.tsx'
import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useMay } from '#lib/session.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { TextArea } from '#parts/controls.tsx'
import { Section } from '#parts/section.tsx'
import type { Person } from './person.ts'

/** Taking the place of a store owner, for who may: the reason is written down, and the owner is told. */
export function ActPart({ person: { id, name, roles, is_active, is_deleted } }: { person: Person }) {
  const isPlainOwner = roles.includes('store_owner') && !roles.some((role) => role === 'staff' || role === 'admin')
  const mayAct = useMay({ permission: 'login_as_store_owner' })
  const form = useCallForm('dashboard/owners/act', {
    values: { reason: '' },
    toInput: ({ reason }: { reason: string }) => ({ id, reason }),
    // A fresh page holds nothing that was read with other eyes.
    onDone: () => location.assign('/dashboard'),
  })
  if (!mayAct || !isPlainOwner || !is_active || is_deleted) return null
  return (
    <Section title="Take this owner’s place">
      <p>
        For half an hour you see and do what {name} may. {name} is told, and the log names you. Second factor, payout
        details and payouts stay {name}’s own.
      </p>
      <FormError text={form.formError} size="small" />
      <TextArea label="Reason" rows={2} error={form.formState.errors.reason?.message} {...form.register('reason')} />
      <div>
        <Button size="small" isBusy={form.formState.isSubmitting} onClick={() => void form.submit()}>
          Take this owner’s place
        </Button>
      </div>
    </Section>
  )
}
