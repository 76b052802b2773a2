import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { Component, type ReactNode, Suspense } from 'react'
import { t } from '#lib/catalogue.ts'
import { forceReload, mayForceReload, reload } from '#lib/reload.ts'

type Props = { path: string; children: ReactNode }

type State = { hasFailed: boolean; isReloading: boolean }

/**
 * Handles an error of a screen that the screen itself did not handle. If a new release has replaced the screen's chunk,
 * reloads the page to get the new chunk. If the chunk failed to load offline, reloads the page when the network is back.
 */
export class RouteError extends Component<Props, State> {
  override state: State = { hasFailed: false, isReloading: false }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, isReloading: isPartGone(error) && navigator.onLine && mayForceReload() }
  }

  override componentDidCatch(error: unknown) {
    console.error('screen failed', this.props.path, error)
    if (isPartGone(error)) addEventListener('online', () => this.state.hasFailed && forceReload(), { once: true })
    if (this.state.isReloading && !forceReload()) this.setState({ isReloading: false })
  }

  override componentDidUpdate(previous: Props) {
    if (previous.path !== this.props.path && this.state.hasFailed) {
      this.setState({ hasFailed: false, isReloading: false })
    }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    if (this.state.isReloading) return <div className="min-h-dvh" />
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          level={1}
          picture="/assets/img/states/critical.webp"
          title={t('stateLoadFailed')}
          text={t('stateLoadFailedHint')}
          action={<Button onClick={reload}>{t('commonReload')}</Button>}
        />
      </main>
    )
  }
}

/**
 * Renders an optional element next to a screen. If the chunk of the element is missing, the screen continues without
 * the element.
 */
export class Besides extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    console.warn('an optional element could not be shown', error)
  }

  override render() {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>
  }
}

/**
 * Returns whether a chunk failed to load. Each browser has its own message for a script that failed to load, and the
 * build adds a message for styles.
 */
function isPartGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script|Unable to preload CSS/i.test(error.message)
  )
}
