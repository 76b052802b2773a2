import { Notice } from '@nukkad/ui/parts/notice.tsx'
import { Outlet } from '@tanstack/react-router'
import { endNotice, useNotice } from '#lib/notices.ts'

/** What stands on every page: the page, and notices over it. */
export function Root() {
  const message = useNotice()
  return (
    <>
      <Outlet />
      <Notice message={message} onDone={endNotice} />
    </>
  )
}
