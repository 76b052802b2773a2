import { Button } from '@nukkad/ui/components/button.tsx'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFieldArray } from 'react-hook-form'
import { Input, Switch } from '#components/controls.tsx'
import { currencySign } from '#lib/format.ts'
import type { CallForm } from '#lib/use-call-form.ts'
import { type AddonValues, newAddon } from './addon-values.ts'

/** Edits the ordered list of add-ons of a category. */
export function AddonRows({ form, currency }: { form: CallForm<AddonValues>; currency: string }) {
  const { fields, append, remove, swap } = useFieldArray({ control: form.control, name: 'addons' })
  const error = form.errorOf('addons')
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-label">Add-ons</legend>
      {error ? (
        <p role="alert" className="text-small text-error">
          {error}
        </p>
      ) : null}
      {fields.map(({ id }, index) => (
        <div key={id} className="grid gap-2 border-b border-line pb-3">
          <div className="flex items-center gap-1">
            <span className="num flex-1 text-small text-ink-2">{index + 1}</span>
            <Step label={`Move add-on ${index + 1} up`} disabled={index === 0} onPress={() => swap(index, index - 1)}>
              <ArrowUp aria-hidden="true" />
            </Step>
            <Step
              label={`Move add-on ${index + 1} down`}
              disabled={index === fields.length - 1}
              onPress={() => swap(index, index + 1)}
            >
              <ArrowDown aria-hidden="true" />
            </Step>
            <Step label={`Remove add-on ${index + 1}`} onPress={() => remove(index)}>
              <X aria-hidden="true" />
            </Step>
          </div>
          <AddonFields form={form} index={index} currency={currency} />
        </div>
      ))}
      <div>
        <Button size="small" variant="outline" onClick={() => append(newAddon)}>
          Add an add-on
        </Button>
      </div>
    </fieldset>
  )
}

type StepProps = { label: string; disabled?: boolean; onPress: () => void; children: ReactNode }

function Step({ label, disabled, onPress, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-9 shrink-0 place-items-center text-ink-2 disabled:opacity-30 [&_svg]:size-4"
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

type AddonFieldsProps = { form: CallForm<AddonValues>; index: number; currency: string }

function AddonFields({ form: { field, register }, index, currency }: AddonFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Input label={`Name of add-on ${index + 1}`} {...field(`addons.${index}.name`)} />
        <Input
          label={`Price of add-on ${index + 1}`}
          before={currencySign(currency)}
          inputMode="decimal"
          {...field(`addons.${index}.price`)}
        />
      </div>
      <Switch label={`Sell add-on ${index + 1}`} {...register(`addons.${index}.is_active`)} />
    </>
  )
}
