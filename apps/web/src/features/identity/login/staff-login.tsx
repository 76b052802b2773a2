import { PasswordForm } from '#features/shell/password-form.tsx'
import { stepProblems } from '#features/shell/second-step.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { LoginFoot } from './login-foot.tsx'

/** Signs staff in on the screen that starts acting for a customer (GAP-76). */
export function StaffLogin({ onEntered }: { onEntered: () => void }) {
  return (
    <>
      <p className="mb-4 text-ink-2">{t('staffLoginHint')}</p>
      <PasswordForm
        label={t('staffLoginTitle')}
        className="grid gap-4"
        send={async (typed) => {
          try {
            const answer = await call('dashboard/login', typed)
            if ('second_factor' in answer) return answer.second_factor
            onEntered()
          } catch (error) {
            return { form: refusalText(error) }
          }
        }}
        sendCode={async (step) => {
          try {
            await call('dashboard/login/second-factor', step)
            onEntered()
          } catch (error) {
            return stepProblems(error, refusalText(error))
          }
        }}
        foot={LoginFoot}
      />
    </>
  )
}
