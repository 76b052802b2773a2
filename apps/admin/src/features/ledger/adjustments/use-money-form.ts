import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { amountError } from './facts.ts'

type MoneyForm<Name extends CallName, Values extends FieldValues> = {
  values: DefaultValues<Values>
  toInput: (values: Values) => WireInput<Name>
  onDone: (answer: Output<Name>) => void | Promise<void>
}

/** A form that moves an amount of money. If the server refuses the amount, the error is shown at the field `amount`. */
export function useMoneyForm<Name extends CallName, Values extends FieldValues & { amount: string }>(
  name: Name,
  { values, toInput, onDone }: MoneyForm<Name, Values>,
): CallForm<Values> {
  const form = useCallForm<Name, Values>(name, {
    values,
    toInput,
    onDone,
    onRefusal: (error) => {
      const message = amountError(error)
      if (message) form.setError('amount' as FieldPath<Values>, { message }, { shouldFocus: true })
      return message !== undefined
    },
  })
  return form
}
