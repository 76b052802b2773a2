import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import { ApiError, call } from './api.ts'
import { newKey } from './new-key.ts'
import { useUnsaved } from './unsaved.ts'

/**
 * A form whose answer is a call. What the server says of a field stands beside the field, what it says of the whole
 * above it; nothing typed is lost, and leaving asks first. A key makes sure that sending twice does it once.
 */
export function useCallForm<Name extends CallName, Values extends FieldValues>(
  name: Name,
  {
    values,
    toInput,
    onDone,
    onRefusal,
  }: {
    values: DefaultValues<Values>
    toInput: (values: Values) => WireInput<Name>
    onDone: (answer: Output<Name>, values: Values) => void | Promise<void>
    /** A refusal that the form answers in its own way; true when it does. */
    onRefusal?: (error: ApiError, values: Values) => boolean
  },
) {
  const form = useForm<Values>({ defaultValues: values })
  const [formError, setFormError] = useState<string>()
  const [key, setKey] = useState(newKey)
  const forget = useUnsaved(form.formState.isDirty)
  const submit = form.handleSubmit(async (typed) => {
    setFormError(undefined)
    try {
      const answer = await call(name, toInput(typed), { idempotencyKey: key })
      setKey(newKey())
      form.reset(typed)
      forget()
      await onDone(answer, typed)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const known = Object.entries(error.fields).filter(([field]) => field in typed)
      for (const [field, message] of known)
        form.setError(field as FieldPath<Values>, { message }, { shouldFocus: true })
      if (known.length === 0 && !onRefusal?.(error, typed)) setFormError(error.message)
      // A refusal is a final answer; only where none came must the next try be known as the same one.
      if (error.status !== 0) setKey(newKey())
    }
  })
  return { ...form, submit, formError }
}
