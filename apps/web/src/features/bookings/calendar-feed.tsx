import { Button } from '@nukkad/ui/components/button.tsx'
import { CopyField } from '@nukkad/ui/components/copy-field.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { useState } from 'react'
import { NotLoaded } from '#features/shell/not-loaded.tsx'
import { SendButton } from '#features/shell/send-button.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { ask, queryClient } from '#lib/query.ts'
import { notify } from '#lib/toasts.ts'
import { whenText } from '#lib/visits.ts'

const query = ask('calendar-feed', {})

/**
 * Offers a secret URL from which the customer's calendar app reads their visits. The URL is shown only once, when it is
 * created.
 */
export function CalendarFeed() {
  const { data, isError, isFetching, refetch } = useQuery({ ...query, staleTime: 0 })
  const make = useMutation({
    mutationFn: () => call('make-calendar-feed', {}),
    onSuccess: ({ feed }) => queryClient.setQueryData(query.queryKey, { success: true, feed }),
    onError: notifyFailure,
  })
  const revoke = useMutation({
    mutationFn: () => call('revoke-calendar-feed', {}),
    onSuccess: () => {
      make.reset()
      queryClient.setQueryData(query.queryKey, { success: true, feed: null })
      notify(t('calendarRevoked'))
    },
    onError: notifyFailure,
  })
  const isBusy = make.isPending || revoke.isPending
  const [asking, setAsking] = useState<'replace' | 'revoke' | null>(null)
  const confirm = (): void => {
    if (asking === 'replace') make.mutate()
    else revoke.mutate()
    setAsking(null)
  }
  return (
    <section aria-labelledby="calendar-feed" className="grid grid-cols-1 gap-3 rounded-card bg-surface p-4 hairline">
      <h2 id="calendar-feed" className="flex items-center gap-2 text-heading [&_svg]:size-5">
        <CalendarSync aria-hidden="true" />
        {t('calendarTitle')}
      </h2>
      <p className="text-small text-ink-2">{t('calendarText')}</p>
      {!data && isError ? <NotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {!data && !isError ? (
        <div role="status" aria-label={t('a11yLoading')}>
          <Skeleton className="h-11" />
        </div>
      ) : null}
      {make.data ? <Address path={make.data.path} /> : null}
      {data?.feed && !make.data ? <State {...data.feed} /> : null}
      {data ? (
        <>
          <SendButton
            size="small"
            variant="tint"
            isBlock
            isBusy={isBusy}
            onClick={() => (data.feed ? setAsking('replace') : make.mutate())}
          >
            {t(data.feed ? 'calendarMakeNew' : 'calendarMake')}
          </SendButton>
          {data.feed ? (
            <SendButton size="small" variant="plain" isBlock isBusy={isBusy} onClick={() => setAsking('revoke')}>
              {t('calendarRevoke')}
            </SendButton>
          ) : null}
        </>
      ) : null}
      <Sheet
        isOpen={asking !== null}
        onClose={() => setAsking(null)}
        title={t(asking === 'revoke' ? 'calendarRevokeQuestion' : 'calendarReplaceQuestion')}
        closeLabel={t('a11yClose')}
        foot={
          <SendButton variant="danger" isBlock onClick={confirm}>
            {t(asking === 'revoke' ? 'calendarRevoke' : 'calendarMakeNew')}
          </SendButton>
        }
      >
        <p className="text-ink-2">{t('calendarReplaceText')}</p>
      </Sheet>
    </section>
  )
}

function Address({ path }: { path: string }) {
  return (
    <div role="status" className="grid grid-cols-1 gap-3">
      <CopyField
        label={t('calendarAddress')}
        value={location.origin + path}
        copyLabel={t('calendarCopy')}
        onCopied={() => notify(t('calendarCopied'))}
      />
      <Button size="small" isBlock href={`webcal://${location.host}${path}`}>
        {t('calendarOpen')}
      </Button>
      <p className="text-small text-ink-2">{t('calendarOnce')}</p>
    </div>
  )
}

function State({ created_at, read_at }: { created_at: string; read_at: string | null }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <p className="num text-small">
      {t('calendarSince', { when: whenText(created_at, timeZone) })}{' '}
      {read_at ? t('calendarRead', { when: whenText(read_at, timeZone) }) : t('calendarUnread')}
    </p>
  )
}
