import { Button } from '@nukkad/ui/parts/button.tsx'
import { Sheet } from '@nukkad/ui/parts/sheet.tsx'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { askForPush, mayAskForPush } from '#lib/push-subscription.ts'
import { readKey, writeKey } from '#lib/storage.ts'

/** Among the alerts: messages could come by themselves. Gone once the person has answered. */
export function PushCard() {
  const [isOffered, setOffered] = useState(mayAskForPush)
  if (!isOffered) return null
  return (
    <section aria-label={t('pushTitle')} className="mb-3 rounded-card bg-tint p-4 text-on-tint">
      <h2 className="flex items-center gap-2 text-heading">
        <BellRing aria-hidden="true" className="size-5" />
        {t('pushTitle')}
      </h2>
      <p className="mt-1 mb-3 text-small">{t('pushText')}</p>
      <Button size="small" onClick={() => void askForPush().finally(() => setOffered(false))}>
        {t('pushAllow')}
      </Button>
    </section>
  )
}

/** Once, after the first order: plain words before the browser asks in its own (ux §6). */
export function PushSheet() {
  const [isOpen, setOpen] = useState(() => readKey('pushAsked') === undefined && mayAskForPush())
  const close = () => {
    writeKey('pushAsked', 'true')
    setOpen(false)
  }
  const allow = () => {
    close()
    void askForPush()
  }
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t('pushTitle')}
      closeLabel={t('a11yClose')}
      foot={
        <div className="grid gap-1">
          <Button isBlock onClick={allow}>
            {t('pushAllow')}
          </Button>
          <Button isBlock look="plain" onClick={close}>
            {t('pushLater')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{t('pushText')}</p>
    </Sheet>
  )
}
