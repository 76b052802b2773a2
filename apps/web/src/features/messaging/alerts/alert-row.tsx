import { classNames } from '@nukkad/ui/class-names.ts'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Bell, CalendarCheck, ShoppingBag, Tag, Wallet } from 'lucide-react'
import type { Alert } from '#lib/alerts.ts'
import { agoOf, wireInstant } from '#lib/calendar.ts'
import { t } from '#lib/catalogue.ts'
import type { Message } from './message.ts'

const variants = {
  order: { Icon: ShoppingBag, disc: 'bg-tint text-on-tint' },
  visit: { Icon: CalendarCheck, disc: 'bg-tint text-on-tint' },
  wallet: { Icon: Wallet, disc: 'bg-ok-tint text-ok' },
  offer: { Icon: Tag, disc: 'bg-gold-tint text-gold-ink' },
  news: { Icon: Bell, disc: 'bg-info-tint text-info' },
}

/**
 * Shows a notification. Marks an unread notification by a dot and bold text, because some people cannot distinguish
 * colours (L-02).
 */
export function AlertRow({ alert, message, onOpen }: { alert: Alert; message: Message; onOpen: () => void }) {
  const { Icon, disc } = variants[message.kind]
  const isUnread = alert.is_read === 0
  return (
    <button type="button" onClick={onOpen} className="press flex w-full items-start gap-3 py-3.5 text-start">
      {message.image ? (
        <span aria-hidden="true" className="relative size-11 shrink-0">
          <Picture
            path={message.image}
            alt=""
            width={44}
            height={44}
            sizes="88px"
            className="size-11 rounded-control bg-tint object-cover"
          />
          <span
            className={`absolute -end-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full outline-2 outline-bg ${disc}`}
          >
            <Icon className="size-3.5" />
          </span>
        </span>
      ) : (
        <span aria-hidden="true" className={`grid size-11 shrink-0 place-items-center rounded-full ${disc}`}>
          <Icon className="size-5" />
        </span>
      )}
      <span className="block min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={classNames('min-w-0 flex-1 wrap-anywhere', isUnread ? 'font-bold' : 'font-medium')}>
            <bdi>{message.title}</bdi>
          </span>
          <span className="num shrink-0 text-small text-ink-2">{agoOf(wireInstant(alert.created_at), new Date())}</span>
        </span>
        <span className="block wrap-anywhere text-small text-ink-2">
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
