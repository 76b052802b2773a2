import { vi } from 'vitest'

/** Installs stand-ins for the browser APIs that the stores use, for tests without a page. */
export function installBrowser(stored: Record<string, string> = {}): Map<string, string> {
  const entries = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
    clear: () => entries.clear(),
  })
  vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: 'en' } })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('history', { state: null, replaceState: () => {} })
  vi.stubGlobal('location', { search: '' })
  return entries
}
