import { type Registration, registrationProblems } from '@nukkad/rules/phone.ts'
import { Field, PasswordField } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CodeStep } from '#features/identity/login/code-step.tsx'
import { EntryPage } from '#features/identity/login/frame.tsx'
import { passwordText } from '#features/identity/login/password-text.ts'
import { PhoneField, wholeNumber } from '#features/identity/login/phone-number.tsx'
import { carriedAddress, enter, storedReferral, withNext } from '#features/identity/login/sign-in.ts'
import { SocialButtons } from '#features/identity/login/social-buttons.tsx'
import { RichText } from '#features/shell/rich-text.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { isSettingOn, setting, t } from '#lib/catalogue.ts'
import { isTexts, useDraft } from '#lib/draft.ts'
import { refusalText } from '#lib/refusals.ts'
import { readKey } from '#lib/storage.ts'
import { notify } from '#lib/toasts.ts'

const isTyped = isTexts('name', 'email', 'phone')

type Problems = Partial<Record<keyof Registration | 'code' | 'form', string>>

/**
 * Registers a customer with name, e-mail, phone and password. With the setting `enSOV` a code must confirm the phone
 * first (H-01, GAP-22).
 */
export default function RegisterRoute() {
  const [typed, setTyped] = useDraft('registration', { name: '', email: '', phone: '' }, isTyped)
  const [password, setPassword] = useState('')
  const form = { ...typed, password }
  const [problems, setProblems] = useState<Problems>({})
  const [isCodeStep, setCodeStep] = useState(false)
  const details = { ...form, name: form.name.trim(), email: form.email.trim(), phone: wholeNumber(form.phone) }

  const send = useMutation({
    mutationFn: () =>
      call('send-otp', { email: details.email, phone: details.phone, accessToken: null, provider: null }),
    onSuccess: (answer) => {
      if (answer !== false && 'otp' in answer && answer.otp) setCodeStep(true)
      else if (answer !== false && 'email_phone_already_used' in answer)
        setProblems({ form: t('emailPhoneAlreadyRegistered') })
      else setProblems({ form: t('error_GATEWAY_FAILED') })
    },
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const create = useMutation({
    mutationFn: async (otp: string | null) => {
      if (otp !== null && !(await call('verify-otp', { phone: details.phone, otp })).valid_otp) return null
      return call('register', { ...details, address: carriedAddress(), otp, ...storedReferral() })
    },
    onSuccess: (answer) => {
      if (answer === null) fail(t('invalidOtpMsg'))
      else if ('email_phone_already_used' in answer) fail(t('emailPhoneAlreadyRegistered'))
      else if (answer.success) enter(answer)
      else fail(answer.data)
    },
    onError: (error) => fail(refusalText(error)),
  })
  const fail = (text: string) => setProblems(isCodeStep ? { code: text } : { form: text })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = problemTexts(details)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (isSettingOn('enSOV')) send.mutate()
    else create.mutate(null)
  }
  const field = (name: keyof Registration) => ({
    value: form[name],
    error: problems[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      name === 'password' ? setPassword(value) : setTyped({ ...typed, [name]: value }),
  })

  return (
    <EntryPage
      title={t('registerTitle')}
      foot={
        <p>
          {t('regsiterAlreadyHaveAccount')}{' '}
          <a href={withNext('/login')} className="reach font-650 text-brand">
            {t('registerLoginLink')}
          </a>
        </p>
      }
    >
      {isCodeStep ? (
        <CodeStep
          phone={details.phone}
          error={problems.code ?? null}
          isBusy={create.isPending}
          onEdit={() => setCodeStep(false)}
          onResend={() => {
            send.mutate()
            notify(t('loginCodeResent'), 'info')
          }}
          onCode={(code) => {
            setProblems({})
            create.mutate(code)
          }}
        />
      ) : (
        <form aria-label={t('registerFormName')} noValidate onSubmit={submit} className="grid gap-4">
          {readKey('refid') ? (
            <Pill variant="ok">
              <Gift aria-hidden="true" />
              {t('registerBonus', { amount: setting('referralSuccessAmountReferredUser') })}
            </Pill>
          ) : null}
          <Field label={t('loginLoginNameLabel')} autoComplete="name" {...field('name')} />
          <Field
            label={t('loginLoginEmailLabel')}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field('email')}
          />
          <PhoneField {...field('phone')} />
          <PasswordField
            label={t('loginLoginPasswordLabel')}
            autoComplete="new-password"
            helper={passwordText(form.password)}
            showLabel={t('a11yShowPassword')}
            hideLabel={t('a11yHidePassword')}
            {...field('password')}
          />
          <FormError text={problems.form} />
          <SendButton type="submit" isBlock isBusy={send.isPending || create.isPending}>
            {t('registerButton')}
          </SendButton>
          <div className="text-center text-small text-ink-2">
            <RichText html={t('registrationPolicyMessage')} />
          </div>
          <SocialButtons />
        </form>
      )}
    </EntryPage>
  )
}

function problemTexts(details: Registration): Problems {
  const found = registrationProblems(details)
  const texts: Problems = {}
  if (found.name) texts.name = t(details.name ? 'fieldNameTooLong' : 'fieldNameMissing')
  if (found.email) texts.email = t('fieldEmailInvalid')
  if (found.phone) texts.phone = t('fieldPhoneInvalid')
  if (found.password) texts.password = t(details.password.length < 8 ? 'fieldPasswordShort' : 'fieldPasswordLong')
  return texts
}
