import { useLayoutEffect } from 'react'
import { readTab, writeTab } from './tab-storage.ts'

/** Minimum time between two automatic reloads, in ms. */
export const BETWEEN_RELOADS_MS = 60_000

const key = 'nukkad-reloaded-at'

/**
 * When the app last reloaded this tab automatically, in ms since 1970. The history entry keeps this time across the
 * reload even if storage is full or blocked, and session storage keeps it across further page loads.
 */
let reloadedAt = Math.max(markOf(history.state), Number(readTab(key)))

/** Returns whether the app may reload the page now: at most once a minute, and never during a payment (GAP-61). */
export function mayForceReload(): boolean {
  return Math.abs(Date.now() - reloadedAt) >= BETWEEN_RELOADS_MS && !isPaymentOpen()
}

/**
 * Reloads the page automatically, at most once a minute per tab, even if storage is full or blocked.
 * @returns false if the reload must wait, so that the caller can show something else
 */
export function forceReload(): boolean {
  if (!mayForceReload()) return false
  reloadedAt = Date.now()
  history.replaceState({ ...history.state, [key]: reloadedAt }, '')
  writeTab(key, String(reloadedAt))
  location.reload()
  return true
}

export function reload(): void {
  location.reload()
}

let openPayments = 0

/**
 * Returns whether a person is about to pay, or has just returned from a payment provider and reads the result. No
 * reload may interrupt a payment; the next start of the app uses the new version (GAP-61).
 */
export function isPaymentOpen(): boolean {
  return openPayments > 0 || new URLSearchParams(location.search).has('payment')
}

/** Marks the calling screen as a payment screen while it is open. */
export function usePaymentOpen(): void {
  useLayoutEffect(() => {
    openPayments += 1
    return () => {
      openPayments -= 1
    }
  }, [])
}

function markOf(state: unknown): number {
  return typeof state === 'object' && state !== null && key in state ? Number(state[key]) : 0
}
