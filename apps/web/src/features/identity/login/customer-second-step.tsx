import { SecondStep, type StepProblems, stepProblems } from '#features/shell/second-step.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'
import { LoginFoot } from './login-foot.tsx'
import { enter } from './sign-in.ts'

type CustomerSecondStepProps = { ticket: string; onEnd: (text?: string) => void }

/** Asks a customer for the second factor, after a code by text message or a social sign-in. */
export function CustomerSecondStep({ ticket, onEnd }: CustomerSecondStepProps) {
  return (
    <SecondStep
      label={t('loginFormName')}
      className="grid gap-4"
      send={(code) => finishSignIn({ ticket, code })}
      onEnd={onEnd}
      foot={LoginFoot}
    />
  )
}

/**
 * Starts the session of a customer after the second factor. Returns the errors, or undefined if the sign-in succeeded.
 */
export async function finishSignIn(step: { ticket: string; code: string }): Promise<StepProblems | undefined> {
  try {
    enter(await call('login/second-factor', step))
  } catch (error) {
    return stepProblems(error, refusalText(error))
  }
}
