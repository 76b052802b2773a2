import { ApiError } from './api.ts'
import { errorText, t } from './catalogue.ts'

/** Returns the text for a sign-in or registration call that failed (GAP-25). */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('loginErrorMessage')
  if (error.status === 429) return t('tooManyApiCallMessage')
  if (error.code === 'NETWORK') return t('stateLoadFailedHint')
  if (error.code === 'UNKNOWN') return error.message || t('loginErrorMessage')
  // For these errors, the text is the server's message, which names the field and the reason in the person's language.
  if (['REGISTRATION_INVALID', 'PASSWORD_INVALID'].includes(error.code) && error.message) return error.message
  return errorText(error.code)
}
