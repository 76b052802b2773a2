/**
 * Replaces the router's copy of the hook `useSyncExternalStore`, which is for older React versions, by React's own
 * hook, because the bundle is smaller without the copy.
 */
export { useSyncExternalStore } from 'react'
