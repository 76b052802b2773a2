import { classNames } from '@nukkad/ui/class-names.ts'
import { wearOwnStyle } from '@nukkad/ui/own-style.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ProveAgain } from '#features/identity/sign-ins/prove-again.tsx'
import { SecondFactorSetup } from '#features/identity/sign-ins/second-factor-setup.tsx'
import { SignIn } from '#features/identity/sign-ins/sign-in.tsx'
import { ApiError, onSessionEnd } from '#lib/api.ts'
import { focusAgain } from '#lib/focus-page.ts'
import { ask, queryClient } from '#lib/query.ts'
import { MemberContext, useMember } from '#lib/session.ts'
import { useFolded } from '#lib/side-bar.ts'
import { ActingBar } from './acting-bar.tsx'
import { Allowed } from './allowed.tsx'
import { BottomBar, hasCounter } from './bottom-bar.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SideBar } from './side-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame of the dashboard: side bar, top bar and the page. People who are not signed in see the sign-in. */
export function Dashboard() {
  const { data, error, refetch } = useQuery({ ...ask('dashboard/me', {}), retry: false, staleTime: 60_000 })
  const [ended, setEnded] = useState<string>()
  const hasEnded = ended !== undefined
  const before = useRef<Element | null>(null)
  const handleEnd = (reason = 'Your session has ended. Sign in to continue where you left off.') => {
    before.current ??= document.activeElement
    setEnded(reason)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `handleEnd` only sets state, so its first copy stays right
  useEffect(() => onSessionEnd(handleEnd), [])
  useEffect(() => {
    if (hasEnded || !before.current) return
    focusAgain(before.current)
    before.current = null
  }, [hasEnded])
  const enter = async () => {
    await refetch()
    setEnded(undefined)
    // After a sign-in all data is read again, because the person or their permissions may have changed.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'dashboard/me' })
  }
  const style = data?.style
  useEffect(() => wearOwnStyle(style ?? ''), [style])
  if (!data) {
    if (error instanceof ApiError && error.status !== 0 && error.status < 500)
      return <SignIn onEntered={enter} reason={error.code === 'WORK_ENDED' ? error.message : undefined} />
    if (error) return <Away onRetry={() => void refetch()} />
    return <Waiting />
  }
  const member = data.data
  if (member.needs_second_factor)
    return (
      <>
        <SecondFactorSetup onDone={() => void refetch()} />
        <ProveAgain />
      </>
    )
  return (
    <MemberContext value={member}>
      <Frame bar={data.acting ? <ActingBar name={member.name} acting={data.acting} /> : null} />
      <ProveAgain />
      {hasEnded ? <SignIn onEntered={enter} reason={ended} isOver /> : null}
    </MemberContext>
  )
}

function Frame({ bar }: { bar: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [side, setSide] = useState<'start' | 'end'>('start')
  const openMenu = (from: 'start' | 'end') => {
    setSide(from)
    setMenuOpen(true)
  }
  const [isFolded, fold] = useFolded()
  const head = useHeadHeight()
  const member = useMember()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes each time another page opens
  useEffect(() => setMenuOpen(false), [path])
  return (
    <div
      className={classNames(
        'min-h-dvh large:grid',
        isFolded ? 'large:grid-cols-[72px_minmax(0,1fr)]' : 'large:grid-cols-[248px_minmax(0,1fr)]',
      )}
    >
      <a
        href="#page"
        className="fixed start-2 top-2 z-50 -translate-y-20 rounded-control bg-fill px-4 py-2 text-on focus:translate-y-0"
      >
        Skip to the page
      </a>
      <SideBar isOpen={isMenuOpen} side={side} onClose={() => setMenuOpen(false)} isFolded={isFolded} onFold={fold} />
      <div className="min-w-0">
        <div ref={head} className="sticky top-0 z-20">
          {bar}
          <div className={page?.hasOwnHead && hasCounter(member) ? 'max-wide:hidden' : undefined}>
            <TopBar onMenu={() => openMenu('start')} />
          </div>
        </div>
        <main
          id="page"
          tabIndex={-1}
          className={classNames(
            'mx-auto max-w-[1368px] px-4 py-5 outline-none wide:px-6',
            hasCounter(member) && 'max-wide:pb-24',
          )}
        >
          <LeaveGuard>
            {page ? (
              <Allowed page={page}>
                <Outlet />
              </Allowed>
            ) : (
              <Outlet />
            )}
          </LeaveGuard>
        </main>
        <BottomBar onMore={() => openMenu('end')} />
      </div>
    </div>
  )
}

/** Sticky elements below the head need its height, which grows with the bar shown while acting as an owner. */
function useHeadHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const head = ref.current
    if (!head) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => root.style.setProperty('--dashboard-head', `${head.offsetHeight}px`))
    observer.observe(head)
    return () => observer.disconnect()
  }, [])
  return ref
}

function Waiting() {
  return (
    <div role="status" className="grid min-h-dvh place-content-center text-ink-2">
      One moment …
    </div>
  )
}

function Away({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid min-h-dvh place-content-center gap-3 p-6 text-center">
      <h1 className="title text-section">The server does not respond</h1>
      <p className="text-ink-2">You may have no connection, or the server is still starting.</p>
      <button type="button" className="text-brand underline" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
