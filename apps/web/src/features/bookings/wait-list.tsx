import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { StorePicture } from '#components/store-picture.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { ask, queryClient } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import { whenText } from '#lib/visits.ts'
import { HoldTimer } from './hold-timer.tsx'
import { type WaitEntry, wishText } from './wait-texts.ts'

/** Interval between two fetches of the wait lists, because an offer can come at any time and lasts 15 minutes. */
const REFRESH_MS = 20_000

/**
 * Reads the entries of the customer's wait lists, and keeps them up to date; `entries` is undefined until the first
 * answer.
 */
export function useWaitList() {
  const { data, ...rest } = useQuery({ ...ask('my-wait-list', {}), staleTime: 0, refetchInterval: REFRESH_MS })
  return { ...rest, entries: data?.entries }
}

function refresh(): void {
  for (const name of ['my-wait-list', 'my-visits', 'free-times'])
    void queryClient.invalidateQueries({ queryKey: [name] })
}

/**
 * Lists the wait lists of a customer, each with a button to leave it. An entry with an open offer shows the offer's
 * countdown.
 */
export function WaitList({ entries }: { entries: readonly WaitEntry[] }) {
  const [leaving, setLeaving] = useState<WaitEntry | null>(null)
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="wait-list">
      <h2 id="wait-list" className="title mb-2 text-section">
        {t('waitTitle')}
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {entries.map((entry) => (
          <li key={entry.unique_wait_id} className="rounded-card bg-surface p-3.5 hairline">
            <div className="flex items-start gap-3">
              <StorePicture store={{ ...entry.store, image: entry.store.image ?? '' }} />
              <Wish entry={entry} />
            </div>
            {entry.offer ? (
              <OpenOffer entry={entry} offer={entry.offer} />
            ) : (
              <Button size="small" variant="outline" className="mt-3" onClick={() => setLeaving(entry)}>
                {t('waitLeave')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving ? <LeaveSheet entry={leaving} onClose={() => setLeaving(null)} /> : null}
    </section>
  )
}

function Wish({ entry }: { entry: WaitEntry }) {
  const { offer, services, store, before, time_zone } = entry
  return (
    <div className="min-w-0 flex-1">
      {offer ? (
        <>
          <p className="text-label text-gold-ink">{t('waitOfferTitle')}</p>
          <p className="num text-heading">{whenText(offer.starts_at, time_zone)}</p>
        </>
      ) : (
        <p className="num text-heading">{before > 0 ? t('waitBefore', { count: before }) : t('waitFirst')}</p>
      )}
      <p dir="auto" className="text-small text-ink-2">
        {services
          .map(({ name, stylist }) => (stylist ? t('bookWith', { when: name, name: stylist }) : name))
          .join(', ')}
      </p>
      {offer ? null : <p className="num text-small text-ink-2">{wishText(entry)}</p>}
      <p dir="auto" className="truncate text-small text-ink-2">
        {store.name}
      </p>
    </div>
  )
}

function OpenOffer({ entry, offer }: { entry: WaitEntry; offer: NonNullable<WaitEntry['offer']> }) {
  const { unique_visit_id, held_until } = offer
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('release-hold', { unique_visit_id }),
    onSuccess: () => notify(t('waitPassed')),
    onError: notifyFailure,
    onSettled: refresh,
  })
  // The list of visits shows an offered visit that awaits its payment, so the wait list leaves the offer out.
  if (held_until === null) return null
  return (
    <div className="mt-3">
      <HoldTimer until={Date.parse(held_until)} onOver={refresh} />
      <div className="grid grid-cols-2 items-end gap-2.5">
        <SendButton variant="outline" isBlock isBusy={isPending} onClick={() => mutate()}>
          {t('waitPass')}
        </SendButton>
        <Button isBlock href={`/book/${entry.store.slug}/${unique_visit_id}`}>
          {t('waitReview')}
        </Button>
      </div>
    </div>
  )
}

function LeaveSheet({ entry, onClose }: { entry: WaitEntry; onClose: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('leave-wait-list', { unique_wait_id: entry.unique_wait_id }),
    onSuccess: () => notify(t('waitLeft')),
    onError: notifyFailure,
    onSettled: () => {
      refresh()
      onClose()
    },
  })
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('waitLeaveQuestion')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid grid-cols-2 items-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            {t('waitStay')}
          </Button>
          <SendButton variant="danger" isBlock isBusy={isPending} onClick={() => mutate()}>
            {t('waitLeave')}
          </SendButton>
        </div>
      }
    >
      <p className="text-ink-2">{wishText(entry)}</p>
    </Sheet>
  )
}
