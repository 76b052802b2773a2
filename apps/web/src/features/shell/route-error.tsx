import { Button } from '@nukkad/ui/parts/button.tsx'
import { EmptyState } from '@nukkad/ui/parts/states.tsx'
import { Component, type ReactNode } from 'react'
import { t } from '#lib/catalogue.ts'

type Props = { path: string; children: ReactNode }

/** What a screen could not handle itself, most often a chunk that a new release has replaced. */
export class RouteError extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error('screen failed', this.props.path, error)
  }

  override componentDidUpdate(previous: Props) {
    if (previous.path !== this.props.path && this.state.hasFailed) this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          level={1}
          picture="/assets/img/states/critical.webp"
          title={t('stateLoadFailed')}
          text={t('stateLoadFailedHint')}
          action={<Button onClick={() => location.reload()}>{t('commonReload')}</Button>}
        />
      </main>
    )
  }
}
