import { create } from 'zustand'
import { isArray, isRecord, readSlice } from './storage.ts'

/**
 * Whether home needs its bars: the floating cart and the running order. A guest with an empty cart has neither, and his
 * first visit is the one that must be quick, so their code waits until there is something to show.
 */
export const useHomeBars = create<{ isWanted: boolean }>(() => ({
  isWanted: (readSlice('cart', isArray)?.length ?? 0) > 0 || readSlice('user', isRecord) !== undefined,
}))

export function wantHomeBars(): void {
  useHomeBars.setState({ isWanted: true })
}
