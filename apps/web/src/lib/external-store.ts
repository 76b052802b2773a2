/**
 * Replaces the router's copy of the hook `useSyncExternalStore` for older React versions. React now has this hook, and
 * the bundle is smaller without the copy.
 */
export { useSyncExternalStore } from 'react'
