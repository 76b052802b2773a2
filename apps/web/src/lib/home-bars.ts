import { create } from 'zustand'
import { isArray, isRecord, readSlice } from './storage.ts'

/**
 * Whether home loads its bars: the floating cart and the order in progress. A guest with an empty cart needs neither,
 * so a first visit stays fast without their code.
 */
export const useHomeBars = create<{ isWanted: boolean }>(() => ({
  isWanted: (readSlice('cart', isArray)?.length ?? 0) > 0 || readSlice('user', isRecord) !== undefined,
}))

export function wantHomeBars(): void {
  useHomeBars.setState({ isWanted: true })
}
