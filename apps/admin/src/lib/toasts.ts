import type { ToastMessage } from '@nukkad/ui/components/toast.tsx'
import { useSyncExternalStore } from 'react'
import { ApiError } from './api.ts'

let shown: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(message: ToastMessage | null): void {
  shown = message
  for (const tell of listeners) tell()
}

/** Shows a short message about a success. With `undo`, the message stays as long as the action can be undone. */
export function toast(text: string, undo?: () => void): void {
  show({ id: ++lastId, text, tone: 'success', ...(undo && { action: { label: 'Undo', onAct: undo } }) })
}

/** Shows a message with the reason of a refusal. */
export function toastError(error: unknown): void {
  const text = error instanceof ApiError ? error.message : 'Something went wrong on this page.'
  show({ id: ++lastId, text, tone: 'error' })
}

export function endToast(): void {
  show(null)
}

export function useToast(): ToastMessage | null {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => shown,
  )
}
