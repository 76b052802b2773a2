import { type ReactNode, useEffect } from 'react'
import { go } from '#lib/navigation.ts'
import { loginPath } from '#lib/paths.ts'
import { useSession } from '#stores/session.ts'

/** Redirects guests to the login, which returns them to the screen afterwards (GAP-64, T-03). */
export function CustomersOnly({ children }: { children: ReactNode }) {
  const isCustomer = useSession(({ user }) => user !== null)
  useEffect(() => {
    if (!isCustomer) go(loginPath(), { replace: true })
  }, [isCustomer])
  return isCustomer ? children : <div className="min-h-dvh" />
}
