import { create } from 'zustand'

/** Whether the browser has permission to show push messages. The push code loads only with this permission. */
export const usePush = create<{ isAllowed: boolean }>(() => ({
  isAllowed: 'Notification' in globalThis && Notification.permission === 'granted',
}))
