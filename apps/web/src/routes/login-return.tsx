import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { useState } from 'react'
import { EntryPage } from '#features/identity/login/frame.tsx'
import { withNext } from '#features/identity/login/sign-in.ts'
import { takeReturn } from '#features/identity/login/social.ts'
import { SocialSteps } from '#features/identity/login/social-steps.tsx'
import { t } from '#lib/catalogue.ts'

/** Signs a person in who returns from a social provider, and removes the provider's token from the URL immediately. */
export default function LoginReturnRoute() {
  const [given] = useState(takeReturn)
  return (
    <EntryPage
      title={t(given ? 'socialPhoneTitle' : 'joinTitle')}
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
