import { Button } from '@nukkad/ui/components/button.tsx'
import { CopyField } from '@nukkad/ui/components/copy-field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { queryClient } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import type { Order } from './use-tracking.ts'

/** Shows the link with which other people can follow an order, shares the link through the phone, and ends it. */
export default function ShareSheet({ order, isOpen, onClose }: { order: Order; isOpen: boolean; onClose: () => void }) {
  const { unique_order_id } = order
  const query = useQuery({
    queryKey: ['share-order', unique_order_id],
    queryFn: () => call('share-order', { unique_order_id }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const stop = useMutation({
    mutationFn: () => call('stop-sharing-order', { unique_order_id }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ['share-order', unique_order_id] })
      notify(t('shareOrderStopped'))
      onClose()
    },
    onError: notifyFailure,
  })
  const url = query.data && `${location.origin}/share/${query.data.share_token}`
  const text = t('shareOrderText', { store: order.restaurant.name })
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('shareOrder')}
      sub={t('shareOrderHint')}
      closeLabel={t('a11yClose')}
      foot={
        url ? (
          <div className="grid gap-1">
            {/* The browser rejects the promise when the person closes the phone's share sheet, which is no failure. */}
            {'share' in navigator ? (
              <Button isBlock onClick={() => void navigator.share({ title: text, text, url }).catch(() => {})}>
                <Share2 aria-hidden="true" className="size-5" />
                {t('storeShare')}
              </Button>
            ) : null}
            <SendButton
              isBlock
              variant="plain"
              className="!text-error"
              isBusy={stop.isPending}
              onClick={() => stop.mutate()}
            >
              {t('shareOrderStop')}
            </SendButton>
          </div>
        ) : null
      }
    >
      {url ? (
        <CopyField
          label={t('shareOrderLink')}
          value={url}
          copyLabel={t('accountCopy')}
          onCopied={() => notify(t('storeLinkCopied'))}
        />
      ) : query.isError ? (
        <NotLoaded onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton className="h-12 rounded-[14px]" />
      )}
    </Sheet>
  )
}
