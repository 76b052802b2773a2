import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Switch } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import type { Plan } from '#lib/export-texts.ts'
import { reread } from '#lib/query.ts'
import { useMember } from '#lib/session.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'
import { FileFields, RowsFields, TimeFields } from './plan-fields.tsx'
import { type PlanValues, planInput, planValues, tablesOf } from './plan-values.ts'

type PlanFormProps = { plan: Plan | 'new' | undefined; missing: string | null; onClose: () => void }

/** Edits an export plan: its table, format, destination and schedule. */
export function PlanForm({ plan, missing, onClose }: PlanFormProps) {
  const known = plan === 'new' ? undefined : plan
  const tables = tablesOf(useMember())
  const form = useCallForm('dashboard/export-plans/save', {
    values: planValues(known, tables[0]),
    toInput: (typed: PlanValues) => planInput(typed, known),
    onDone: async () => {
      await reread('dashboard/exports')
      toast('The plan was saved')
      onClose()
    },
  })
  const { isDirty, isSubmitting } = form.formState
  return (
    <Panel
      isOpen={plan !== undefined}
      onClose={onClose}
      title={known ? 'Change the plan' : 'Plan an export'}
      isUnsaved={isDirty}
      foot={
        <>
          <Button size="small" variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" type="submit" form="plan" isBusy={isSubmitting}>
            Save the plan
          </Button>
        </>
      }
    >
      <form id="plan" onSubmit={form.submit} noValidate className="grid gap-4">
        <FormError text={form.formError} size="small" />
        <Input label="Name" {...form.field('name')} />
        <RowsFields form={form} tables={tables} />
        <FileFields form={form} missing={missing} />
        <TimeFields form={form} />
        <Switch
          label="Active"
          help="If this is off, the plan stays but makes no files."
          {...form.register('is_active')}
        />
      </form>
    </Panel>
  )
}
