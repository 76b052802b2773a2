import { unreadBadge } from '@nukkad/rules/badges.ts'
import { BottomBar, type BottomBarItem } from '@nukkad/ui/components/bottom-bar.tsx'
import { Bell, House, User, Wallet } from 'lucide-react'
import { useUnread } from '#lib/alerts.ts'
import { setting, t, tn } from '#lib/catalogue.ts'

/** Shows the tabs Home, Alerts, Wallet and Account. */
export function TabBar({ path }: { path: string }) {
  const unread = useUnread()
  const badge = unreadBadge(unread)
  const items: BottomBarItem[] = [
    { href: '/', label: t('navHome'), icon: <House />, isCurrent: path === '/' },
    {
      href: '/alerts',
      label: t('navAlerts'),
      icon: <Bell />,
      isCurrent: path === '/alerts',
      badge: badge ? { text: badge, name: tn('a11yUnread', unread), variant: 'count' } : undefined,
    },
    {
      href: '/my-wallet',
      label: t('navWallet'),
      icon: <Wallet />,
      isCurrent: path === '/my-wallet',
      badge: { text: t('walletBadge'), name: '', variant: 'plus' },
    },
    { href: '/my-account', label: t('navAccount'), icon: <User />, isCurrent: path === '/my-account' },
  ]
  return (
    <BottomBar
      name={t('a11yMainNavigation')}
      items={items}
      style={setting('footerStyleType') === 'FIXED' ? 'FIXED' : 'FLOAT'}
      onSelectCurrent={() => scrollTo({ top: 0, behavior: 'smooth' })}
    />
  )
}
