import { GUEST_REDIRECT_MS } from '@nukkad/rules/constants.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Headset, LockKeyhole, UserRoundCheck, UserRoundX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { CustomerChoice } from '#features/identity/login/customer-choice.tsx'
import { GuestForm } from '#features/identity/login/guest-form.tsx'
import { isInvited } from '#features/identity/login/invitation.ts'
import { StaffLogin } from '#features/identity/login/staff-login.tsx'
import { startActing, startOf } from '#features/identity/login/start-acting.ts'
import { Page } from '#features/shell/page.tsx'
import { ScreenNotLoaded } from '#features/shell/screen-not-loaded.tsx'
import { ApiError, call } from '#lib/api.ts'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import { ask, queryClient } from '#lib/query.ts'

/**
 * Lets staff order for a caller: the customer in the URL, or one whom they choose (O-01, O-02). After a press on a link
 * in the dashboard, acting for the customer starts immediately; otherwise the screen asks for confirmation first.
 */
export default function LoginAsCustomerRoute() {
  const { id } = useParams<{ id?: string }>()
  return (
    <Page title={t('staffOrderTitle')} back="/">
      <div className="mx-auto grid max-w-100 grid-cols-1 px-5 pt-4">
        <Counter key={id ?? ''} id={id} />
      </div>
    </Page>
  )
}

function Counter({ id }: { id: string | undefined }) {
  const { mutate, error, data, isPending } = useMutation({
    mutationFn: () => call('login-as-customer', id === undefined ? {} : { user_id: Number(id) }),
    onSuccess: (answer) => {
      if (answer.newCustomer) return
      startActing(answer)
      go(startOf(answer), { replace: true })
    },
  })
  const isPossible = id === undefined || /^[1-9]\d{0,9}$/.test(id)
  const [isWanted, setWanted] = useState(() => id === undefined || isInvited(id))
  useEffect(() => {
    if (isPossible && isWanted) mutate()
  }, [isPossible, isWanted, mutate])
  if (!isPossible) return <Unknown />
  if (!isWanted && id !== undefined) return <Confirm id={id} onConfirm={() => setWanted(true)} />
  if (data?.newCustomer) return <Choice onLeft={() => mutate()} />
  if (error && !isPending) return <Refused error={error} retry={() => mutate()} />
  const name = data?.newCustomer === false ? data.data.name : t('staffCustomerNumber', { id: id ?? '' })
  return (
    <div role="status" className="rounded-card bg-surface hairline">
      <EmptyState picture={<Headset />} title={id === undefined ? t('a11yLoading') : t('staffLoggingIn', { name })} />
    </div>
  )
}

/**
 * Asks staff for confirmation before they act for a customer, because a link from outside the dashboard must not start
 * acting for a customer.
 */
function Confirm({ id, onConfirm }: { id: string; onConfirm: () => void }) {
  const { data, error, refetch } = useQuery({ ...ask('dashboard/me', {}), retry: false })
  if (error) return <Refused error={error} retry={() => void refetch()} />
  if (!data) return <div role="status" aria-label={t('a11yLoading')} />
  return (
    <EmptyState
      picture={<Headset />}
      title={t('staffConfirmTitle', { id })}
      text={t('staffConfirmText')}
      action={<Button onClick={onConfirm}>{t('staffConfirmButton')}</Button>}
    />
  )
}

function Refused({ error, retry }: { error: Error; retry: () => void }) {
  const code = error instanceof ApiError ? error.code : 'UNKNOWN'
  if (code === 'NOT_FOUND') return <Unknown />
  if (code === 'PERMISSION_MISSING') {
    return (
      <EmptyState
        picture={<LockKeyhole />}
        title={t('staffNotAllowedTitle')}
        text={t('staffNotAllowedHint')}
        action={<LeaveButton onLeft={retry} />}
      />
    )
  }
  if (error instanceof ApiError && error.status === 401) return <StaffLogin onEntered={retry} />
  return <ScreenNotLoaded onRetry={retry} />
}

function Unknown() {
  return (
    <EmptyState
      picture={<UserRoundX />}
      title={t('staffUnknownTitle')}
      text={t('staffUnknownHint')}
      action={<Button href="/auth/login-as-customer">{t('staffChooseOther')}</Button>}
    />
  )
}

/** Shows customers to choose from, and a form to register a new one. */
function Choice({ onLeft }: { onLeft: () => void }) {
  const [guest, setGuest] = useState<string>()
  useEffect(() => {
    if (guest === undefined) return
    const timer = setTimeout(() => go('/search-location', { replace: true }), GUEST_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [guest])
  if (guest !== undefined) {
    return (
      <div role="status">
        <EmptyState
          picture={<UserRoundCheck />}
          title={t('staffGuestDone', { name: guest })}
          text={t('staffGuestNext')}
        />
      </div>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8 pb-8">
      <Who onLeft={onLeft} />
      <Part title={t('staffChooseOther')}>
        <CustomerChoice />
      </Part>
      <Part title={t('staffGuestTitle')}>
        <GuestForm onRegistered={setGuest} />
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-4">
      <h2 className="title text-section">{title}</h2>
      {children}
    </section>
  )
}

function Who({ onLeft }: { onLeft: () => void }) {
  const { data } = useQuery(ask('dashboard/me', {}))
  return (
    <div className="flex min-h-11 items-center gap-3">
      <p className="min-w-0 flex-1 truncate text-ink-2">{data ? t('staffSignedIn', { name: data.data.name }) : null}</p>
      <LeaveButton onLeft={onLeft} />
    </div>
  )
}

function LeaveButton({ onLeft }: { onLeft: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('dashboard/logout', {}),
    onSettled: () => {
      queryClient.clear()
      onLeft()
    },
  })
  return (
    <Button size="small" variant="outline" isBusy={isPending} onClick={() => mutate()}>
      {t('accountLogout')}
    </Button>
  )
}
