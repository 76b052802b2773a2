/** React has this hook itself; the router's shim for older versions is left out of the bundle. */
export { useSyncExternalStore } from 'react'
