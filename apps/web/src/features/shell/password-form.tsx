import { Field, PasswordField } from '@nukkad/ui/parts/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { isText, useDraft } from '#lib/draft.ts'

export type PasswordFaults = {
  email?: string
  password?: string
  form?: string
  /** The password was right and the second factor is next; empty when the second step has ended. */
  ticket?: string
}

/** What a sign-in answers to a refusal that asks for the second factor; undefined for any other. */
export function ticketIn(error: unknown): PasswordFaults | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SECOND_FACTOR_ASKED') return undefined
  return { ticket: (error.body as { second_factor: { ticket: string } }).second_factor.ticket }
}

/** What a second step says to a refusal; one that has ended leads back to the first step. */
export function stepFaults(error: unknown, form: string): PasswordFaults {
  const isOver = error instanceof ApiError && error.code === 'SIGN_IN_TICKET_OVER'
  return { form, ...(isOver && { ticket: '' }) }
}

type PasswordFormProps = {
  /** What the form is called for those who do not see it. */
  label: string
  className: string
  emailKind?: 'email' | 'username'
  /** What is wrong with the address before it is sent; that it is missing is always said. */
  emailFault?: (email: string) => string | undefined
  /** Signs in; answers what went wrong, and nothing when the person is in. */
  send: (typed: { email: string; password: string }) => Promise<PasswordFaults | undefined>
  /** Takes the second step, for accounts with a second factor. */
  sendCode?: (step: { ticket: string; code: string }) => Promise<PasswordFaults | undefined>
  /** Before the button, such as the way to a new password. */
  children?: ReactNode
  foot: (state: { fault: string | undefined; isSending: boolean }) => ReactNode
}

/** E-mail and password, as customers, riders and staff type them. */
export function PasswordForm({
  label,
  className,
  emailKind = 'username',
  emailFault,
  send,
  sendCode,
  children,
  foot,
}: PasswordFormProps) {
  const [email, setEmail] = useDraft('email', '', isText)
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [ticket, setTicket] = useState<string>()
  const [code, setCode] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      ticket && sendCode ? sendCode({ ticket, code: code.trim() }) : send({ email: email.trim(), password }),
    onSuccess: (found) => {
      setFaults(found ?? {})
      if (found?.ticket !== undefined) {
        setTicket(found.ticket)
        setCode('')
      }
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ticket) return mutate()
    const missing = t('fieldValidationMsg')
    const wrongEmail = emailFault?.(email.trim()) ?? (email.trim() ? undefined : missing)
    if (wrongEmail) return setFaults({ email: wrongEmail })
    if (!password) return setFaults({ password: missing })
    setFaults({})
    mutate()
  }
  if (ticket)
    return (
      <form aria-label={label} noValidate onSubmit={submit} className={className}>
        <Field
          label={t('secondStepLabel')}
          helper={t('secondStepHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          enterKeyHint="go"
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {foot({ fault: faults.form, isSending: isPending })}
      </form>
    )
  return (
    <form aria-label={label} noValidate onSubmit={submit} className={className}>
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        autoComplete={emailKind}
        autoCapitalize="none"
        enterKeyHint="next"
        value={email}
        error={faults.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('loginLoginPasswordLabel')}
        autoComplete="current-password"
        enterKeyHint="go"
        showLabel={t('a11yShowPassword')}
        hideLabel={t('a11yHidePassword')}
        value={password}
        error={faults.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {children}
      {foot({ fault: faults.form, isSending: isPending })}
    </form>
  )
}
