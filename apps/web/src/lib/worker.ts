import { queryClient } from './query.ts'
import { isRecord } from './storage.ts'

/** A first visit is for the screen: the worker fetches dozens of files, and takes them from the browser's cache later. */
const FIRST_VISIT_MS = 2000

/** Registers the service worker (M-18), on a first visit after a while; a failure is only logged (M-19). */
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
    .catch((cause: unknown) => console.warn('service worker is not registered', cause))
}

/** The worker kept an answer that has changed meanwhile: whoever shows it asks again. */
function refetch(path: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) => typeof name === 'string' && path.includes(`/api/${name}`),
  })
}
