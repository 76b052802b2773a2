import { FormError } from '@nukkad/ui/parts/form-error.tsx'
import { useState } from 'react'
import { EntryPage } from '#features/identity/login/frame.tsx'
import { withNext } from '#features/identity/login/sign-in.ts'
import { takeReturn } from '#features/identity/login/social.ts'
import { SocialSteps } from '#features/identity/login/social-steps.tsx'
import { t } from '#lib/catalogue.ts'

/** Where the page of a social provider sends people back to; the token is in the address for a moment only. */
export default function LoginReturnRoute() {
  const [given] = useState(takeReturn)
  return (
    <EntryPage
      title={t(given ? 'socialPhoneTitle' : 'loginTitle')}
      foot={
        <a href={withNext('/login')} className="reach font-650 text-brand">
          {t('registerLoginLink')}
        </a>
      }
    >
      {given ? <SocialSteps given={given} /> : <FormError text={t('loginErrorMessage')} />}
    </EntryPage>
  )
}
