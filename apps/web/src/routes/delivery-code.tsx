import { isPhone } from '@nukkad/rules/phone.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { enterAsRider, refusalText } from '#features/delivery/trips/duty.ts'
import { codeProblem } from '#features/identity/login/code-problem.ts'
import { CodeStep } from '#features/identity/login/code-step.tsx'
import { LoginFoot } from '#features/identity/login/login-foot.tsx'
import { PhoneField, wholeNumber } from '#features/identity/login/phone-number.tsx'
import { SecondStep, type StepProblems, ticketOf } from '#features/shell/second-step.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { isText, useDraft } from '#lib/draft.ts'

type DeliveryCodeProps = {
  /** Sends the second step, for riders with a second factor. */
  finish: (step: { ticket: string; code: string }) => Promise<StepProblems | undefined>
}

/** Asks for a rider's phone, and then for the code that was sent to this phone. */
export default function DeliveryCode({ finish }: DeliveryCodeProps) {
  const [typed, setTyped] = useDraft('phone', '', isText)
  const [isCodeStep, setCodeStep] = useState(false)
  const [ticket, setTicket] = useState<string>()
  const [problems, setProblems] = useState<{ phone?: string; code?: string; form?: string }>({})
  const phone = wholeNumber(typed)
  const send = useMutation({
    mutationFn: () => call('delivery/login/send-code', { phone }),
    onSuccess: () => setCodeStep(true),
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const verify = useMutation({
    mutationFn: (otp: string) => call('delivery/login/with-code', { phone, otp }),
    onSuccess: (answer) => (answer.success ? enterAsRider(answer) : setProblems({ code: t('invalidOtpMsg') })),
    onError: (error) => {
      const asked = ticketOf(error)
      if (asked) setTicket(asked)
      else setProblems({ code: codeProblem(error) })
    },
  })
  const start = (text?: string) => {
    setTicket(undefined)
    setCodeStep(false)
    setProblems(text ? { form: text } : {})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPhone(phone)) return setProblems({ phone: t('fieldPhoneInvalid') })
    setProblems({})
    send.mutate()
  }
  const look = 'grid grid-cols-1 gap-5 px-4 pt-7 text-rider'
  if (ticket)
    return (
      <SecondStep
        label={t('riderLoginFormName')}
        className={look}
        send={(code) => finish({ ticket, code })}
        onEnd={start}
        foot={LoginFoot}
      />
    )
  if (isCodeStep)
    return (
      <div className={look}>
        <CodeStep
          phone={phone}
          error={problems.code ?? problems.form ?? null}
          isBusy={verify.isPending}
          onEdit={() => start()}
          onResend={() => {
            setProblems({})
            send.mutate()
          }}
          onCode={(code) => {
            setProblems({})
            verify.mutate(code)
          }}
        />
      </div>
    )
  return (
    <form aria-label={t('riderLoginFormName')} noValidate onSubmit={submit} className={look}>
      <PhoneField
        value={typed}
        helper={t('loginPhoneHint')}
        error={problems.phone}
        enterKeyHint="send"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError text={problems.form} />
      <Button type="submit" isBlock isBusy={send.isPending} className="min-h-15 text-rider">
        {t('loginGetCodeButton')}
      </Button>
    </form>
  )
}
