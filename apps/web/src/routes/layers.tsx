import { Toast } from '@nukkad/ui/components/toast.tsx'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLoginSheet } from '#lib/login-sheet.ts'
import { clearToast, useToast } from '#lib/toasts.ts'

const LoginSheet = lazy(() => import('#features/identity/login/login-sheet.tsx'))

/** Shows above every screen the current toast, and the login sheet if a screen asked for it. */
export function Layers() {
  const message = useToast((toast) => toast.message)
  const isAsked = useLoginSheet(({ asked }) => asked !== null)
  const [wasAsked, setAsked] = useState(isAsked)
  useEffect(() => {
    if (isAsked) setAsked(true)
  }, [isAsked])
  return (
    <>
      {wasAsked ? (
        <Suspense>
          <LoginSheet />
        </Suspense>
      ) : null}
      <Toast message={message} onDone={clearToast} />
    </>
  )
}
