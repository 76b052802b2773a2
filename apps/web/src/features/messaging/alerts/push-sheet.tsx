import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { askForPush, mayAskForPush } from '#lib/push-subscription.ts'
import { readKey, writeKey } from '#lib/storage.ts'

/**
 * Explains push messages once, after the first order, before the browser asks for permission
 * (docs/reference/interface.md#global-states).
 */
export default function PushSheet() {
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
          <Button isBlock variant="plain" onClick={close}>
            {t('pushLater')}
          </Button>
        </div>
      }
    >
      <p className="text-ink-2">{t('pushText')}</p>
    </Sheet>
  )
}
