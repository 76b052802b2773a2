import { Notice } from '@nukkad/ui/components/notice.tsx'
import { Outlet } from '@tanstack/react-router'
import { endNotice, useNotice } from '#lib/notices.ts'

/** The page, with notifications over it. */
export function Root() {
  const message = useNotice()
  return (
    <>
      <Outlet />
      <Notice message={message} onDone={endNotice} />
    </>
  )
}
