import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { Headset } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { useSession } from '#stores/session.ts'

const HEIGHT = '3rem'

/**
 * Shows a bar above every screen while staff act for a customer, with a button to stop
 * (docs/reference/interface.md#not-found-and-acting-for-a-customer, GAP-74).
 */
export default function ActingBar() {
  const name = useSession(({ user }) => user?.data.name ?? '')
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('logout', { push_token: null }),
    onError: (cause) => console.warn('the server could not end the session', cause),
    // The customer's session is only in memory, so loading a new page ends it in this browser.
    onSettled: () => location.assign('/auth/login-as-customer'),
  })
  useRoomAbove()
  return (
    <section
      aria-label={t('staffOrderTitle')}
      className="fixed inset-x-0 top-0 z-70 flex h-(--safe-top) items-center gap-2.5 bg-ink px-4 pt-[env(safe-area-inset-top,0px)] text-bg print:hidden"
    >
      <Headset aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 truncate text-label">{t('actingBar', { name })}</p>
      <Button size="small" variant="outline" isBusy={isPending} onClick={() => mutate()} className="min-h-10">
        {t('actingEnd')}
      </Button>
    </section>
  )
}

/**
 * Sets the height of the bar as a style of the page, so that all screens begin below the bar. The height includes the
 * phone's status area, which the bar covers.
 */
function useRoomAbove() {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--safe-top', `calc(${HEIGHT} + env(safe-area-inset-top, 0px))`)
    return () => void style.removeProperty('--safe-top')
  }, [])
}
