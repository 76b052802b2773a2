import { Field, PasswordField } from '@nukkad/ui/components/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { isText, useDraft } from '#lib/draft.ts'
import { SecondStep, type StepProblems } from './second-step.tsx'

export type PasswordProblems = {
  email?: string | undefined
  password?: string | undefined
  form?: string
  /** The ticket of the second step; undefined until the password was right. */
  ticket?: string
}

type PasswordFormProps = {
  /** The name of the form for screen readers. */
  label: string
  className: string
  emailKind?: 'email' | 'username'
  /** Returns the error of a typed e-mail address before it is sent; the form itself reports a missing address. */
  emailProblem?: (email: string) => string | undefined
  /** Signs in. Returns the errors, or undefined if the sign-in succeeded. */
  send: (typed: { email: string; password: string }) => Promise<PasswordProblems | undefined>
  /** Sends the second step, for accounts with a second factor. */
  sendCode: (step: { ticket: string; code: string }) => Promise<StepProblems | undefined>
  /** Content before the button, such as the link to reset the password. */
  children?: ReactNode
  foot: (state: { problem: string | undefined; isSending: boolean }) => ReactNode
}

/** Asks for e-mail and password. Customers, riders and staff all use this form. */
export function PasswordForm({
  label,
  className,
  emailKind = 'username',
  emailProblem,
  send,
  sendCode,
  children,
  foot,
}: PasswordFormProps) {
  const [email, setEmail] = useDraft('email', '', isText)
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<PasswordProblems>({})
  const [ticket, setTicket] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => send({ email: email.trim(), password }),
    onSuccess: (found) => {
      setProblems(found ?? {})
      setTicket(found?.ticket)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = t('fieldValidationMsg')
    const wrongEmail = emailProblem?.(email.trim()) ?? (email.trim() ? undefined : missing)
    setProblems({ email: wrongEmail, password: password ? undefined : missing })
    if (wrongEmail || !password) return
    mutate()
  }
  if (ticket)
    return (
      <SecondStep
        label={label}
        className={className}
        send={(code) => sendCode({ ticket, code })}
        onEnd={(text) => {
          setTicket(undefined)
          setPassword('')
          setProblems({ form: text })
        }}
        foot={foot}
      />
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
        error={problems.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('loginLoginPasswordLabel')}
        autoComplete="current-password"
        enterKeyHint="go"
        showLabel={t('a11yShowPassword')}
        hideLabel={t('a11yHidePassword')}
        value={password}
        error={problems.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {children}
      {foot({ problem: problems.form, isSending: isPending })}
    </form>
  )
}
