import type { CallName, Output, WireInput } from '@nukkad/contract/contract.ts'
import { type BaseSyntheticEvent, useState } from 'react'
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { ApiError, call } from './api.ts'
import { newKey } from './new-key.ts'
import { useUnsaved } from './unsaved.ts'

export type CallForm<Values extends FieldValues> = UseFormReturn<Values> & {
  submit: (event?: BaseSyntheticEvent) => Promise<void>
  /** The error of the whole form. */
  formError: string | undefined
  /** The error of one field. */
  errorOf: (name: FieldPath<Values>) => string | undefined
  /** Connects a control of `components/controls.tsx` to a field and shows the field's error. */
  field: <Path extends FieldPath<Values>>(name: Path) => UseFormRegisterReturn<Path> & { error: string | undefined }
}

/**
 * A form that makes a call. Errors of a field are shown next to the field, and the error of the whole form above the
 * form. The form keeps typed values, and asks for confirmation before a person leaves unsaved changes. An idempotency
 * key makes sure that a form that is sent twice takes effect once.
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
    /** Handles a refusal in place of the form; returns true if the form must not show the error. */
    onRefusal?: (error: ApiError, values: Values) => boolean
  },
): CallForm<Values> {
  const form = useForm<Values>({ defaultValues: values })
  const [formError, setFormError] = useState<string>()
  const [key, setKey] = useState(newKey)
  const forget = useUnsaved(form.formState.isDirty)
  const send = form.handleSubmit(async (typed) => {
    setFormError(undefined)
    try {
      const answer = await call(name, toInput(typed), { idempotencyKey: key })
      setKey(newKey())
      form.reset(typed)
      forget()
      await onDone(answer, typed)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const known = Object.entries(error.fields)
        .map(([path, message]) => ({ path, message, ...readPath(path) }))
        .filter(({ field }) => field in typed)
      for (const { path, message } of known)
        form.setError(path as FieldPath<Values>, { message }, { shouldFocus: true })
      // The error of a field in a list is also shown above the form, because not every form has a place for it.
      const isShown = known.some(({ isInList }) => !isInList)
      if (!isShown && !onRefusal?.(error, typed)) setFormError(error.message)
      // A refusal is a final answer. Only after a missing answer must the next attempt use the same idempotency key.
      if (error.status !== 0) setKey(newKey())
    }
  })
  const submit = (event?: BaseSyntheticEvent) => {
    // Errors are cleared before each attempt: the form library sends nothing while there is an error, and it clears
    // only the errors of its own controls, not the error of a picture.
    form.clearErrors()
    return send(event)
  }
  const errorOf = (name: FieldPath<Values>) =>
    get<unknown, { message?: string } | undefined>(form.formState.errors, name)?.message
  const field: CallForm<Values>['field'] = (name) => ({ ...form.register(name), error: errorOf(name) })
  return { ...form, submit, formError, errorOf, field }
}

/** Reads the path of a refused field: `addons.0.price` is a field of the list `addons`, and `name` is not in a list. */
function readPath(path: string): { field: string; isInList: boolean } {
  const [field = '', ...rest] = path.split('.')
  return { field, isInList: rest.length > 0 }
}
