import { create } from 'zustand'

/** Whether the update overlay covers the page (A-16, M-29). */
export const useUpdating = create<{ isUpdating: boolean }>(() => ({ isUpdating: false }))
