import type { Output, WireInput } from '@nukkad/contract/contract.ts'
import { Switch } from '@nukkad/ui/components/choice.tsx'
import { Skeleton } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { PushCard } from '#components/push-card.tsx'
import { CustomersOnly } from '#features/shell/customers-only.tsx'
import { useOfflineReason } from '#features/shell/offline.tsx'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { notifyFailure } from '#lib/notify-failure.ts'
import { ask } from '#lib/query.ts'
import { undoOf } from '#lib/undo.ts'

type Choices = Output<'get-notification-choices'>
type Choice = Choices['choices'][number]
type ChoiceName = WireInput<'set-notification-choice'>['choice']

export default function NotificationsRoute() {
  return (
    <CustomersOnly>
      <Notifications />
    </CustomersOnly>
  )
}

/** Switches each kind of notification on and off, by channel. */
function Notifications() {
  const { data, isError, isFetching, refetch } = useQuery(query)
  const { mutate } = useChange()
  const offline = useOfflineReason()
  const groups = [
    { kind: 'order', title: t('notifyOrders'), hint: t('notifyOrdersAlways') },
    { kind: 'reminder', title: t('notifyReminders'), hint: t('notifyRemindersAlways') },
    { kind: 'offer', title: t('notifyOffers') },
    { kind: 'wallet', title: t('notifyWallet') },
  ]
  return (
    <Page title={t('accountNotifications')} back="/my-account">
      <div className="grid grid-cols-1 gap-3 px-4">
        <PushCard title={t('pushTitle')} text={t('pushText')} />
        {offline ? (
          <p role="status" className="text-small text-ink-2">
            {offline}
          </p>
        ) : null}
        {data
          ? groups.map(({ kind, title, hint }) => (
              <section key={kind} aria-label={title} className="rounded-card bg-surface px-4 py-2 hairline">
                <h2 className="pt-2 text-heading">{title}</h2>
                {data.choices
                  .filter((choice) => choice.kind === kind)
                  .map((choice) => (
                    <div key={choice.channel} className="flex min-h-13 items-center gap-3">
                      <span aria-hidden="true" className="min-w-0 flex-1 text-ink-2">
                        {channelName(choice)}
                      </span>
                      <Switch
                        label={`${title}: ${channelName(choice)}`}
                        isOn={choice.is_on}
                        isDisabled={offline !== undefined}
                        onChange={(isOn) => mutate({ choice: nameOf(choice), is_on: isOn })}
                      />
                    </div>
                  ))}
                {hint ? <p className="pb-2 text-small text-ink-2">{hint}</p> : null}
              </section>
            ))
          : null}
        {isError && !data ? <ScreenNotLoaded onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {data || isError ? null : (
          <div role="status" aria-label={t('a11yLoading')} className="grid gap-3">
            <Skeleton className="h-30 rounded-card" />
            <Skeleton className="h-30 rounded-card" />
          </div>
        )}
      </div>
    </Page>
  )
}

const query = ask('get-notification-choices', {})
const nameOf = ({ kind, channel }: Choice) => `${kind}/${channel}` as ChoiceName
const channelNames = { push: 'notifyByPush', sms: 'notifyBySms', mail: 'notifyByMail', list: 'notifyInList' } as const
const channelName = ({ channel }: Choice) => t(channelNames[channel as keyof typeof channelNames])

/** Changes one choice on the screen immediately, and changes it back if the server refuses. */
function useChange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: { choice: ChoiceName; is_on: boolean }) => call('set-notification-choice', change),
    onMutate: ({ choice, is_on }) => {
      const undo = undoOf(query.queryKey)
      client.setQueryData(
        query.queryKey,
        (known) =>
          known && {
            ...known,
            choices: known.choices.map((one) => (nameOf(one) === choice ? { ...one, is_on } : one)),
          },
      )
      return undo
    },
    onSuccess: (answer) => client.setQueryData(query.queryKey, answer),
    onError: (error, _change, undo) => {
      undo?.()
      notifyFailure(error)
    },
  })
}
