import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type BottomBarItem = {
  href: string
  label: string
  icon: ReactNode
  isCurrent: boolean
  badge?: { text: string; name: string; variant: 'count' | 'plus' }
}

type BottomBarProps = {
  /** The accessible name of the bar as a navigation landmark. */
  name: string
  items: BottomBarItem[]
  /**
   * The style of the bar, where `FLOAT` keeps a distance from the edges of the screen and `FIXED` fills the bottom
   * (A-34).
   */
  style: 'FLOAT' | 'FIXED'
  onSelectCurrent: () => void
}

export function BottomBar({ name, items, style, onSelectCurrent }: BottomBarProps) {
  return (
    <nav
      aria-label={name}
      data-style={style}
      data-foot
      className={classNames(
        'fixed inset-x-0 bottom-0 z-20 mx-auto grid h-(--nav) max-w-192 grid-cols-4 bg-surface/94 pb-(--safe-bottom) [backdrop-filter:blur(16px)]',
        style === 'FLOAT' ? 'line-above' : 'bg-surface shadow-3',
      )}
    >
      {items.map((item) => (
        <BottomBarLink key={item.href} item={item} onSelectCurrent={onSelectCurrent} />
      ))}
    </nav>
  )
}

function BottomBarLink({ item, onSelectCurrent }: { item: BottomBarItem; onSelectCurrent: () => void }) {
  const { href, label, icon, isCurrent, badge } = item
  return (
    <a
      href={href}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={isCurrent ? onSelectCurrent : undefined}
      className={classNames(
        'relative flex flex-col items-center justify-center gap-0.5 text-center text-micro [overflow-wrap:anywhere] select-none',
        isCurrent ? 'text-on-tint' : 'text-ink-2',
      )}
    >
      <span
        className={classNames(
          'grid h-7.5 w-14 max-w-full place-items-center rounded-full [&_svg]:size-5.5',
          isCurrent && 'bg-tint',
        )}
        aria-hidden="true"
      >
        {icon}
      </span>
      <span>{label}</span>
      {badge ? <Badge {...badge} /> : null}
    </a>
  )
}

function Badge({ text, name, variant }: NonNullable<BottomBarItem['badge']>) {
  return (
    <span
      className={classNames(
        'num absolute top-1 grid min-h-[1.125rem] min-w-[1.125rem] place-items-center rounded-full px-1 text-count rim-surface',
        'start-[calc(50%+2px)]',
        variant === 'count' ? 'bg-fill text-on' : 'bg-gold text-[#3d2400]',
      )}
    >
      <span aria-hidden={name ? true : undefined}>{text}</span>
      {name ? <span className="sr-only">{name}</span> : null}
    </span>
  )
}
