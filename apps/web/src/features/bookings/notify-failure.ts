import { ApiError } from '#lib/api.ts'
import { errorText, t } from '#lib/catalogue.ts'
import { notify } from '#lib/toasts.ts'

/** Shows why a call failed. */
export function notifyFailure(error: Error): void {
  notify(error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL'), 'error')
}
