import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ChevronDown, CirclePause, Timer } from 'lucide-react'
import { rereadStore } from '#features/catalogue/stores/use-store.ts'
import { call } from '#lib/api.ts'
import { formatTime } from '#lib/format.ts'
import { ask } from '#lib/query.ts'
import { useMay, useMember } from '#lib/session.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { useShownStore } from './use-shown-store.ts'

const PAUSE_MINUTES = 20
const POLL_EVERY_MS = 30_000

/** The pause switch of the selected store, or of each store if none is selected. */
export function Pauses() {
  const { store } = useShownStore()
  const { stores } = useMember()
  if (store) return <Pause key={store.id} storeId={store.id} />
  return (
    <details className="group card mb-4 px-4">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 text-label [&::-webkit-details-marker]:hidden">
        <span className="flex-1">Pause a store</span>
        <ChevronDown aria-hidden="true" className="size-5 text-ink-2 group-open:rotate-180" />
      </summary>
      {stores.map(({ id, name }) => (
        <div key={id} className="border-t border-line pt-3">
          <h2 className="mb-2 text-label">{name}</h2>
          <Pause storeId={id} />
        </div>
      ))}
    </details>
  )
}

/** Shows whether the store takes orders, pauses it for twenty minutes and opens it again. */
function Pause({ storeId }: { storeId: number }) {
  const mayPause = useMay({ permission: 'stores_edit', owners: true, storeId })
  return mayPause ? <PauseOf storeId={storeId} /> : null
}

function PauseOf({ storeId }: { storeId: number }) {
  const { data } = useQuery({ ...ask('store-owner/get-store', { store_id: storeId }), refetchInterval: POLL_EVERY_MS })
  const pause = useMutation({
    mutationFn: (minutes: number) => call('store-owner/pause-store', { store_id: storeId, minutes }),
    onSuccess: ({ paused_until, status }) =>
      toast(
        paused_until
          ? `Paused until ${formatTime(paused_until)}`
          : status
            ? 'The store takes orders'
            : 'The pause is over, but the store is closed at this time',
      ),
    onError: toastError,
    onSettled: rereadStore,
  })
  if (data?.id !== storeId) return <div className="skeleton mb-4 h-14 rounded-control" />
  if (data.paused_until)
    return (
      <section
        aria-label="Pause"
        className="mb-4 flex items-center gap-3 rounded-control bg-gold-tint p-3 text-gold-ink"
      >
        <Timer aria-hidden="true" className="size-6 shrink-0" />
        <p className="min-w-0 flex-1">
          <b>Paused until {formatTime(data.paused_until)}.</b> After the pause, the store takes orders again.
        </p>
        <Button size="small" isBusy={pause.isPending} onClick={() => pause.mutate(0)}>
          Open now
        </Button>
      </section>
    )
  if (data.is_active === 0)
    return (
      <p className="mb-4 rounded-control bg-sunken p-3 text-ink-2">
        {data.is_accepted === 0
          ? 'The shop has not approved the store yet.'
          : data.opens_at
            ? `Closed. Opens at ${data.opens_at}.`
            : 'The store is closed and takes no orders.'}
      </p>
    )
  return (
    <section aria-label="Pause" className="mb-4 flex items-center gap-3">
      <p className="flex min-w-0 flex-1 items-center gap-2 text-label text-ok">
        <span aria-hidden="true" className="size-2.5 rounded-full bg-current" />
        Takes orders
      </p>
      <Button size="small" variant="outline" isBusy={pause.isPending} onClick={() => pause.mutate(PAUSE_MINUTES)}>
        <CirclePause aria-hidden="true" className="size-4.5" />
        Pause for {PAUSE_MINUTES} minutes
      </Button>
    </section>
  )
}
