import { isEmail, isPhone } from '@nukkad/rules/phone.ts'
import { isPlaceholderName } from '@nukkad/rules/text.ts'
import { Field } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNameChange } from '#features/identity/login/change-name.ts'
import { codeProblem } from '#features/identity/login/code-problem.ts'
import { CodeStep } from '#features/identity/login/code-step.tsx'
import { PhoneField, typedNumber, wholeNumber } from '#features/identity/login/phone-number.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { notify } from '#lib/toasts.ts'
import { type Session, useCustomer } from '#stores/session.ts'
import { refreshSession } from './session-refresh.ts'

/**
 * Changes the customer's name, and the phone or e-mail address after a code that was sent to the new phone or address.
 */
export default function ProfileSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const customer = useCustomer()
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('profileTitle')} closeLabel={t('a11yClose')}>
      {customer ? (
        <div className="grid gap-7 pt-2">
          <OwnName name={customer.name} />
          <OwnContact kind="phone" customer={customer} />
          <OwnContact kind="email" customer={customer} />
        </div>
      ) : null}
    </Sheet>
  )
}

function OwnName({ name }: { name: string }) {
  const { typed, setTyped, problem, isPending, save } = useNameChange({
    first: isPlaceholderName(name) ? '' : name,
    onSaved: () => notify(t('joinNameSaved')),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form aria-label={t('loginLoginNameLabel')} noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label={t('loginLoginNameLabel')}
        autoComplete="name"
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() === name ? null : (
        <SendButton type="submit" isBlock variant="tint" isBusy={isPending}>
          {t('commonSave')}
        </SendButton>
      )}
    </form>
  )
}

type Kind = 'phone' | 'email'
type Problems = { field?: string; code?: string; form?: string }

function OwnContact({ kind, customer }: { kind: Kind; customer: Session['data'] }) {
  const current = (kind === 'phone' ? customer.phone : customer.email) ?? ''
  const [typed, setTyped] = useState(kind === 'phone' ? typedNumber(current) : current)
  const [isCodeStep, setCodeStep] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const target = kind === 'phone' ? wholeNumber(typed) : typed.trim()
  const wanted = kind === 'phone' ? { phone: target } : { email: target }

  const send = useMutation({
    mutationFn: () => call('send-contact-code', wanted),
    onSuccess: (answer) =>
      answer.otp ? setCodeStep(true) : setProblems({ form: answer.message ?? t('error_GATEWAY_FAILED') }),
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const change = useMutation({
    mutationFn: async (otp: string) => {
      const answer = await call('change-contact', { ...wanted, otp })
      if ('success' in answer) await refreshSession()
      return answer
    },
    onSuccess: (answer) => {
      setCodeStep(false)
      if ('email_phone_already_used' in answer) setProblems({ field: t('profileTaken') })
      else notify(t(kind === 'phone' ? 'profilePhoneSaved' : 'profileEmailSaved'))
    },
    onError: (error) => setProblems({ code: codeProblem(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isValid = kind === 'phone' ? isPhone(target) : isEmail(target)
    if (!isValid) return setProblems({ field: t(kind === 'phone' ? 'fieldPhoneInvalid' : 'fieldEmailInvalid') })
    setProblems({})
    send.mutate()
  }
  if (isCodeStep) {
    return (
      <CodeStep
        phone={target}
        error={problems.code ?? null}
        isBusy={change.isPending}
        onEdit={() => {
          setCodeStep(false)
          setProblems({})
        }}
        onResend={() => {
          setProblems({})
          send.mutate()
          notify(t('loginCodeResent'), 'info')
        }}
        onCode={(code) => {
          setProblems({})
          change.mutate(code)
        }}
      />
    )
  }
  const isChanged = target !== current && target !== ''
  const field = {
    value: typed,
    error: problems.field,
    helper: isChanged ? t('profileCodeHint') : undefined,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => setTyped(value),
  }
  const label = t(kind === 'phone' ? 'loginLoginPhoneLabel' : 'loginLoginEmailLabel')
  return (
    <form aria-label={label} noValidate onSubmit={submit} className="grid gap-3">
      {kind === 'phone' ? (
        <PhoneField {...field} />
      ) : (
        <Field {...field} label={label} type="email" inputMode="email" autoComplete="email" />
      )}
      <FormError text={problems.form} />
      {isChanged ? (
        <SendButton type="submit" isBlock variant="tint" isBusy={send.isPending}>
          {t('loginGetCodeButton')}
        </SendButton>
      ) : null}
    </form>
  )
}
