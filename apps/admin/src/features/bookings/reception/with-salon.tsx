import type { ReactNode } from 'react'
import { PageHead } from '#components/page-head.tsx'
import { SalonField } from './salon-field.tsx'
import { useSalon } from './use-salon.ts'

type WithSalonProps = { title: string; children: (storeId: number) => ReactNode }

/**
 * Draws a page of one salon. Without a chosen salon, draws the page's title, a field to choose one, and the reason why
 * the page is empty.
 */
export function WithSalon({ title, children }: WithSalonProps) {
  const { id } = useSalon()
  if (id !== undefined) return children(id)
  return (
    <>
      <PageHead title={title} />
      <SalonField />
      <NoSalon />
    </>
  )
}

/** Says why a page shows no salon. */
export function NoSalon() {
  const { isStaff, isWaiting } = useSalon()
  if (isWaiting) return <div aria-busy="true" className="skeleton mt-4 h-60 rounded-control" />
  return (
    <p className="mt-4 text-ink-2">
      {isStaff ? 'Choose a salon.' : 'None of your stores is a salon that takes visits.'}
    </p>
  )
}
