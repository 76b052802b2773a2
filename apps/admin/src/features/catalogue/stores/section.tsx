import { Button } from '@nukkad/ui/parts/button.tsx'
import type { FormEventHandler, ReactNode } from 'react'
import { Fault } from '#features/identity/sign-ins/sign-in.tsx'
import type { Access } from '#lib/session.ts'
import { OpenTo } from '#parts/open-to.tsx'

/** A form of a store's page: its fields, and one button that saves them. */
export function SectionForm({
  title,
  text,
  onSubmit,
  fault,
  isBusy,
  isChanged,
  access = { permission: 'stores_edit', owners: true },
  children,
}: {
  title: string
  text?: ReactNode
  onSubmit: FormEventHandler
  fault: string | undefined
  isBusy: boolean
  isChanged: boolean
  /** Who may send it; the others read it. */
  access?: Access
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={title} className="card grid gap-4 p-5">
      <div>
        <h2 className="text-heading">{title}</h2>
        {text ? <p className="text-small text-ink-2">{text}</p> : null}
      </div>
      <Fault text={fault} />
      <OpenTo access={access}>
        {children}
        <div className="flex items-center gap-3">
          <Button type="submit" size="small" isBusy={isBusy} disabled={!isChanged}>
            Save
          </Button>
          {isChanged ? <span className="text-small text-ink-2">Not saved yet</span> : null}
        </div>
      </OpenTo>
    </form>
  )
}
