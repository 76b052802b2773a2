import { isEmail, isPhone } from '@nukkad/rules/phone.ts'
import { Field } from '@nukkad/ui/components/field.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { PhoneField, wholeNumber } from './phone-number.tsx'
import { type ActingAnswer, startActing } from './start-acting.ts'

type Filled = { name: string; phone: string; email: string }

/** Registers a caller. The e-mail address is optional, and the account has no password (O-02, GAP-74). */
export function GuestForm({ onRegistered }: { onRegistered: (name: string) => void }) {
  const [filled, setFilled] = useState<Filled>({ name: '', phone: '', email: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof Filled | 'form', string | undefined>>>({})
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('register-guest-user', { ...filled, phone: wholeNumber(filled.phone) }),
    onSuccess: (answer) => {
      if (!isAccount(answer)) return setProblems({ phone: t('emailPhoneAlreadyRegistered') })
      startActing(answer)
      onRegistered(answer.data.name)
    },
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = filled.email.trim()
    const found = {
      name: filled.name.trim() ? undefined : t('fieldNameMissing'),
      phone: isPhone(wholeNumber(filled.phone)) ? undefined : t('phoneValidationMsg'),
      email: email === '' || isEmail(email) ? undefined : t('emailValidationMsg'),
    }
    setProblems(found)
    if (!Object.values(found).some(Boolean)) mutate()
  }
  const field = (key: keyof Filled) => ({
    value: filled[key],
    error: problems[key],
    autoComplete: 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setFilled((before) => ({ ...before, [key]: value })),
  })
  return (
    <form aria-label={t('staffGuestTitle')} noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('loginLoginNameLabel')} {...field('name')} />
      <PhoneField {...field('phone')} />
      <Field
        label={t('loginLoginEmailLabel')}
        type="email"
        inputMode="email"
        helper={t('staffGuestOptional')}
        {...field('email')}
      />
      <FormError text={problems.form} />
      <SendButton type="submit" isBlock isBusy={isPending}>
        {t('staffGuestButton')}
      </SendButton>
    </form>
  )
}

function isAccount(answer: object): answer is ActingAnswer {
  return 'acting' in answer
}
