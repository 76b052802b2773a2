/**
 * Replaces the router's shim for older React versions, because React now has this hook. The bundle is smaller without
 * the shim.
 */
export { useSyncExternalStore } from 'react'
