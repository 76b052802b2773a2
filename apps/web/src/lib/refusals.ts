import { ApiError } from './api.ts'
import { errorText, t } from './catalogue.ts'

/** What to say when an entry call was refused or did not arrive (GAP-25). */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('loginErrorMessage')
  if (error.status === 429) return t('tooManyApiCallMessage')
  if (error.code === 'NETWORK') return t('stateLoadFailedHint')
  if (error.code === 'UNKNOWN') return error.message || t('loginErrorMessage')
  // These say which field and why, in the reader's language.
  if (['REGISTRATION_INVALID', 'PASSWORD_INVALID'].includes(error.code) && error.message) return error.message
  return errorText(error.code)
}
