import { Field, PasswordField } from '@nukkad/ui/parts/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { FormFault } from './phone-login.tsx'
import { refusalText } from './refusals.ts'

/** Staff sign in where their session is asked for (GAP-76). */
export function StaffLogin({ onEntered }: { onEntered: () => void }) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ email?: string; password?: string; form?: string }>({})
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/login', { email: email.trim(), password }),
    onSuccess: onEntered,
    onError: (error) => setFaults({ form: refusalText(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!email.trim()) return setFaults({ email: t('fieldValidationMsg') })
    if (!password) return setFaults({ password: t('fieldValidationMsg') })
    setFaults({})
    mutate()
  }
  return (
    <form aria-label={t('staffLoginTitle')} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{t('staffLoginHint')}</p>
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        autoComplete="username"
        value={email}
        error={faults.email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordField
        label={t('loginLoginPasswordLabel')}
        autoComplete="current-password"
        showLabel={t('a11yShowPassword')}
        hideLabel={t('a11yHidePassword')}
        value={password}
        error={faults.password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormFault text={faults.form} />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('loginButton')}
      </SendButton>
    </form>
  )
}
