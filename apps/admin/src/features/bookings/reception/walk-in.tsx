import type { WireInput } from '@nukkad/contract/contract.ts'
import { MAX_SERVICES } from '@nukkad/rules/availability.ts'
import { MINUTES_A_DAY } from '@nukkad/rules/wall-clock.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { FormError } from '@nukkad/ui/components/form-error.tsx'
import { Chip } from '@nukkad/ui/components/pill.tsx'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Input, Select, Switch } from '#components/controls.tsx'
import { Panel } from '#components/panel.tsx'
import { ApiError } from '#lib/api.ts'
import { formatMoney } from '#lib/format.ts'
import { ask, withoutPrevious } from '#lib/query.ts'
import { toast } from '#lib/toasts.ts'
import { type CallForm, useCallForm } from '#lib/use-call-form.ts'
import { type Diary, instantAt, minuteOn } from './diary.ts'
import { addonsOf, type Item, Options, type WishedItem } from './options.tsx'
import { rereadVisits } from './use-diary.ts'
import { clockText, dateText, lengthText } from './visit-texts.ts'

type WalkInProps = { storeId: number; diary: Diary; date: string; isOpen: boolean; onClose: () => void }

/** Enters the visit of a guest who has come in or called. */
export function WalkInPanel({ isOpen, onClose, ...form }: WalkInProps) {
  return (
    <Panel isOpen={isOpen} onClose={onClose} title="Walk-in">
      <WalkInForm {...form} onClose={onClose} />
    </Panel>
  )
}

type FormProps = Omit<WalkInProps, 'isOpen'> & {
  /** The customer whose visit it is; without a customer, the form asks for the name of a guest. */
  customer?: { id: number; name: string }
}
type Wish = WishedItem & { stylist_id: number | null }
type Typed = { guest_name: string; guest_phone: string; is_there: boolean }

const OFFERED = 12

/**
 * The form of a visit that the salon enters. The form for a known customer also asks for the day, because the customer
 * may not be at the salon.
 */
export function WalkInForm({ storeId, diary, date: first, customer, onClose }: FormProps) {
  const [date, setDate] = useState(first)
  const { wishes, setWishes, items, services, isAsking } = useWishes()
  const [chosenStart, setStart] = useState<string>()
  const [taken, setTaken] = useState<readonly string[]>()
  const running = isAsking && !taken ? runningStep(diary, date) : undefined
  const { data: now } = useQuote({ storeId, services, start: running })
  // A guest who walks in wants to start now, so the current step of the time grid is chosen at first if it is free.
  const start = chosenStart ?? (now && !customer ? running : undefined)
  const forgetStart = () => {
    setStart(undefined)
    setTaken(undefined)
  }
  const { register, field, submit, formError, formState, watch } = useWalkIn(
    { storeId, diary, customer, onClose },
    { services, start, onTaken: setTaken },
  )
  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-1 gap-5">
      <FormError text={formError} size="small" />
      <Wishes
        diary={diary}
        wishes={wishes}
        items={items}
        onChange={(next) => {
          setWishes(next)
          forgetStart()
        }}
      />
      {customer ? (
        <DayField
          first={first}
          date={date}
          onDate={(next) => {
            setDate(next)
            forgetStart()
          }}
        />
      ) : null}
      {isAsking ? (
        <Starts
          storeId={storeId}
          diary={diary}
          date={date}
          isOfDiary={!customer}
          services={services}
          start={start}
          taken={taken}
          now={now && running ? { starts_at: running, stylists: now.stylists, date } : undefined}
          onStart={setStart}
        />
      ) : null}
      <Attendee isCustomer={customer !== undefined} register={register} field={field} />
      <div className="sticky -bottom-4 -mx-5 -mb-4 flex items-center gap-3 border-t border-line bg-(--c-layer) px-5 py-3">
        <div className="min-w-0 flex-1">
          {isAsking ? <Total storeId={storeId} diary={diary} services={services} start={start} /> : null}
        </div>
        <Button
          type="submit"
          size="small"
          disabled={!isAsking || !start || !(customer || watch('guest_name'))}
          isBusy={formState.isSubmitting}
        >
          {watch('is_there') ? 'Check in' : 'Book'}
        </Button>
      </div>
    </form>
  )
}

type Chosen = {
  services: WireInput<'dashboard/bookings/walk-in'>['services']
  start: string | undefined
  onTaken: (nextStarts: readonly string[]) => void
}

/** Returns the form of a visit with these services at this start. */
function useWalkIn(
  { storeId, diary, customer, onClose }: Omit<FormProps, 'date'>,
  { services, start, onTaken }: Chosen,
): CallForm<Typed> {
  return useCallForm('dashboard/bookings/walk-in', {
    values: { guest_name: '', guest_phone: '', is_there: !customer },
    toInput: ({ guest_phone, guest_name, is_there }: Typed) => ({
      store_id: storeId,
      services,
      starts_at: start ?? '',
      is_there,
      ...(customer ? { customer_id: customer.id } : { guest_name }),
      ...(guest_phone && { guest_phone }),
    }),
    onDone: async ({ visit }) => {
      await rereadVisits()
      toast(`${visit.customer}: ${clockText(visit.starts_at, diary.time_zone)}`)
      onClose()
    },
    onRefusal: (error) => {
      if (error.code === 'SLOT_TAKEN') onTaken(error.nextStarts)
      return false
    },
  })
}

type DayProps = { first: string; date: string; onDate: (date: string) => void }

function DayField({ first, date, onDate }: DayProps) {
  return (
    <Input
      label="Day"
      type="date"
      min={first}
      value={date}
      onChange={(event) => event.target.value && onDate(event.target.value)}
    />
  )
}

type AttendeeProps = Pick<CallForm<Typed>, 'register' | 'field'> & { isCustomer: boolean }

/** Asks for the name of a guest, and whether the guest is already at the salon. */
function Attendee({ isCustomer, register, field }: AttendeeProps) {
  return (
    <>
      {isCustomer ? null : (
        <>
          <Input label="Name" autoComplete="off" {...field('guest_name')} />
          <Input label="Phone" type="tel" autoComplete="off" help="Optional." {...field('guest_phone')} />
        </>
      )}
      <Switch
        label={isCustomer ? 'The customer is here' : 'The guest is here'}
        help={
          isCustomer
            ? 'Switch this off to book a later visit and notify the customer.'
            : 'Switch this off to book a later visit.'
        }
        {...register('is_there')}
      />
    </>
  )
}

/**
 * Keeps the services that the guest wants, and reads their add-ons. The form offers times once all add-ons are read.
 */
function useWishes() {
  const [wishes, setWishes] = useState<Wish[]>([])
  const items = useQueries({ queries: wishes.map(({ item_id }) => ask('get-single-item', { id: item_id })) }).map(
    ({ data }) => data,
  )
  const services = wishes.map((wish, index) => ({
    item_id: wish.item_id,
    stylist_id: wish.stylist_id,
    addons: addonsOf(wish, items[index]),
  }))
  const isAsking = wishes.length > 0 && items.every((item) => item !== undefined)
  return { wishes, setWishes, items, services, isAsking }
}

type WishesProps = {
  diary: Diary
  wishes: readonly Wish[]
  items: readonly (Item | undefined)[]
  onChange: (wishes: Wish[]) => void
}

function Wishes({ diary, wishes, items, onChange }: WishesProps) {
  const set = (place: number, wish: Wish) => onChange(wishes.map((one, index) => (index === place ? wish : one)))
  const options = diary.services.map(({ item_id, name, minutes, price }) => ({
    value: String(item_id),
    label: [name, lengthText(minutes), price && formatMoney(price, diary.currency)].filter(Boolean).join(' · '),
  }))
  return (
    <fieldset className="min-w-0 grid grid-cols-1 gap-3">
      <legend className="mb-2 text-label">Services</legend>
      {wishes.map((wish, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a visit may have the same service twice
        <div key={index} className="card grid grid-cols-[minmax(0,1fr)_2.75rem] items-end gap-2 p-3">
          <Select
            label="Service"
            value={String(wish.item_id)}
            options={options}
            onChange={(event) => set(index, { item_id: Number(event.target.value), stylist_id: null, chosen: {} })}
          />
          <button
            type="button"
            aria-label={`Remove service ${index + 1}`}
            className="grid size-11 place-items-center text-ink-2"
            onClick={() => onChange(wishes.filter((_, place) => place !== index))}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
          <Select
            label="With"
            value={String(wish.stylist_id ?? '')}
            options={[
              { value: '', label: 'Anyone' },
              ...diary.stylists
                .filter(({ service_ids }) => service_ids.includes(wish.item_id))
                .map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) =>
              set(index, { ...wish, stylist_id: event.target.value ? Number(event.target.value) : null })
            }
          />
          <Options
            item={items[index]}
            wish={wish}
            currency={diary.currency}
            onChoose={(chosen) => set(index, { ...wish, chosen })}
          />
        </div>
      ))}
      {wishes.length < MAX_SERVICES && diary.services[0] ? (
        <div>
          <Button
            size="small"
            variant="outline"
            onClick={() => onChange([...wishes, { item_id: diary.services[0]!.item_id, stylist_id: null, chosen: {} }])}
          >
            <Plus aria-hidden="true" className="size-4.5" />
            {wishes.length === 0 ? 'Choose a service' : 'Another service'}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}

type OfferedStart = { starts_at: string; stylists: readonly (number | null)[]; date: string }

type StartsProps = {
  storeId: number
  diary: Diary
  date: string
  /** Whether the day is chosen in the diary and not in the form. */
  isOfDiary: boolean
  services: WireInput<'free-times'>['services'] & object
  start: string | undefined
  /** The next free starts, after someone else took the chosen one. */
  taken: readonly string[] | undefined
  /** The current step of the time grid, if it is free. */
  now: OfferedStart | undefined
  onStart: (start: string) => void
}

function Starts({ storeId, diary, date, isOfDiary, services, start, taken, now, onStart }: StartsProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...ask('free-times', { store_id: storeId, services, from: date, days: 2 }),
    staleTime: 0,
    retry: false,
  })
  const days = taken
    ? [{ date, starts: taken.map((starts_at) => ({ starts_at, stylists: [] as (number | null)[] })) }]
    : (data?.days ?? [])
  const found = days.flatMap((day) => day.starts.map((one) => ({ ...one, date: day.date }))).slice(0, OFFERED)
  const offered: readonly OfferedStart[] = now ? [now, ...found] : found
  const nameOf = (id: number | null | undefined) => diary.stylists.find((stylist) => stylist.id === id)?.name
  const chosen = offered.find(({ starts_at }) => starts_at === start)
  const names = [...new Set(chosen?.stylists.map(nameOf).filter((name) => name !== undefined))]
  if (error)
    return <p role="alert">{error instanceof ApiError ? error.message : 'The free times could not be read.'}</p>
  return (
    <fieldset aria-busy={!data || isPlaceholderData} className="min-w-0 grid grid-cols-1 gap-2">
      <legend className="mb-2 text-label">{taken ? 'Next free times' : 'Start'}</legend>
      {!data || isPlaceholderData ? (
        <div className="skeleton h-20 rounded-control" />
      ) : offered.length === 0 ? (
        <p className="text-ink-2">
          No free time on this day or the next. Choose another day{isOfDiary ? ' in the diary' : ''}.
        </p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {offered.map(({ starts_at, date: day }) => (
            <Chip key={starts_at} isOn={starts_at === start} onClick={() => onStart(starts_at)}>
              {day === date ? null : `${dateText(day)}, `}
              {starts_at === now?.starts_at
                ? `Now, ${clockText(starts_at, diary.time_zone)}`
                : clockText(starts_at, diary.time_zone)}
            </Chip>
          ))}
        </div>
      )}
      {names.length > 0 ? <p className="text-small text-ink-2">With {names.join(', ')}.</p> : null}
    </fieldset>
  )
}

type QuoteProps = Pick<StartsProps, 'storeId' | 'services' | 'start'>

/** Asks the server what the visit would cost and when it would end; only once a start is chosen. */
function useQuote({ storeId, services, start }: QuoteProps) {
  return useQuery({
    ...ask('dashboard/bookings/quote', { store_id: storeId, services, starts_at: start ?? '' }),
    ...withoutPrevious,
    enabled: start !== undefined,
    retry: false,
    // The cached quote is dropped with the form, because another booking may change the quote before the next form
    // opens.
    gcTime: 0,
  })
}

/** Shows the length and the total of the visit as the server would enter it, or why the server would refuse it. */
function Total({ diary, ...asked }: QuoteProps & { diary: Diary }) {
  const { data, error } = useQuote(asked)
  if (error) return <p role="alert">{error.message}</p>
  if (!asked.start || !data) return null
  const times = [asked.start, data.ends_at].map((at) => clockText(at, diary.time_zone)).join(' – ')
  return (
    <section aria-label="Total">
      <p className="num text-heading">{formatMoney(data.total, diary.currency)}</p>
      <p className="text-small text-ink-2">
        {lengthText(data.minutes)} · {times}
      </p>
    </section>
  )
}

/**
 * Returns the start of the current step of the time grid. The salon can still enter a guest at the current step, but
 * customers can't book it. The result is undefined if the date is not today.
 */
function runningStep({ now, step_minutes, time_zone }: Diary, date: string): string | undefined {
  const minute = minuteOn(date, now, time_zone)
  if (minute < 0 || minute >= MINUTES_A_DAY || minute % step_minutes === 0) return undefined
  return new Date(instantAt(date, minute - (minute % step_minutes), time_zone)).toISOString()
}
