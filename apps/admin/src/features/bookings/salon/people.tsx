import { Button } from '@nukkad/ui/components/button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { UserPlus } from 'lucide-react'
import { Panel } from '#components/panel.tsx'
import { Face } from '#features/bookings/reception/face.tsx'
import { useMay } from '#lib/session.ts'
import { useOpened } from '#lib/use-opened.ts'
import { Absences } from './absences.tsx'
import { PersonForm } from './person-form.tsx'
import { PersonPicture } from './person-picture.tsx'
import { daysText } from './salon-values.ts'
import type { Setup, Stylist } from './use-setup.ts'

type PartProps = { storeId: number; setup: Setup }

/** The people of a salon who offer services. */
export function People({ storeId, setup }: PartProps) {
  const mayEdit = useMay({ permission: 'stores_edit', owners: true, storeId })
  const { opened, open, panel } = useOpened<number | 'new'>()
  const stylist = setup.stylists.find(({ id }) => id === opened)
  return (
    <section aria-labelledby="salon-people" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="salon-people" className="text-heading">
          People
        </h2>
        {mayEdit ? (
          <Button size="small" variant="outline" onClick={() => open('new')}>
            <UserPlus aria-hidden="true" className="size-4.5" />
            Add a person
          </Button>
        ) : null}
      </div>
      {setup.stylists.length === 0 ? (
        <p className="card p-6 text-center text-ink-2">
          No one offers services here yet. Add the first person who offers services.
        </p>
      ) : (
        <ul className="card divide-y divide-line">
          {setup.stylists.map((one) => (
            <PersonRow key={one.id} stylist={one} setup={setup} onOpen={() => open(one.id)} />
          ))}
        </ul>
      )}
      <Panel {...panel} title={stylist?.name ?? 'New person'}>
        {opened === undefined ? null : (
          <div key={opened} className="grid grid-cols-1 gap-8">
            {stylist && mayEdit ? <PersonPicture storeId={storeId} stylist={stylist} /> : null}
            <PersonForm storeId={storeId} setup={setup} stylist={stylist} onDone={panel.onClose} />
            {stylist ? <Absences storeId={storeId} stylist={stylist} timeZone={setup.time_zone} /> : null}
          </div>
        )}
      </Panel>
    </section>
  )
}

type RowProps = { stylist: Stylist; setup: Setup; onOpen: () => void }

function PersonRow({ stylist, setup, onOpen }: RowProps) {
  const account = setup.accounts.find(({ user_id }) => user_id === stylist.user_id)
  return (
    <li>
      <button
        type="button"
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-start hover:bg-tint"
        onClick={onOpen}
      >
        <Face name={stylist.name} image={stylist.image} />
        <span className="min-w-0 flex-1">
          <span className="block text-label">{stylist.name}</span>
          <span className="dots overflow-hidden text-small text-ink-2">
            <span>{daysText(stylist.hours)}</span>
            <span>
              {stylist.services.length} {stylist.services.length === 1 ? 'service' : 'services'}
            </span>
            {account ? <span>{account.name}’s account</span> : null}
          </span>
        </span>
        {stylist.absences.length > 0 ? <Pill variant="gold">Absence planned</Pill> : null}
        {stylist.is_active === 1 ? null : <Pill variant="plain">Takes no visits</Pill>}
      </button>
    </li>
  )
}
