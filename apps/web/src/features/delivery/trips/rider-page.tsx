import { classNames } from '@nukkad/ui/class-names.ts'
import { LoadingLine } from '@nukkad/ui/components/top-bar.tsx'
import { useQuery } from '@tanstack/react-query'
import { Bell, Bike, ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { useRider } from '#stores/rider.ts'
import { DutySwitch } from './duty-switch.tsx'
import { NetworkLine } from './network-line.tsx'
import { ordersQuery } from './queries.ts'

export type RiderTab = 'new' | 'active' | 'completed'

export type RiderPageProps = {
  title: string
  tab: RiderTab
  isLoading?: boolean
  children: ReactNode
}

/** Renders a rider screen: the duty switch at the top, three tabs at the bottom, everything large. */
export function RiderPage({ title, tab, isLoading, children }: RiderPageProps) {
  return (
    <Page
      title={title}
      foot="tab"
      header={
        <header className="sticky top-0 z-5 bg-bg pt-(--safe-top)">
          <div className="flex min-h-19 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
            <h1 tabIndex={-1} className="title min-w-0 flex-[1_1_8em] text-title">
              {title}
            </h1>
            <DutySwitch />
          </div>
          <LoadingLine isOn={isLoading ?? false} />
        </header>
      }
    >
      <div className="text-rider">
        <NetworkLine />
        {children}
      </div>
      <RiderTabs tab={tab} />
    </Page>
  )
}

function RiderTabs({ tab }: { tab: RiderTab }) {
  const isOnDuty = useRider(({ rider }) => rider?.data.status === 1)
  const { data } = useQuery({ ...ordersQuery(isOnDuty), enabled: false })
  const active = data ? data.accepted_orders.length + data.pickedup_orders.length : 0
  const tabs = [
    {
      id: 'new',
      href: '/delivery/orders',
      label: t('riderTabNew'),
      icon: <Bell />,
      count: data?.new_orders.length ?? 0,
    },
    { id: 'active', href: '/delivery/orders?show=active', label: t('riderTabActive'), icon: <Bike />, count: active },
    { id: 'completed', href: '/delivery', label: t('riderTabCompleted'), icon: <ListChecks />, count: 0 },
  ]
  return (
    <nav
      aria-label={t('a11yMainNavigation')}
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 mx-auto grid h-(--nav) max-w-192 bg-surface pb-(--safe-bottom) shadow-3"
      // The tabs are three equal columns; with a much larger font, each tab gets the width of its label.
      style={{ gridTemplateColumns: 'repeat(3, minmax(max(0px, 100% / 3 - max(0px, 1rem - 24px) * 999), auto))' }}
    >
      {tabs.map(({ id, href, label, icon, count }) => (
        <a
          key={id}
          href={href}
          aria-current={id === tab ? 'page' : undefined}
          className={classNames(
            'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-center text-label [overflow-wrap:anywhere] select-none',
            id === tab ? 'text-on-tint' : 'text-ink',
          )}
        >
          <span
            aria-hidden="true"
            className={classNames(
              'grid h-8 w-16 place-items-center rounded-full [&_svg]:size-6',
              id === tab && 'bg-tint',
            )}
          >
            {icon}
          </span>
          {label}
          {count > 0 ? (
            <span className="num absolute start-[calc(50%+8px)] top-1 grid min-h-5.5 min-w-5.5 place-items-center rounded-full bg-fill px-1 text-micro text-on rim-surface">
              {count}
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  )
}
