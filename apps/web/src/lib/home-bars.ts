import { create } from 'zustand'
import { isArray, isRecord, readSlice } from './storage.ts'

/**
 * Whether home loads its bars: the floating cart and the order in progress. A guest with an empty cart needs neither
 * bar, so a first visit does not load the code of the bars.
 */
export const useHomeBars = create<{ isWanted: boolean }>(() => ({
  isWanted: (readSlice('cart', isArray)?.length ?? 0) > 0 || readSlice('user', isRecord) !== undefined,
}))

export function wantHomeBars(): void {
  useHomeBars.setState({ isWanted: true })
}
