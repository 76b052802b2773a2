import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Access } from '#lib/session.ts'

/** A page of the dashboard. `path` is below `/dashboard`; `$name` in it is a parameter. */
export type Page = Access & {
  path: string
  title: string
  icon: LucideIcon
  /** Opened from another page; the side bar has no link to it. */
  isInner?: true
  load: () => Promise<{ default: ComponentType }>
}

export type Area = { title: string; pages: readonly Page[] }
