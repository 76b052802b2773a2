import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import type { FormEventHandler, ReactNode } from 'react'
import { OpenTo } from '#components/open-to.tsx'
import type { Access } from '#lib/session.ts'

/** A form of a store's page with its save button. */
export function SectionForm({
  title,
  text,
  onSubmit,
  formError,
  isBusy,
  isChanged,
  access = { permission: 'stores_edit', owners: true },
  children,
}: {
  title: string
  text?: ReactNode
  onSubmit: FormEventHandler
  formError: string | undefined
  isBusy: boolean
  isChanged: boolean
  /** The permission to save the form, which other people can only read. */
  access?: Access
  children: ReactNode
}) {
  return (
    <form onSubmit={onSubmit} noValidate aria-label={title} className="card grid gap-4 p-5">
      <div>
        <h2 className="text-heading">{title}</h2>
        {text ? <p className="text-small text-ink-2">{text}</p> : null}
      </div>
      <FormError text={formError} size="small" />
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
