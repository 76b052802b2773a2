import type { ReactNode } from 'react'
import { BackHeader } from '#features/shell/back-header.tsx'
import { logoPath } from '#features/shell/logo.ts'
import { Page } from '#features/shell/page.tsx'
import { setting } from '#lib/catalogue.ts'

type EntryPageProps = {
  title: string
  /** The text that names the screen to which the login leads. */
  sub?: string | undefined
  children: ReactNode
  foot: ReactNode
}

/** Renders the layout of the sign-in screens: logo, title, form, and the alternative below. */
export function EntryPage({ title, sub, children, foot }: EntryPageProps) {
  return (
    <Page title={title} header={<BackHeader />}>
      <div className="mx-auto max-w-100 px-5 pt-4">
        <img src={logoPath()} alt={setting('storeName')} width={56} height={56} className="size-14 rounded-[18px]" />
        <h1 tabIndex={-1} className="title mt-5 text-title">
          {title}
        </h1>
        {sub ? <p className="mt-1.5 text-ink-2">{sub}</p> : null}
        <div className="mt-6">{children}</div>
        <div className="mt-8 text-center text-ink-2">{foot}</div>
      </div>
    </Page>
  )
}
