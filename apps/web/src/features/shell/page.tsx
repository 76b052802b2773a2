import { TopBar } from '@nukkad/ui/parts/top-bar.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { setting, t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import { announce } from '#lib/notices.ts'

const PullToRefresh = lazy(() => import('./pull-to-refresh.tsx'))

type PageProps = {
  title: string
  /** Shows the top bar with a way back to this parent; tab screens have none. */
  back?: string
  /** Replaces the top bar, null for none; the screen then holds its own h1. */
  header?: ReactNode
  /** Stands above the main landmark, as the shop's own header does on home. */
  banner?: ReactNode
  actions?: ReactNode
  isLoading?: boolean
  /** Asks again for what the screen lists, when it is pulled down. */
  onRefresh?: () => Promise<unknown>
  /** Room at the foot for what is fixed there. */
  foot?: 'none' | 'tab' | 'cart' | 'tab-and-cart' | 'dock'
  children: ReactNode
}

const room = {
  none: 'pb-6',
  tab: 'pb-[calc(var(--nav)+24px)]',
  cart: 'pb-[7.5rem]',
  'tab-and-cart': 'pb-[calc(var(--nav)+6rem)]',
  dock: 'flex flex-col',
}

/** The first screen takes the place of what the page brought of it, which need not fade in again. */
let isFirst = true

/** A screen: its title in the tab and for screen readers, one main landmark, and focus on its heading. */
export function Page({
  title,
  back,
  header,
  banner,
  actions,
  isLoading,
  onRefresh,
  foot = 'none',
  children,
}: PageProps) {
  const main = useRef<HTMLElement>(null)
  const [entrance] = useState(isFirst ? '' : 'appear')
  useEffect(() => {
    document.title = `${title} · ${setting('storeName')}`
  }, [title])
  useEffect(() => {
    isFirst = false
    announce(document.title)
    // While its heading is still on the way, the screen itself takes the focus.
    const start = main.current?.querySelector('h1') ?? main.current
    start?.focus({ preventScroll: true })
  }, [])
  const content = (
    <main
      ref={main}
      id="content"
      tabIndex={-1}
      className={`${entrance} mx-auto min-h-dvh max-w-192 outline-none ${room[foot]}`}
    >
      {header === undefined ? (
        <TopBar
          title={title}
          backLabel={t('a11yBack')}
          onBack={back ? () => goBack(back) : undefined}
          actions={actions}
          isLoading={isLoading}
        />
      ) : (
        header
      )}
      {children}
      {onRefresh ? (
        <Suspense>
          <PullToRefresh onRefresh={onRefresh} />
        </Suspense>
      ) : null}
    </main>
  )
  if (!banner) return content
  return (
    <>
      {banner}
      {content}
    </>
  )
}
