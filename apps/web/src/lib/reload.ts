import { useLayoutEffect } from 'react'
import { readTab, writeTab } from './tab-storage.ts'

/** Shortest time between two automatic reloads. */
export const BETWEEN_RELOADS_MS = 60_000

const key = 'nukkad-reloaded-at'

/**
 * When the app last loaded this tab again by itself, in ms since 1970. The history entry carries it over the reload,
 * since no full or blocked storage can refuse that; the tab's storage carries it over further page loads.
 */
let reloadedAt = Math.max(markOf(history.state), Number(readTab(key)))

/** Whether the app may load the page again by itself now: once a minute, and never while a payment is open (GAP-61). */
export function mayForceReload(): boolean {
  return Math.abs(Date.now() - reloadedAt) >= BETWEEN_RELOADS_MS && !isPaymentOpen()
}

/**
 * Reloads the page automatically, at most once a minute in a tab, even where storage is full or blocked.
 * @returns false when it has to wait, so that the caller shows something instead
 */
export function forceReload(): boolean {
  if (!mayForceReload()) return false
  reloadedAt = Date.now()
  history.replaceState({ ...history.state, [key]: reloadedAt }, '')
  writeTab(key, String(reloadedAt))
  location.reload()
  return true
}

/** A reload that a person pressed for. */
export function reload(): void {
  location.reload()
}

let openPayments = 0

/**
 * Whether somebody is about to pay, or has just come back from a provider and reads what became of their money: no
 * reload interrupts that, and the next start takes the new version (GAP-61).
 */
export function isPaymentOpen(): boolean {
  return openPayments > 0 || new URLSearchParams(location.search).has('payment')
}

/** Marks the screen that calls this as a payment screen, while it is open. */
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
