import type { ToastMessage } from '@nukkad/ui/components/toast.tsx'
import { create } from 'zustand'
import { t } from './catalogue.ts'

let lastId = 0

export const useToast = create<{ message: ToastMessage | null; announcement: string }>(() => ({
  message: null,
  announcement: '',
}))

/** Shows a short message above the screen. */
export function notify(text: string, tone: ToastMessage['tone'] = 'success', action?: ToastMessage['action']): void {
  useToast.setState({ message: { id: ++lastId, text, tone, action } })
}

/**
 * Returns whether the browser is offline, and shows a toast if it is. While the browser is offline, the caller must
 * change nothing (GAP-63).
 */
export function isOffline(): boolean {
  if (navigator.onLine) return false
  notify(t('offlineActionDisabled'), 'info')
  return true
}

export function clearToast(): void {
  useToast.setState({ message: null })
}

/** Announces a text to screen readers only, such as a changed cart, a new status or the name of the screen. */
export function announce(text: string): void {
  useToast.setState({ announcement: text })
}
