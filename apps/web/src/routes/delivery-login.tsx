import { Button } from '@nukkad/ui/components/button.tsx'
import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { Bike, CircleAlert, Mail, Smartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { enterAsRider, refusalText } from '#features/delivery/trips/duty.ts'
import { leaveHold, useOnHold } from '#features/delivery/trips/hold.ts'
import { Page } from '#features/shell/page.tsx'
import { PasswordForm, type PasswordProblems } from '#features/shell/password-form.tsx'
import { type StepProblems, stepProblems, ticketOf } from '#features/shell/second-step.tsx'
import { ApiError, call } from '#lib/api.ts'
import { setting, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { useRider } from '#stores/rider.ts'

const DeliveryCode = lazy(() => import('#routes/delivery-code.tsx'))

type Method = 'email' | 'phone'

/** Signs riders in, separately from customers, by e-mail and password or by phone and code (N-01, GAP-40). */
export function DeliveryLogin() {
  const [method, setMethod] = useState<Method>('email')
  const isRider = useRider(({ rider }) => rider !== null)
  useEffect(() => {
    if (isRider) go('/delivery/orders', { replace: true })
  }, [isRider])
  return (
    <Page
      title={t('riderLoginTitle')}
      header={
        <div className="ground-hero grid justify-items-center gap-3 rounded-b-sheet px-4 pt-[calc(48px+var(--safe-top))] pb-9 text-center">
          <span
            aria-hidden="true"
            className="grid size-18 place-items-center rounded-full bg-(--c-on-hero) text-(--c-hero-2)"
          >
            <Bike className="size-9" />
          </span>
          <h1 tabIndex={-1} className="title text-title">
            {t('riderLoginTitle')}
          </h1>
          <p className="text-rider">{setting('storeName')}</p>
        </div>
      }
    >
      <div className="px-4 pt-7">
        <Segmented<Method>
          label={t('riderLoginFormName')}
          value={method}
          onChange={setMethod}
          segments={[
            { value: 'email', label: t('loginMethodEmail'), icon: <Mail /> },
            { value: 'phone', label: t('loginMethodPhone'), icon: <Smartphone /> },
          ]}
        />
      </div>
      {method === 'email' ? (
        <LoginForm />
      ) : (
        <Suspense>
          <DeliveryCode finish={finish} />
        </Suspense>
      )}
    </Page>
  )
}

function LoginForm() {
  const isOnHold = useOnHold(({ isOnHold }) => isOnHold)
  // Removes the message about the blocked account when the rider leaves the screen.
  useEffect(() => leaveHold, [])
  return (
    <PasswordForm
      label={t('riderLoginFormName')}
      className="grid grid-cols-1 gap-5 px-4 pt-7 text-rider"
      send={signIn}
      sendCode={finish}
      foot={({ problem, isSending }) => (
        <>
          {problem || isOnHold ? (
            <p role="alert" className="flex items-center gap-2 rounded-control bg-error-tint p-3 text-body text-error">
              <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
              {problem ?? t('error_ACCOUNT_BANNED')}
            </p>
          ) : null}
          <Button type="submit" isBlock isBusy={isSending} className="min-h-15 text-rider">
            {t('riderLoginButton')}
          </Button>
        </>
      )}
    />
  )
}

async function signIn(typed: { email: string; password: string }): Promise<PasswordProblems | undefined> {
  try {
    const answer = await call('delivery/login', typed)
    if (!answer.success) return { form: t('emailPassDonotMatch') }
    enterAsRider(answer)
  } catch (error) {
    const isWrong = error instanceof ApiError && error.code === 'DONOTMATCH'
    const ticket = ticketOf(error)
    if (ticket) return { ticket }
    return { form: isWrong ? t('emailPassDonotMatch') : refusalText(error) }
  }
}

async function finish(step: { ticket: string; code: string }): Promise<StepProblems | undefined> {
  try {
    const answer = await call('delivery/login/second-factor', step)
    if (!answer.success) return { form: t('emailPassDonotMatch') }
    enterAsRider(answer)
  } catch (error) {
    return stepProblems(error, refusalText(error))
  }
}
