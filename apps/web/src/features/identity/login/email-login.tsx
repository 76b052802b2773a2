import { isEmail } from '@nukkad/rules/phone.ts'
import { PasswordForm, type PasswordProblems } from '#features/shell/password-form.tsx'
import { ticketOf } from '#features/shell/second-step.tsx'
import { ApiError, call } from '#lib/api.ts'
import { isSettingOn, t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { finishSignIn } from './customer-second-step.tsx'
import { LoginFoot } from './login-foot.tsx'
import { carriedAddress, enter, withNext } from './sign-in.ts'

/** Signs in with e-mail and password (H-02, H-05, GAP-21). */
export function EmailLogin() {
  return (
    <PasswordForm
      label={t('loginFormName')}
      className="grid gap-4"
      emailKind="email"
      emailProblem={(email) => (isEmail(email) ? undefined : t('emailValidationMsg'))}
      send={signIn}
      sendCode={finishSignIn}
      foot={LoginFoot}
    >
      {isSettingOn('enPassResetEmail') ? (
        <a href={withNext('/login/forgot-password')} className="reach justify-self-end text-label text-brand">
          {t('forgotPasswordLinkText')}
        </a>
      ) : null}
    </PasswordForm>
  )
}

async function signIn({ email, password }: { email: string; password: string }): Promise<PasswordProblems | undefined> {
  try {
    // The specification requires exactly these keys in the call `login`, with null for unused ones (H-05).
    const answer = await call('login', {
      name: null,
      email,
      password,
      accessToken: null,
      phone: null,
      provider: null,
      address: carriedAddress(),
      otp: null,
    })
    if (answer === false || !('success' in answer) || !answer.success) return { password: t('emailPassDonotMatch') }
    enter(answer)
  } catch (error) {
    const ticket = ticketOf(error)
    if (ticket) return { ticket }
    const isWrong = error instanceof ApiError && error.code === 'DONOTMATCH'
    return isWrong ? { password: t('emailPassDonotMatch') } : { form: refusalText(error) }
  }
}
