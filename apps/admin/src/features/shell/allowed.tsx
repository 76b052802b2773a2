import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '#areas/area.ts'
import { isEmployee, useMay, useMember } from '#lib/session.ts'

/** Shows a page to people who have its permission; other people see the name of the permission to ask for. */
export function Allowed({ page, children }: { page: Page; children: ReactNode }) {
  const member = useMember()
  if (useMay(page)) return children
  return (
    <div className="grid min-h-[50dvh] place-content-center gap-2 text-center">
      <LockKeyhole aria-hidden="true" className="mx-auto size-8 text-ink-2" />
      <h1 className="title text-section">You can’t open {page.title}</h1>
      <p className="text-ink-2">
        {isEmployee(member)
          ? 'Your role in the store does not include this page. The owner of the store can give you another role.'
          : member.role === 'store_owner'
            ? 'Only the people who run the shop can use this page.'
            : 'An administrator can give you the permission for this page, on your page under Staff.'}
      </p>
    </div>
  )
}
