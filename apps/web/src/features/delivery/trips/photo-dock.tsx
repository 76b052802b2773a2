import { Button } from '@nukkad/ui/components/button.tsx'
import { Dock } from '@nukkad/ui/components/dock.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { refusalText } from './duty.ts'
import type { ShownOrder } from './orders.ts'
import { sendDoorPhoto, Unreadable } from './photo.ts'
import { orderQuery, refreshTrips } from './queries.ts'

/**
 * Completes an order that is left at the door with a photo. If the customer opens the door, the rider can enter their
 * PIN instead.
 */
export default function PhotoDock({ order, onPin }: { order: ShownOrder; onPin: () => void }) {
  const client = useQueryClient()
  const offline = useOfflineReason()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => sendDoorPhoto(order.id, file),
    onSuccess: (done) => {
      client.setQueryData(orderQuery(order.unique_order_id).queryKey, done)
      navigator.vibrate?.(10)
      refreshTrips()
    },
  })
  const reason = error ? (error instanceof Unreadable ? t('doorPhotoUnreadable') : refusalText(error)) : offline
  return (
    <Dock reason={reason ?? null}>
      <div className="grid gap-2">
        <label
          className={`press relative flex min-h-15 items-center justify-center gap-2 rounded-button bg-fill px-4 text-rider font-650 text-on has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring ${offline || isPending ? 'opacity-45' : ''}`}
        >
          <Camera aria-hidden="true" className="size-6" />
          {t(isPending ? 'doorPhotoSending' : 'doorPhotoTake')}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            disabled={isPending || offline !== undefined}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              // Empties the field, because a browser reports no change when a person chooses the same photo again after
              // a refusal.
              currentTarget.value = ''
              if (file) mutate(file)
            }}
          />
        </label>
        <Button isBlock variant="plain" className="min-h-14 text-rider" disabled={isPending} onClick={onPin}>
          {t('doorPhotoPin')}
        </Button>
      </div>
    </Dock>
  )
}
