import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { lazy, Suspense, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { AcceptControls } from './accept-controls.tsx'
import { DeliverSheet, needsConfirmation } from './deliver-sheet.tsx'
import { cashToCollect, isAccepted, isOffer, isPickedUp, type ShownOrder } from './orders.ts'
import { useStep } from './steps.ts'

const PhotoDock = lazy(() => import('./photo-dock.tsx'))

/** Shows the single next step of the order (N-08). */
export function TripDock({ order }: { order: ShownOrder }) {
  if (isOffer(order)) {
    return (
      <Dock>
        <AcceptControls order={order} />
      </Dock>
    )
  }
  if (isAccepted(order)) return <PickUpDock order={order} />
  return isPickedUp(order) ? <DeliverDock order={order} /> : null
}

function PickUpDock({ order }: { order: ShownOrder }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending } = useStep(order, setRefusal)
  return (
    <Dock reason={refusal}>
      <Button isBlock className="min-h-15 text-rider" isBusy={isPending} onClick={() => mutate({ step: 'pickup' })}>
        {t('deliveryPickedUpButton')}
      </Button>
    </Dock>
  )
}

function DeliverDock({ order }: { order: ShownOrder }) {
  const [isOpen, setOpen] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { mutate, isPending, data } = useStep(order, (reason) => {
    setRefusal(reason)
    setOpen(false)
  })
  const start = () => (needsConfirmation(order) ? setOpen(true) : mutate({ step: 'deliver' }))
  return (
    <>
      {order.delivery_instructions.includes('leave_at_door') && cashToCollect(order) === 0 ? (
        <Suspense>
          <PhotoDock order={order} onPin={start} />
        </Suspense>
      ) : (
        <Dock reason={refusal}>
          <Button isBlock className="min-h-15 text-rider" isBusy={isPending && !isOpen} onClick={start}>
            {t('deliveryDeliveredButton')}
          </Button>
        </Dock>
      )}
      <DeliverSheet
        order={order}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        isBusy={isPending}
        error={data?.isPinWrong ? t('deliveryInvalidDeliveryPin') : null}
        onDeliver={(pin) => mutate({ step: 'deliver', pin: pin || undefined })}
      />
    </>
  )
}
