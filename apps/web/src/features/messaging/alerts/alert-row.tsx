import { classNames } from '@nukkad/ui/class-names.ts'
import { Bell, Bike, Wallet } from 'lucide-react'
import type { Alert } from '#lib/alerts.ts'
import { agoOf, wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import type { Message } from './message.ts'

const variants = {
  order: { Icon: Bike, disc: 'bg-tint text-on-tint' },
  wallet: { Icon: Wallet, disc: 'bg-ok-tint text-ok' },
  news: { Icon: Bell, disc: 'bg-info-tint text-info' },
}

/** Shows a notification. A dot and bold text mark it as unread, never only a colour (L-02). */
export function AlertRow({ alert, message, onOpen }: { alert: Alert; message: Message; onOpen: () => void }) {
  const { Icon, disc } = variants[message.kind]
  const isUnread = alert.is_read === 0
  return (
    <button type="button" onClick={onOpen} className="press flex w-full items-start gap-3 py-3.5 text-start">
      <span aria-hidden="true" className={`grid size-11 shrink-0 place-items-center rounded-full ${disc}`}>
        <Icon className="size-5" />
      </span>
      <span className="block min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={classNames('min-w-0 flex-1 wrap-anywhere', isUnread ? 'font-bold' : 'font-medium')}>
            <bdi>{message.title}</bdi>
          </span>
          <span className="num shrink-0 text-small text-ink-2">{agoOf(wireInstant(alert.created_at), new Date())}</span>
        </span>
        <span className="line-clamp-2 text-small text-ink-2">
          <bdi>{message.message}</bdi>
        </span>
      </span>
      {isUnread ? (
        <span className="mt-2 size-2 shrink-0 rounded-full bg-brand">
          <span className="sr-only">{t('alertsUnread')}</span>
        </span>
      ) : (
        <span aria-hidden="true" className="size-2 shrink-0" />
      )}
    </button>
  )
}
