import type { NoticeMessage } from '@nukkad/ui/parts/notice.tsx'
import { create } from 'zustand'
import { t } from './catalogue.ts'

let lastId = 0

export const useNotice = create<{ message: NoticeMessage | null; announcement: string }>(() => ({
  message: null,
  announcement: '',
}))

/** Shows one short message over the screen. */
export function notify(text: string, tone: NoticeMessage['tone'] = 'success', action?: NoticeMessage['action']): void {
  useNotice.setState({ message: { id: ++lastId, text, tone, action } })
}

/** Whether nothing can be sent now; if so it says so, and the caller changes nothing (GAP-63). */
export function isOffline(): boolean {
  if (navigator.onLine) return false
  notify(t('offlineActionDisabled'), 'info')
  return true
}

export function clearNotice(): void {
  useNotice.setState({ message: null })
}

/** Says something to screen readers only: a changed cart, a new status, the name of the screen. */
export function announce(text: string): void {
  useNotice.setState({ announcement: text })
}
