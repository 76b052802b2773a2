import { isPhone } from '@nukkad/rules/phone.ts'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SecondStep, stepProblems, ticketOf } from '#features/shell/second-step.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { isText, useDraft } from '#lib/draft.ts'
import { closeLogin } from '#lib/login-sheet.ts'
import { loginPath } from '#lib/paths.ts'
import { refusalText } from '#lib/refusals.ts'
import { notify } from '#lib/toasts.ts'
import { codeProblem } from './code-problem.ts'
import { CodeStep } from './code-step.tsx'
import { LoginFoot } from './login-foot.tsx'
import { PhoneField, wholeNumber } from './phone-number.tsx'
import { carriedAddress, startSession, storedReferral } from './sign-in.ts'

type JoinFormProps = { onEntered: (isNew: boolean) => void }
type Problems = { phone?: string; code?: string; form?: string }

/** Asks for the phone and for the code that was sent to it, which log a customer in or create an account. */
export function JoinForm({ onEntered }: JoinFormProps) {
  const [typed, setTyped] = useDraft('join', '', isText)
  const [step, setStep] = useState<'phone' | 'code'>('phone')
  const [problems, setProblems] = useState<Problems>({})
  const [ticket, setTicket] = useState<string>()
  const phone = wholeNumber(typed)

  const send = useMutation({
    mutationFn: () => call('send-join-code', { phone }),
    onSuccess: (answer) => {
      if ('email_phone_already_used' in answer) setProblems({ phone: t('emailPhoneAlreadyRegistered') })
      else if (answer.otp) setStep('code')
      else setProblems({ form: answer.message ?? t('error_GATEWAY_FAILED') })
    },
    onError: (error) => setProblems({ form: refusalText(error) }),
  })
  const verify = useMutation({
    mutationFn: (otp: string) => call('join', { phone, otp, address: carriedAddress(), ...storedReferral() }),
    onSuccess: (answer) => {
      if ('email_phone_already_used' in answer) return setProblems({ code: t('emailPhoneAlreadyRegistered') })
      if (!answer.success) return setProblems({ code: t('invalidOtpMsg') })
      const { is_new: isNew, ...session } = answer
      startSession(session)
      onEntered(isNew)
    },
    onError: (error) => {
      const asked = ticketOf(error)
      if (asked) setTicket(asked)
      else setProblems({ code: codeProblem(error) })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPhone(phone)) return setProblems({ phone: t('fieldPhoneInvalid') })
    setProblems({})
    send.mutate()
  }

  if (ticket) {
    return (
      <SecondStep
        label={t('loginFormName')}
        className="grid gap-4"
        send={(code) => finish({ ticket, code }, onEntered)}
        onEnd={(text) => {
          setTicket(undefined)
          setStep('phone')
          setProblems({ form: text })
        }}
        foot={LoginFoot}
      />
    )
  }
  if (step === 'code') {
    return (
      <CodeStep
        phone={phone}
        error={problems.code ?? problems.form ?? null}
        isBusy={verify.isPending}
        onEdit={() => {
          setStep('phone')
          setProblems({})
        }}
        onResend={() => {
          setProblems({})
          send.mutate()
          notify(t('loginCodeResent'), 'info')
        }}
        onCode={(code) => {
          setProblems({})
          verify.mutate(code)
        }}
      />
    )
  }
  return (
    <form aria-label={t('loginFormName')} noValidate onSubmit={submit} className="grid gap-4 pt-2">
      <PhoneField
        value={typed}
        helper={t('loginPhoneHint')}
        error={problems.phone}
        enterKeyHint="send"
        data-takes-focus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormError text={problems.form} />
      <SendButton type="submit" isBlock isBusy={send.isPending}>
        {t('loginGetCodeButton')}
      </SendButton>
      <a href={loginPath()} onClick={closeLogin} className="reach justify-self-center text-label text-brand">
        {t('joinOtherWays')}
      </a>
    </form>
  )
}

async function finish(step: { ticket: string; code: string }, onEntered: JoinFormProps['onEntered']) {
  try {
    startSession(await call('login/second-factor', step))
    onEntered(false)
  } catch (error) {
    return stepProblems(error, refusalText(error))
  }
}
