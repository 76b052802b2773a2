import { create } from 'zustand'

/** Whether this browser lets us show messages. The code that has to do with them is fetched only where it does. */
export const usePush = create<{ isAllowed: boolean }>(() => ({
  isAllowed: 'Notification' in globalThis && Notification.permission === 'granted',
}))
