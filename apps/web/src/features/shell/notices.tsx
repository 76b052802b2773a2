import { Notice } from '@nukkad/ui/parts/notice.tsx'
import { clearNotice, useNotice } from '#lib/notices.ts'

/** The one notice over everything, and the line that only screen readers hear. */
export function Notices() {
  const { message, announcement } = useNotice()
  return (
    <>
      <Notice message={message} onDone={clearNotice} />
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
