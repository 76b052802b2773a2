import { isEmail } from '@nukkad/rules/phone.ts'
import { useState } from 'react'
import { EntryPage } from '#features/identity/login/frame.tsx'
import { CodeForm, MailForm, PasswordForm } from '#features/identity/login/reset-steps.tsx'
import { withNext } from '#features/identity/login/sign-in.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { notify } from '#lib/toasts.ts'

const steps = ['mail', 'code', 'password'] as const
type Step = (typeof steps)[number]

/**
 * Resets a password in three steps on one route: e-mail, code, new password (B-13, H-12 to H-14, ux 7.21). After the
 * last step, the person must log in with the new password.
 */
export default function ForgotPasswordRoute() {
  const [step, setStep] = useState<Step>('mail')
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  return (
    <EntryPage
      title={t(step === 'password' ? 'enterNewPasswordText' : 'resetPasswordPageTitle')}
      foot={
        <a href={withNext('/login')} className="reach font-650 text-brand">
          {t('registerLoginLink')}
        </a>
      }
    >
      <Progress at={steps.indexOf(step)} />
      {step === 'mail' ? (
        <MailForm
          email={email}
          onType={setEmail}
          onSent={() => {
            notify(t('resetMailSent'), 'info')
            setStep('code')
          }}
          onHasCode={isEmail(email.trim()) ? () => setStep('code') : undefined}
        />
      ) : null}
      {step === 'code' ? (
        <CodeForm
          email={email}
          onRight={(right) => {
            setCode(right)
            setStep('password')
          }}
          onNeedsCode={() => setStep('mail')}
        />
      ) : null}
      {step === 'password' ? (
        <PasswordForm
          email={email}
          code={code}
          onCodeDead={() => setStep('code')}
          onSaved={() => {
            notify(t('resetDone'))
            go(withNext('/login'), { replace: true })
          }}
        />
      ) : null}
    </EntryPage>
  )
}

function Progress({ at }: { at: number }) {
  return (
    <div className="mb-5">
      <p className="num mb-2 text-small text-ink-2" role="status">
        {t('resetStep', { number: at + 1, count: steps.length })}
      </p>
      <div aria-hidden="true" className="flex gap-1.5">
        {steps.map((step, index) => (
          <span key={step} className={`h-1 flex-1 rounded-full ${index <= at ? 'bg-brand' : 'bg-line'}`} />
        ))}
      </div>
    </div>
  )
}
