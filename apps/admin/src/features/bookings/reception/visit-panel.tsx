import { Button } from '@nukkad/ui/components/button.tsx'
import { Pill } from '@nukkad/ui/components/pill.tsx'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { Input, Select } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { Facts } from '#components/section.tsx'
import { OrderLink } from '#features/ledger/adjustments/order-link.tsx'
import { formatMoney } from '#lib/format.ts'
import { type Diary, instantAt, type Moved, minuteOn, type Visit } from './diary.ts'
import { CorrectTakings } from './paid-by.tsx'
import { takingsText } from './takings-values.ts'
import { Till } from './till.tsx'
import { VisitActions } from './visit-actions.tsx'
import { clockText, keptText, momentText, statusTexts, statusTones, termsText } from './visit-texts.ts'

type PanelProps = {
  storeId: number
  diary: Diary
  /** The visit to show, which stays set while the panel closes. */
  visit: Visit | undefined
  isOpen: boolean
  onClose: () => void
  onMove: (visit: Visit, moved: Moved) => void
}

/** A panel next to the diary with one visit: the customer, the services, the terms, and the possible actions. */
export function VisitPanel({ storeId, diary, visit, isOpen, onClose, onMove }: PanelProps) {
  const [isMoving, setMoving] = useState(false)
  const [isEnding, setEnding] = useState(false)
  const close = () => {
    setMoving(false)
    setEnding(false)
    onClose()
  }
  return (
    <Panel isOpen={isOpen} onClose={close} title={visit?.customer ?? ''}>
      {visit ? (
        <div key={visit.unique_visit_id} className="grid grid-cols-1 gap-5">
          <Summary visit={visit} diary={diary} />
          {isEnding && visit.status === 'arrived' ? (
            <Till storeId={storeId} visit={visit} onClose={() => setEnding(false)} />
          ) : (
            <>
              <Services visit={visit} diary={diary} />
              <Bought visit={visit} diary={diary} />
              <Money visit={visit} diary={diary} />
              <Taken storeId={storeId} visit={visit} diary={diary} />
              {diary.may_change ? (
                <VisitActions
                  storeId={storeId}
                  diary={diary}
                  visit={visit}
                  onMove={() => setMoving(!isMoving)}
                  onFinish={() => setEnding(true)}
                />
              ) : null}
            </>
          )}
          {isMoving && visit.status === 'booked' ? (
            <MoveForm
              diary={diary}
              visit={visit}
              onMove={(moved) => {
                close()
                onMove(visit, moved)
              }}
            />
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}

type PartProps = { visit: Visit; diary: Diary }

function Summary({ visit, diary: { time_zone } }: PartProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Pill variant={statusTones[visit.status]}>{statusTexts[visit.status]}</Pill>
        {visit.is_first ? <Pill variant="brand">First visit here</Pill> : null}
      </p>
      <p className="text-heading">
        {momentText(visit.starts_at, time_zone)} – {clockText(visit.ends_at, time_zone)}
      </p>
      {visit.phone ? (
        <a href={`tel:${visit.phone}`} className="inline-flex min-h-9 items-center gap-2 text-brand">
          <Phone aria-hidden="true" className="size-4" />
          {visit.phone}
        </a>
      ) : null}
    </div>
  )
}

function Services({ visit, diary }: PartProps) {
  const things = (ids: readonly (number | null)[]) =>
    diary.resources.filter(({ id }) => ids.includes(id)).map(({ name }) => name)
  return (
    <section aria-labelledby="visit-services" className="grid grid-cols-1 gap-2">
      <h3 id="visit-services" className="text-label">
        Services
      </h3>
      <ul className="card divide-y divide-line">
        {visit.services.map(({ name, price, stylist, is_wished, starts_at, ends_at, addons, segments }) => (
          <li key={`${starts_at} ${name} ${stylist?.id}`} className="grid grid-cols-1 gap-0.5 px-3 py-2">
            <p className="flex justify-between gap-3">
              <span>{name}</span>
              {price === null ? null : <span className="num shrink-0">{formatMoney(price, diary.currency)}</span>}
            </p>
            <p className="dots overflow-hidden text-small text-ink-2">
              {[
                `${clockText(starts_at, diary.time_zone)} – ${clockText(ends_at, diary.time_zone)}`,
                stylist ? `${stylist.name}${is_wished ? ', as requested' : ''}` : 'No person needed',
                ...things(segments.map(({ resource_id }) => resource_id)),
                ...addons.map((addon) => addon.name),
              ].map((part) => (
                <span key={part}>{part}</span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Lists the products that a guest bought; the products of a customer are in the visit's order. */
function Bought({ visit: { goods }, diary: { currency } }: PartProps) {
  if (goods.length === 0) return null
  return (
    <section aria-labelledby="visit-goods" className="grid grid-cols-1 gap-2">
      <h3 id="visit-goods" className="text-label">
        Products
      </h3>
      <ul className="card divide-y divide-line">
        {goods.map(({ name, quantity, price, addons }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the products that a guest bought do not change
          <li key={index} className="grid grid-cols-1 gap-0.5 px-3 py-2">
            <p className="flex justify-between gap-3">
              <span>{quantity > 1 ? `${quantity} × ${name}` : name}</span>
              <span className="num shrink-0">{formatMoney(price, currency)}</span>
            </p>
            {addons.length > 0 ? <p className="text-small text-ink-2">{addons.join(', ')}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** People who may see only their own day get no amounts from the server, so they see no bill. */
function Money({ visit: { order, status, tip, terms, kept }, diary }: PartProps) {
  const money = (amount: string) => formatMoney(amount, diary.currency)
  if (!order)
    return diary.may_change ? (
      <p className="text-small text-ink-2">
        The salon entered this visit. The guest pays at the salon.
        {tip && Number(tip) > 0 ? ` The guest gave a tip of ${money(tip)}.` : null}
      </p>
    ) : null
  return (
    <section aria-labelledby="visit-money" className="grid grid-cols-1 gap-2">
      <h3 id="visit-money" className="text-label">
        Order and terms
      </h3>
      <Facts
        facts={[
          ['Order', <OrderLink key="order" id={order.id} number={order.unique_order_id} />],
          ['Total', money(order.total)],
          ['Paid', money(order.paid)],
          [status === 'done' ? 'Paid at the salon' : 'To pay at the salon', money(order.at_store)],
          ...(tip && Number(tip) > 0 ? [['Tip', money(tip)] as [string, string]] : []),
        ]}
      />
      {terms ? <p className="text-small text-ink-2">{termsText(terms, diary)}</p> : null}
      {kept ? <p className="text-small">{keptText(kept, diary)}</p> : null}
    </section>
  )
}

/** The money that the salon took at the end, and how it was paid; it can be corrected until the day ends. */
function Taken({ storeId, visit, diary: { currency } }: PartProps & { storeId: number }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const { taken, takings, may_correct_takings: mayCorrect } = visit
  if (taken === null || Number(taken) === 0) return null
  if (isCorrecting && mayCorrect)
    return (
      <CorrectTakings
        storeId={storeId}
        visit={visit}
        taken={taken}
        currency={currency}
        onClose={() => setCorrecting(false)}
      />
    )
  return (
    <section aria-labelledby="visit-taken" className="grid grid-cols-1 gap-2">
      <h3 id="visit-taken" className="text-label">
        Taken at the salon
      </h3>
      <Facts
        facts={[
          ['Amount', formatMoney(taken, currency)],
          ['Paid by', takingsText(takings, currency)],
        ]}
      />
      {mayCorrect ? (
        <div>
          <Button size="small" variant="outline" onClick={() => setCorrecting(true)}>
            {takings.length === 0 ? 'Record how the visit was paid' : 'Correct how the visit was paid'}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

type MoveFormProps = PartProps & { onMove: (moved: Moved) => void }

/** Moves a visit without dragging it: another day, time or person. */
function MoveForm({ visit, diary, onMove }: MoveFormProps) {
  const start = new Date(visit.starts_at)
  const [date, setDate] = useState(() => dateOn(start, diary.time_zone))
  const [time, setTime] = useState(() => timeOn(start, diary.time_zone))
  const before = visit.services.map(({ stylist }) => stylist?.id ?? null)
  const [people, setPeople] = useState(before)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const isSame = people.every((id, index) => id === before[index])
  return (
    <form
      aria-label="Move the visit"
      className="card grid grid-cols-1 gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!date || !time) return
        const startsAt = instantAt(date, hours * 60 + minutes, diary.time_zone)
        onMove({ starts_at: new Date(startsAt).toISOString(), ...(isSame ? {} : { stylist_ids: people }) })
      }}
    >
      <div className="grid grid-cols-2 gap-3">
        <Input label="Day" type="date" required value={date} onChange={(event) => setDate(event.target.value)} />
        <Input
          label="Start"
          type="time"
          step={diary.step_minutes * 60}
          required
          value={time}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
      {visit.services.map(({ name, item_id, stylist }, index) =>
        stylist === null ? null : (
          <Select
            // biome-ignore lint/suspicious/noArrayIndexKey: the services of a visit keep their order
            key={index}
            label={`${name} with`}
            value={String(people[index] ?? '')}
            onChange={(event) => {
              const chosen = event.target.value ? Number(event.target.value) : null
              setPeople(people.map((id, place) => (place === index ? chosen : id)))
            }}
            options={[{ value: '', label: 'Anyone' }, ...peopleFor(diary, item_id, stylist)]}
          />
        ),
      )}
      <p className="text-small text-ink-2">If you change the time, the customer is notified.</p>
      <div>
        <Button type="submit" size="small">
          Move the visit
        </Button>
      </div>
    </form>
  )
}

function dateOn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
}

function timeOn(at: Date, timeZone: string): string {
  const minute = minuteOn(dateOn(at, timeZone), at.getTime(), timeZone)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Returns the people who do a service, and also the person who has it now. */
function peopleFor(diary: Diary, itemId: number | null, now: { id: number; name: string }) {
  const able = diary.stylists.filter(({ service_ids }) => itemId !== null && service_ids.includes(itemId))
  const all = able.some(({ id }) => id === now.id) ? able : [now, ...able]
  return all.map(({ id, name }) => ({ value: String(id), label: name }))
}
