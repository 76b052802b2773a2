import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Access } from '#lib/session.ts'

/** A page of the dashboard. `path` is below `/dashboard`; `$name` in it is a parameter. */
export type Page = Access & {
  path: string
  title: string
  icon: LucideIcon
  /** The search parameters that the side bar's link adds to the page's URL. */
  search?: Readonly<Record<string, string>>
  /** True for a page that is opened from another page, so that the side bar has no link to it. */
  isInner?: true
  /** True for a page that has its own head, so that a phone does not show the dashboard's top bar on it. */
  hasOwnHead?: true
  load: () => Promise<{ default: ComponentType }>
}

/**
 * An entry of the side bar with its pages. The link of the entry opens the first page that the person may see. The
 * other pages of the entry are listed below it while one of them is open.
 */
export type Area = { title: string; icon: LucideIcon; pages: readonly Page[] }
