import type { NoticeMessage } from '@nukkad/ui/parts/notice.tsx'
import { create } from 'zustand'

let lastId = 0

export const useNotice = create<{ message: NoticeMessage | null; announcement: string }>(() => ({
  message: null,
  announcement: '',
}))

/** Shows one short message over the screen. */
export function notify(text: string, tone: NoticeMessage['tone'] = 'success', action?: NoticeMessage['action']): void {
  useNotice.setState({ message: { id: ++lastId, text, tone, action } })
}

export function clearNotice(): void {
  useNotice.setState({ message: null })
}

/** Says something to screen readers only: a changed cart, a new status, the name of the screen. */
export function announce(text: string): void {
  useNotice.setState({ announcement: text })
}
