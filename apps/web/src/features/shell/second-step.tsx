import { Button } from '@nukkad/ui/components/button.tsx'
import { Field } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'

export type StepProblems = {
  code?: string
  form?: string
  /** Whether the sign-in ticket can no longer be used, so that the sign-in must start again. */
  isOver?: boolean
}

/** Returns the sign-in ticket of an error that asks for the second factor, or undefined for any other error. */
export function ticketOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_ASKED') return undefined
  return (error.body as { second_factor: { ticket: string } }).second_factor.ticket
}

/** Returns the errors to show for a refused second step. */
export function stepProblems(error: unknown, text: string): StepProblems {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'SECOND_FACTOR_WRONG') return { code: text }
  return { form: text, isOver: code === 'SIGN_IN_TICKET_OVER' }
}

type SecondStepProps = {
  /** The name of the form for screen readers. */
  label: string
  className: string
  /** Sends the code. Returns the errors, or undefined if the sign-in succeeded. */
  send: (code: string) => Promise<StepProblems | undefined>
  /** Returns to the first step, with a text if the second step has expired. */
  onEnd: (text?: string) => void
  foot: (state: { problem: string | undefined; isSending: boolean }) => ReactNode
}

/** Asks for the code of an authenticator, or for a recovery code, after the first step of a sign-in. */
export function SecondStep({ label, className, send, onEnd, foot }: SecondStepProps) {
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<StepProblems>({})
  const { mutate, isPending } = useMutation({
    mutationFn: () => send(code.trim()),
    onSuccess: (found) => (found?.isOver ? onEnd(found.form) : setProblems(found ?? {})),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!code.trim()) return setProblems({ code: t('fieldValidationMsg') })
    setProblems({})
    mutate()
  }
  return (
    <form aria-label={label} noValidate onSubmit={submit} className={className}>
      <Field
        label={t('secondStepLabel')}
        helper={t('secondStepHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        enterKeyHint="go"
        autoFocus
        value={code}
        error={problems.code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {foot({ problem: problems.form, isSending: isPending })}
      <Button variant="plain" size="small" onClick={() => onEnd()}>
        {t('secondStepBack')}
      </Button>
    </form>
  )
}
