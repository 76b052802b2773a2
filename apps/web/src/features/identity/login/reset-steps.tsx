import { isEmail, passwordProblem } from '@nukkad/rules/phone.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Field, PasswordField } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { passwordText } from './password-text.ts'

const codeLength = 6

type MailFormProps = {
  email: string
  onType: (email: string) => void
  onSent: () => void
  /** Opens the step for a code that the person has already; undefined while the typed address is not valid. */
  onHasCode: (() => void) | undefined
}

/** Asks for a code by e-mail. The server's answer is the same whether or not an account has the address (GAP-24). */
export function MailForm({ email, onType, onSent, onHasCode }: MailFormProps) {
  const [problems, setProblems] = useState<{ email?: string; form?: string }>({})
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('send-password-reset-mail', { email: email.trim() }),
    onSuccess: onSent,
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email.trim())) return setProblems({ email: t('emailValidationMsg') })
    setProblems({})
    mutate()
  }
  return (
    <form aria-label={t('resetPasswordPageTitle')} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{t('resetPasswordPageSubTitle')}</p>
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        autoComplete="email"
        value={email}
        error={problems.email}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <FormError text={problems.form} />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('sendOtpOnEmailButtonText')}
      </SendButton>
      {onHasCode ? (
        <Button variant="plain" size="small" onClick={onHasCode}>
          {t('alreadyHaveResetOtpButtonText')}
        </Button>
      ) : null}
    </form>
  )
}

type CodeFormProps = { email: string; onRight: (code: string) => void; onNeedsCode: () => void }

/** Asks for the six characters from the e-mail, in upper or lower case. */
export function CodeForm({ email, onRight, onNeedsCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('verify-password-reset-otp', { email: email.trim(), code }),
    onSuccess: () => onRight(code),
    onError: (error) => setProblem(codeProblem(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length !== codeLength) return setProblem(t('invalidOtpErrorMessage'))
    setProblem(undefined)
    mutate()
  }
  return (
    <form aria-label={t('enterResetOtpMessageText')} noValidate onSubmit={submit} className="grid gap-4">
      <p className="break-words text-ink-2">
        {t('enterResetOtpMessageText')}: {email.trim()}
      </p>
      <Field
        label={t('resetCodeLabel')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        className="num uppercase tracking-widest"
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value.replace(/\s/g, '').toUpperCase().slice(0, codeLength))}
      />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('verifyResetOtpButtonText')}
      </SendButton>
      <Button variant="plain" size="small" onClick={onNeedsCode}>
        {t('dontHaveResetOtpButtonText')}
      </Button>
    </form>
  )
}

type PasswordFormProps = { email: string; code: string; onCodeDead: () => void; onSaved: () => void }

/** Asks for the new password. If the reset code has expired, the person must request another code. */
export function PasswordForm({ email, code, onCodeDead, onSaved }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('change-user-password', { email: email.trim(), code, password }),
    onSuccess: onSaved,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'RESET_CODE_WRONG') onCodeDead()
      else setProblem(refusalText(error))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = passwordProblem(password)
    if (found) return setProblem(t(found === 'too-short' ? 'fieldPasswordShort' : 'fieldPasswordLong'))
    setProblem(undefined)
    mutate()
  }
  return (
    <form aria-label={t('enterNewPasswordText')} noValidate onSubmit={submit} className="grid gap-4">
      <PasswordField
        label={t('newPasswordLabelText')}
        autoComplete="new-password"
        autoFocus
        helper={passwordText(password)}
        showLabel={t('a11yShowPassword')}
        hideLabel={t('a11yHidePassword')}
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('setNewPasswordButtonText')}
      </SendButton>
    </form>
  )
}

function codeProblem(error: unknown): string {
  const isWrong = error instanceof ApiError && error.code === 'RESET_CODE_WRONG'
  return isWrong ? t('invalidOtpErrorMessage') : refusalText(error)
}
