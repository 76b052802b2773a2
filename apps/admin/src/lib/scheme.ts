export type Scheme = 'system' | 'light' | 'dark'

export function schemeNow(): Scheme {
  const stored = localStorage.getItem('dashboardScheme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Sets the colour scheme, which this browser stores: light, dark, or that of the system. */
export function setScheme(scheme: Scheme): void {
  if (scheme === 'system') {
    localStorage.removeItem('dashboardScheme')
    delete document.documentElement.dataset.scheme
  } else {
    localStorage.setItem('dashboardScheme', scheme)
    document.documentElement.dataset.scheme = scheme
  }
}
