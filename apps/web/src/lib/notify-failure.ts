import { ApiError } from './api.ts'
import { errorText, t } from './catalogue.ts'
import { notify } from './toasts.ts'

/** Shows a toast that says why a call failed. */
export function notifyFailure(error: Error): void {
  notify(error instanceof ApiError ? errorText(error.code) : t('error_INTERNAL'), 'error')
}
