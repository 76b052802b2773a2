import { isEmail } from '@nukkad/rules/phone.ts'
import { Field, PasswordField } from '@nukkad/ui/parts/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { FormFault } from './phone-login.tsx'
import { refusalText } from './refusals.ts'
import { carriedAddress, enter, withNext } from './sign-in.ts'

/** E-mail and password (H-02, H-05, GAP-21). */
export function EmailLogin() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ email?: string; password?: string; form?: string }>({})
  const { mutate, isPending } = useMutation({
    // Exactly these keys, the unused ones null (H-05).
    mutationFn: () =>
      call('login', {
        name: null,
        email: email.trim(),
        password,
        accessToken: null,
        phone: null,
        provider: null,
        address: carriedAddress(),
        otp: null,
      }),
    onSuccess: (answer) => {
      if (answer !== false && 'success' in answer && answer.success) enter(answer)
      else setFaults({ password: t('emailPassDonotMatch') })
    },
    onError: (error) => {
      const isWrong = error instanceof ApiError && error.code === 'DONOTMATCH'
      setFaults(isWrong ? { password: t('emailPassDonotMatch') } : { form: refusalText(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email.trim())) return setFaults({ email: t('emailValidationMsg') })
    if (!password) return setFaults({ password: t('fieldValidationMsg') })
    setFaults({})
    mutate()
  }
  return (
    <form aria-label={t('loginFormName')} noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        autoComplete="email"
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
      {isSettingOn('enPassResetEmail') ? (
        <a href={withNext('/login/forgot-password')} className="reach justify-self-end text-label text-brand">
          {t('forgotPasswordLinkText')}
        </a>
      ) : null}
      <FormFault text={faults.form} />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('loginButton')}
      </SendButton>
    </form>
  )
}
