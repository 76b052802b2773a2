import { queryClient } from './query.ts'
import { isRecord } from './storage.ts'

/**
 * On a first visit the service worker starts after this delay (ms). The worker fetches dozens of files, which would
 * slow down the first screen; after the delay it finds them in the browser's cache.
 */
const FIRST_VISIT_MS = 2000

/**
 * Registers the service worker (M-18), with a delay on a first visit. If the browser refuses the worker, the app only
 * writes a log line (M-19).
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (isRecord(data) && data.type === 'fresh-answer' && typeof data.path === 'string') refetch(data.path)
  })
  setTimeout(register, navigator.serviceWorker.controller ? 0 : FIRST_VISIT_MS)
}

function register(): void {
  navigator.serviceWorker
    .register('/sw.js')
    .catch((cause: unknown) => console.warn('the service worker could not be registered', cause))
}

/** Fetches data again that the service worker had answered from its cache and that has changed since. */
function refetch(path: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && path.includes(`/api/${name}`),
  })
}
