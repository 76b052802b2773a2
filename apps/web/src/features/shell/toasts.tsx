import { Toast } from '@nukkad/ui/components/toast.tsx'
import { clearToast, useToast } from '#lib/toasts.ts'

/** Shows the current toast above the screen, and announces texts to screen readers. */
export function Toasts() {
  const { message, announcement } = useToast()
  return (
    <>
      <Toast message={message} onDone={clearToast} />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
