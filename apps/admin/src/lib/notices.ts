import type { NoticeMessage } from '@nukkad/ui/components/notice.tsx'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api.ts'

let shown: NoticeMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(message: NoticeMessage | null): void {
  shown = message
  for (const tell of listeners) tell()
}

/** Shows a short notification of success; with `undo`, for as long as the action can be undone. */
export function notice(text: string, undo?: () => void): void {
  show({ id: ++lastId, text, tone: 'success', ...(undo && { action: { label: 'Undo', onAct: undo } }) })
}

/** Shows a notification with the reason of a refusal. */
export function noticeOf(error: unknown): void {
  const text = error instanceof ApiError ? error.message : 'Something went wrong in this page.'
  show({ id: ++lastId, text, tone: 'error' })
}

export function endNotice(): void {
  show(null)
}

export function useNotice(): NoticeMessage | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => shown,
  )
}
