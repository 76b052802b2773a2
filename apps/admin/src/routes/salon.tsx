import { classNames } from '@nukkad/ui/class-names.ts'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Loading } from '#components/loading.tsx'
import { PageHead } from '#components/page-head.tsx'
import { SalonField } from '#features/bookings/reception/salon-field.tsx'
import { useSalon } from '#features/bookings/reception/use-salon.ts'
import { NoSalon } from '#features/bookings/reception/with-salon.tsx'
import { People } from '#features/bookings/salon/people.tsx'
import { PeopleFile } from '#features/bookings/salon/people-file.tsx'
import { Resources } from '#features/bookings/salon/resources.tsx'
import { Services } from '#features/bookings/salon/services.tsx'
import { TermsForm } from '#features/bookings/salon/terms-form.tsx'
import { type Setup, useSetup } from '#features/bookings/salon/use-setup.ts'
import { useCurrentInView } from '#lib/current-in-view.ts'

type PartProps = { storeId: number; setup: Setup }
const sections: readonly { id: string; title: string; draw: (props: PartProps) => ReactNode }[] = [
  { id: 'people', title: 'People', draw: (props) => <People {...props} /> },
  { id: 'services', title: 'Services', draw: (props) => <Services {...props} /> },
  { id: 'resources', title: 'Resources', draw: (props) => <Resources {...props} /> },
  { id: 'file', title: 'People from a file', draw: (props) => <PeopleFile {...props} /> },
  { id: 'terms', title: 'Terms', draw: (props) => <TermsForm {...props} /> },
]

/** The page with everything that decides a salon's free times. */
export default function SalonRoute() {
  const { id } = useSalon()
  return (
    <>
      <PageHead title="Salon" text="People, services and resources decide the times that customers can book." />
      <div className="mb-4">
        <SalonField />
      </div>
      {id === undefined ? <NoSalon /> : <SalonSections key={id} storeId={id} />}
    </>
  )
}

function SalonSections({ storeId }: { storeId: number }) {
  const { data, error, refetch, isPlaceholderData } = useSetup(storeId)
  const { section } = useSearch({ strict: false }) as { section?: string }
  const shown = sections.find(({ id }) => id === section) ?? sections[0]!
  const strip = useCurrentInView<HTMLElement>(shown.id)
  // The data of the previous salon, which stays until the new data arrives, is not shown, because no one must edit it.
  const setup = isPlaceholderData ? undefined : data
  return (
    <div className="grid items-start gap-6 large:grid-cols-[12rem_minmax(0,52rem)]">
      <nav ref={strip} aria-label="Sections" className="flex gap-1 overflow-x-auto large:flex-col">
        {sections.map(({ id, title }) => (
          <Link
            key={id}
            to="."
            search={((before: object) => ({ ...before, section: id })) as never}
            aria-current={id === shown.id ? 'page' : undefined}
            className={classNames(
              'flex min-h-11 shrink-0 items-center rounded-control px-3',
              id === shown.id ? 'bg-tint text-on-tint' : 'hover:bg-sunken',
            )}
          >
            {title}
          </Link>
        ))}
      </nav>
      {setup ? (
        <div key={shown.id}>{shown.draw({ storeId, setup })}</div>
      ) : (
        <Loading error={error} refetch={refetch} className="h-60" />
      )}
    </div>
  )
}
