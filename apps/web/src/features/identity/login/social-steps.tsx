import { isPhone } from '@nukkad/rules/phone.ts'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ticketOf } from '#features/shell/second-step.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { refusalText } from '#lib/refusals.ts'
import { notify } from '#lib/toasts.ts'
import { CodeStep } from './code-step.tsx'
import { CustomerSecondStep } from './customer-second-step.tsx'
import { PhoneField, wholeNumber } from './phone-number.tsx'
import { carriedAddress, enter, storedReferral, withNext } from './sign-in.ts'
import type { SocialReturn } from './social.ts'

type Step = 'checking' | 'phone' | 'code' | 'failed'
type Problems = { phone?: string; code?: string; form?: string }

/** Signs a person in with the token of a social provider. A new person must first confirm a phone (GAP-23, H-07). */
export function SocialSteps({ given }: { given: SocialReturn }) {
  const [step, setStep] = useState<Step>('checking')
  const [typed, setTyped] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [ticket, setTicket] = useState<string>()
  const phone = wholeNumber(typed)
  const fail = (text: string) => {
    setProblems(step === 'code' ? { code: text } : { form: text })
    if (step === 'checking') setStep('failed')
  }
  const login = useMutation({
    mutationFn: (proof: { phone: string | null; otp: string | null }) =>
      call('login', {
        name: null,
        email: null,
        password: null,
        ...given,
        ...proof,
        address: carriedAddress(),
        ...storedReferral(),
      }),
    onSuccess: (answer) => {
      if (answer !== false && 'success' in answer && answer.success) enter(answer)
      else if (answer !== false && 'enter_phone_after_social_login' in answer) setStep('phone')
      else fail(t('loginErrorMessage'))
    },
    onError: (error) => {
      const asked = ticketOf(error)
      if (asked) setTicket(asked)
      else fail(refusalText(error))
    },
  })
  const send = useMutation({
    mutationFn: (to: string | null) => call('send-otp', { email: null, phone: to, ...given }),
    onSuccess: (answer) => {
      if (answer === false) fail(t('loginErrorMessage'))
      else if ('proceed_login' in answer) login.mutate({ phone: null, otp: null })
      else if ('enter_phone_after_social_login' in answer) setStep('phone')
      else if ('otp' in answer && answer.otp) setStep('code')
      else fail(t('error_GATEWAY_FAILED'))
    },
    onError: (error) => fail(refusalText(error)),
  })
  // Sends the token that the social provider gave to the server once, when the person returns from the provider's page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the returned token does not change
  useEffect(() => send.mutate(null), [given])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPhone(phone)) return setProblems({ phone: t('fieldPhoneInvalid') })
    setProblems({})
    if (isSettingOn('enSOV')) send.mutate(phone)
    else login.mutate({ phone, otp: null })
  }
  if (ticket) {
    return (
      <CustomerSecondStep
        ticket={ticket}
        onEnd={(text) => {
          if (text === undefined) return go(withNext('/login'), { replace: true })
          setTicket(undefined)
          setStep('failed')
          setProblems({ form: text })
        }}
      />
    )
  }
  if (step === 'checking') return <p role="status">{t('socialChecking')}</p>
  if (step === 'failed') return <FormError text={problems.form} />
  if (step === 'code') {
    return (
      <CodeStep
        phone={phone}
        error={problems.code ?? null}
        isBusy={login.isPending}
        onEdit={() => setStep('phone')}
        onResend={() => {
          setProblems({})
          send.mutate(phone)
          notify(t('loginCodeResent'), 'info')
        }}
        onCode={(otp) => {
          setProblems({})
          login.mutate({ phone, otp })
        }}
      />
    )
  }
  return (
    <form aria-label={t('socialPhoneTitle')} noValidate onSubmit={submit} className="grid gap-4">
      <p className="text-ink-2">{t('socialPhoneText')}</p>
      <PhoneField
        value={typed}
        helper={isSettingOn('enSOV') ? t('loginPhoneHint') : undefined}
        error={problems.phone}
        enterKeyHint="send"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError text={problems.form} />
      <SendButton type="submit" isBlock isBusy={send.isPending || login.isPending}>
        {t(isSettingOn('enSOV') ? 'loginGetCodeButton' : 'loginButton')}
      </SendButton>
    </form>
  )
}
