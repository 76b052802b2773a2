import { Notice } from '@nukkad/ui/components/notice.tsx'
import { clearNotice, useNotice } from '#lib/notices.ts'

/** Shows the current notice above the screen, and announces texts to screen readers. */
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
