import { isEmail, isPhone } from '@nukkad/rules/phone.ts'
import { Field } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ticketOf } from '#features/shell/second-step.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { isText, isTexts, useDraft } from '#lib/draft.ts'
import { refusalText } from '#lib/refusals.ts'
import { notify } from '#lib/toasts.ts'
import { codeProblem } from './code-problem.ts'
import { CodeStep } from './code-step.tsx'
import { CustomerSecondStep } from './customer-second-step.tsx'
import { PhoneField, wholeNumber } from './phone-number.tsx'
import { carriedAddress, enter, storedReferral } from './sign-in.ts'

const isDetails = isTexts('name', 'email')

type Step = 'phone' | 'details' | 'code'
type Problems = Partial<Record<'phone' | 'name' | 'email' | 'code' | 'form', string | undefined>>

/**
 * Asks for the phone and then for the code. A person with a new number must enter a name before the code (H-10, H-11).
 */
export function PhoneLogin({ onNew }: { onNew: (isNew: boolean) => void }) {
  const [step, setStep] = useState<Step>('phone')
  const [typed, setTyped] = useDraft('phone', '', isText)
  const [details, setDetails] = useDraft('details', { name: '', email: '' }, isDetails)
  const [problems, setProblems] = useState<Problems>({})
  const [ticket, setTicket] = useState<string>()
  const phone = wholeNumber(typed)

  const send = useMutation({
    mutationFn: (withEmail: boolean) =>
      call('generate-otp-for-login', { phone, email: withEmail ? details.email : null }),
    onSuccess: (answer) => {
      if ('email_phone_already_used' in answer) setProblems({ email: t('emailPhoneAlreadyRegistered') })
      else if (answer.otp) setStep('code')
      else if (answer.new_user) {
        setStep('details')
        onNew(true)
      } else setProblems({ form: answer.message ?? t('error_GATEWAY_FAILED') })
    },
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const verify = useMutation({
    mutationFn: (otp: string) =>
      call('login-with-otp', {
        phone,
        otp,
        name: details.name.trim() || null,
        email: details.email.trim() || null,
        address: carriedAddress(),
        ...storedReferral(),
      }),
    onSuccess: (answer) => {
      if ('email_phone_already_used' in answer) setProblems({ code: t('emailPhoneAlreadyRegistered') })
      else if (answer.success) enter(answer)
      else setProblems({ code: t('invalidOtpMsg') })
    },
    onError: (error) => {
      const asked = ticketOf(error)
      if (asked) setTicket(asked)
      else setProblems({ code: codeProblem(error) })
    },
  })

  const editPhone = () => {
    setStep('phone')
    onNew(false)
  }
  const submitPhone = (event: FormEvent) => {
    event.preventDefault()
    if (!isPhone(phone)) return setProblems({ phone: t('fieldPhoneInvalid') })
    setProblems({})
    send.mutate(false)
  }
  const submitDetails = (event: FormEvent) => {
    event.preventDefault()
    const name = details.name.trim() ? undefined : t('fieldNameMissing')
    const email = isEmail(details.email) ? undefined : t('fieldEmailInvalid')
    setProblems({ name, email })
    if (name || email) return
    send.mutate(true)
  }

  if (ticket) {
    return (
      <CustomerSecondStep
        ticket={ticket}
        onEnd={(text) => {
          setTicket(undefined)
          editPhone()
          setProblems({ form: text })
        }}
      />
    )
  }
  if (step === 'code') {
    return (
      <CodeStep
        phone={phone}
        error={problems.code ?? null}
        isBusy={verify.isPending}
        onEdit={editPhone}
        onResend={() => {
          setProblems({})
          send.mutate(details.email !== '')
          notify(t('loginCodeResent'), 'info')
        }}
        onCode={(code) => {
          setProblems({})
          verify.mutate(code)
        }}
      />
    )
  }
  if (step === 'details') {
    return (
      <form aria-label={t('loginFormName')} noValidate onSubmit={submitDetails} className="grid gap-4">
        <p className="num flex flex-wrap items-center gap-x-2 text-ink-2">
          <span className="w-full">{t('loginNewNumber')}</span>
          <span dir="ltr">{phone}</span>
          <button type="button" onClick={editPhone} className="reach text-label text-brand">
            {t('loginCodeEdit')}
          </button>
        </p>
        <Field
          label={t('loginLoginNameLabel')}
          autoComplete="name"
          autoFocus
          value={details.name}
          error={problems.name}
          onChange={(event) => setDetails({ ...details, name: event.currentTarget.value })}
        />
        <Field
          label={t('loginLoginEmailLabel')}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={details.email}
          error={problems.email}
          onChange={(event) => setDetails({ ...details, email: event.currentTarget.value })}
        />
        <FormError text={problems.form} />
        <SendButton type="submit" isBlock isBusy={send.isPending}>
          {t('loginGetCodeButton')}
        </SendButton>
      </form>
    )
  }
  return (
    <form aria-label={t('loginFormName')} noValidate onSubmit={submitPhone} className="grid gap-4">
      <PhoneField
        value={typed}
        helper={t('loginPhoneHint')}
        error={problems.phone}
        enterKeyHint="send"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError text={problems.form} />
      <SendButton type="submit" isBlock isBusy={send.isPending}>
        {t('loginGetCodeButton')}
      </SendButton>
    </form>
  )
}
