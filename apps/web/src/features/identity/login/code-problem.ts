import { ApiError } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { refusalText } from '#lib/refusals.ts'

/** Returns the text for a code that was refused. */
export function codeProblem(error: unknown): string {
  const isWrong = error instanceof ApiError && (error.code === 'DONOTMATCH' || error.code === 'OTP_WRONG')
  return isWrong ? t('invalidOtpMsg') : refusalText(error)
}
