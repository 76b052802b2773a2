import { useQuery } from '@tanstack/react-query'
import type { UseFormRegister } from 'react-hook-form'
import { Chooser } from '#components/chooser.tsx'
import { Input, Select, Switch } from '#components/controls.tsx'
import { type Choice, findRecipients } from '#lib/find.ts'
import { ask } from '#lib/query.ts'
import { type RecipientValues, segmentErrors } from './recipients.ts'

const audiences = [
  { value: 'all', label: 'All customers' },
  { value: 'chosen', label: 'Chosen customers' },
  { value: 'segment', label: 'Customers of a segment' },
  { value: 'guests', label: 'Devices without an account' },
]

type RecipientsFieldProps<Values extends RecipientValues> = {
  register: UseFormRegister<Values>
  typed: Values
  chosen: Choice[]
  onChoose: (chosen: Choice[]) => void
  error: string | undefined
}

/** Selects the recipients: all customers, customers by name, a segment, or devices without an account. */
export function RecipientsField<Values extends RecipientValues>(props: RecipientsFieldProps<Values>) {
  const { typed, chosen, onChoose, error } = props
  // The cast hides the form's other values, which this field does not use.
  const register = props.register as unknown as UseFormRegister<RecipientValues>
  const { data: places } = useQuery({
    ...ask('popular-geo-locations', {}),
    enabled: typed.audience === 'segment',
  })
  const errors = segmentErrors(typed)
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">For whom</legend>
      <Select label="For" options={audiences} error={error} {...register('audience')} />
      {typed.audience === 'chosen' ? (
        <Chooser
          label="Customers"
          help="Enter part of the name, or the whole phone number or email address."
          chosen={chosen}
          onChange={onChoose}
          find={findRecipients}
        />
      ) : null}
      {typed.audience === 'segment' ? (
        <div className="card grid gap-4 p-4">
          <p className="text-small text-ink-2">
            The message goes to customers who meet all these conditions when it is sent.
          </p>
          <div className="grid gap-4 wide:grid-cols-2">
            <Input
              label="Ordered in the last … days"
              inputMode="numeric"
              error={errors.ordered_within_days}
              {...register('ordered_within_days')}
            />
            <Input
              label="No order in the last … days"
              inputMode="numeric"
              error={errors.not_ordered_for_days}
              {...register('not_ordered_for_days')}
            />
            <Select
              label="Have an address near"
              options={[
                { value: '', label: 'Anywhere' },
                ...(places ?? []).map(({ name, latitude, longitude }) => ({
                  value: `${latitude},${longitude}`,
                  label: name,
                })),
              ]}
              {...register('near')}
            />
            {typed.near ? (
              <Input label="Within … km" inputMode="decimal" error={errors.radius} {...register('radius')} />
            ) : null}
          </div>
          <Switch label="Have money in their wallet" {...register('has_wallet_balance')} />
        </div>
      ) : null}
    </fieldset>
  )
}
