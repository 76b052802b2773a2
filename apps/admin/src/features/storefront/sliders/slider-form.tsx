import type { Output } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Input, Select, Switch } from '#components/controls.tsx'
import { reread } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { useCallForm } from '#lib/use-call-form.ts'

export type Slider = Output<'dashboard/sliders/show'>['slider']

const positions = [
  { value: '0', label: 'Top of the home page' },
  ...[1, 2, 3, 4, 5, 6].map((place) => ({ value: String(place), label: `In the store list, after store ${place}` })),
]

export function SliderForm({ slider, onDone }: { slider: Slider | null; onDone: (slider: Slider) => void }) {
  const { register, field, submit, formError, formState } = useCallForm('dashboard/sliders/save', {
    values: {
      name: slider?.name ?? '',
      position_id: String(slider?.position_id ?? 0),
      is_active: slider?.is_active ?? true,
    },
    toInput: (typed: { name: string; position_id: string; is_active: boolean }) => ({
      id: slider?.id ?? null,
      name: typed.name,
      position_id: Number(typed.position_id),
      size: slider?.size ?? 5,
      is_active: typed.is_active ? (1 as const) : (0 as const),
    }),
    onDone: async (answer) => {
      await reread('dashboard/table', 'dashboard/sliders/show')
      toast(slider ? 'The slider is saved' : 'The slider is created. Add its slides.')
      onDone(answer.slider)
    },
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError text={formError} size="small" />
      <Input label="Name" help="Only the dashboard shows this name." {...field('name')} />
      <Select label="Where" options={positions} {...register('position_id')} />
      <Switch label="On" {...register('is_active')} />
      <div>
        <Button type="submit" size="small" isBusy={formState.isSubmitting}>
          {slider ? 'Save the slider' : 'Create the slider'}
        </Button>
      </div>
    </form>
  )
}
