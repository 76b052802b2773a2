import { create } from 'zustand'

/** Whether the browser has permission to show push messages, without which the code for push messages does not load. */
export const usePush = create<{ isAllowed: boolean }>(() => ({
  isAllowed: 'Notification' in globalThis && Notification.permission === 'granted',
}))
