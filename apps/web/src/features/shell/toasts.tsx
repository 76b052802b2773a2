import type { Toast as ToastComponent } from '@nukkad/ui/components/toast.tsx'
import { useEffect, useState } from 'react'
import { clearToast, useToast } from '#lib/toasts.ts'

/**
 * Shows the current toast above the screen, and announces texts to screen readers. The toast's code loads after the
 * first paint, before there is a message.
 */
export function Toasts() {
  const { message, announcement } = useToast()
  const [Toast, setToast] = useState<typeof ToastComponent>()
  useEffect(() => {
    void import('@nukkad/ui/components/toast.tsx').then((module) => setToast(() => module.Toast))
  }, [])
  return (
    <>
      {Toast ? <Toast message={message} onDone={clearToast} /> : null}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
