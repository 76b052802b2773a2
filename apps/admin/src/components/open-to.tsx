import { permissions } from '@nukkad/contract/permissions.ts'
import type { ReactNode } from 'react'
import { type Access, useMay } from '#lib/session.ts'

/**
 * Contains a form that only some people may send. All other people can read the form but not change it, and see whom to
 * ask.
 */
export function OpenTo({ access, children }: { access: Access; children: ReactNode }) {
  if (useMay(access)) return children
  return (
    <>
      <p className="rounded-control bg-sunken px-4 py-3 text-small text-ink-2">
        Read-only.
        {access.permission ? ` To make changes, ask an administrator for “${permissions[access.permission]}”.` : ''}
      </p>
      <fieldset disabled className="for-reading contents">
        {children}
      </fieldset>
    </>
  )
}
