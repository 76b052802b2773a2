import { Segmented } from '@nukkad/ui/components/segmented.tsx'
import { Mail, Smartphone } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { EmailLogin } from '#features/identity/login/email-login.tsx'
import { EntryPage } from '#features/identity/login/frame.tsx'
import { PhoneLogin } from '#features/identity/login/phone-login.tsx'
import { withNext } from '#features/identity/login/sign-in.ts'
import { SocialButtons } from '#features/identity/login/social-buttons.tsx'
import { waitingText } from '#features/identity/login/waiting-text.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { ownPath } from '#lib/paths.ts'
import { useSession } from '#stores/session.ts'

const GuestPush = lazy(() => import('#features/identity/login/guest-push.tsx'))

type Method = 'phone' | 'email'

/** Shows the login to guests. Customers continue to the screen that they wanted (B-12). */
export default function LoginRoute() {
  const [method, setMethod] = useState<Method>('phone')
  const [isNew, setNew] = useState(false)
  const isOnlyPhone = isSettingOn('enOLnR')
  useGuestsOnly()
  return (
    <EntryPage
      title={t(isNew ? 'registerTitle' : 'loginTitle')}
      sub={waitingText(nextPath())}
      foot={
        isNew ? null : (
          <p>
            {t('loginNewHere')}{' '}
            <a href={withNext('/register')} className="reach font-650 text-brand">
              {t('loginRegisterLink')}
            </a>
          </p>
        )
      }
    >
      {isOnlyPhone ? null : (
        <div className="mb-5">
          <Segmented<Method>
            label={t('loginFormName')}
            value={method}
            onChange={(chosen) => {
              setMethod(chosen)
              setNew(false)
            }}
            segments={[
              { value: 'phone', label: t('loginMethodPhone'), icon: <Smartphone /> },
              { value: 'email', label: t('loginMethodEmail'), icon: <Mail /> },
            ]}
          />
        </div>
      )}
      {method === 'phone' || isOnlyPhone ? <PhoneLogin onNew={setNew} /> : <EmailLogin />}
      <SocialButtons />
      <Suspense>{nextPath() === '/alerts' ? <GuestPush /> : null}</Suspense>
    </EntryPage>
  )
}

const nextPath = () => ownPath(new URLSearchParams(location.search).get('next'))

function useGuestsOnly() {
  const isCustomer = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (isCustomer) go(nextPath() ?? '/', { replace: true })
  }, [isCustomer])
}
