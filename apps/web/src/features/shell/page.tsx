import { TopBar } from '@nukkad/ui/components/top-bar.tsx'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { setting, t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'
import { announce } from '#lib/toasts.ts'

const PullToRefresh = lazy(() => import('./pull-to-refresh.tsx'))

type PageProps = {
  title: string
  /** The parent screen. If it is set, the top bar has a back button; tab screens set no parent. */
  back?: string
  /** Replaces the top bar, or removes it if null. A screen that sets its own header must render its own h1. */
  header?: ReactNode
  /** Content above the main landmark, such as the shop's header on home. */
  banner?: ReactNode
  actions?: ReactNode
  isLoading?: boolean
  /** Refetches the screen's list when the person pulls it down. */
  onRefresh?: () => Promise<unknown>
  /** Reserves space at the bottom for the fixed elements of the screen. */
  foot?: 'none' | 'tab' | 'cart' | 'tab-and-cart' | 'dock'
  children: ReactNode
}

const room = {
  none: 'pb-6',
  tab: 'pb-[calc(var(--nav)+24px)]',
  cart: 'pb-[7.5rem]',
  'tab-and-cart': 'pb-[calc(var(--nav)+10rem)]',
  dock: 'flex flex-col',
}

/** The first screen does not fade in, because it replaces the same content that the server rendered. */
let isFirst = true

/**
 * Renders a screen: sets its title in the tab and for screen readers, and focuses its heading inside one main landmark.
 */
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
    // If the screen's heading has not rendered yet, the main element gets the focus.
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
