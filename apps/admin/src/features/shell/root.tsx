import { Toast } from '@nukkad/ui/components/toast.tsx'
import { Outlet } from '@tanstack/react-router'
import { endToast, useToast } from '#lib/toasts.ts'

/** Shows the current page, with toasts above it. */
export function Root() {
  const message = useToast()
  return (
    <>
      <Outlet />
      <Toast message={message} onDone={endToast} />
    </>
  )
}
