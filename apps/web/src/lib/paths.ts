import { currentPath } from './navigation.ts'

/**
 * Returns a path within this app from a query parameter, and undefined for anything else
 * (docs/reference/security.md#html-links-and-stored-settings).
 */
export function ownPath(value: string | null | undefined): string | undefined {
  return value && /^\/(?![/\\])/.test(value) ? value : undefined
}

/** Returns the path of the login screen, with the current path, to which the guest returns after the login (GAP-64). */
export function loginPath(): string {
  return `/login?next=${encodeURIComponent(currentPath())}`
}
