import { IOS_POPUP_MS } from '@nukkad/rules/constants.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { Share, SquarePlus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { readKey, writeKey } from '#lib/storage.ts'

/** Opens the install steps automatically 2.5 s after the start, once, and never during a payment. */
export default function IosPopup() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (readKey('installDismissedAt') !== undefined) return
    const timer = setTimeout(() => setOpen(!/^\/(cart|checkout)$/.test(location.pathname)), IOS_POPUP_MS)
    return () => clearTimeout(timer)
  }, [])
  const close = () => {
    writeKey('installDismissedAt', String(Date.now()))
    setOpen(false)
  }
  return <IosSteps isOpen={isOpen} onClose={close} />
}

/** Shows how to add the app to an iPhone's home screen, which only the person can do. */
export function IosSteps({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('iOSPWAPopupTitle')}
      sub={t('iOSPWAPopupBody')}
      closeLabel={t('a11yClose')}
      foot={
        <Button isBlock variant="tint" onClick={onClose}>
          {t('iOSPWAPopupCloseButtonLabel')}
        </Button>
      }
    >
      <ol className="grid gap-3">
        <Step icon={<Share />} name={t('iOSPWAPopupShareButtonLabel')} />
        <Step icon={<SquarePlus />} name={t('iOSPWAPopupAddButtonLabel')} />
      </ol>
    </Sheet>
  )
}

function Step({ icon, name }: { icon: ReactNode; name: string }) {
  return (
    <li className="flex items-center gap-3.5 rounded-card bg-surface p-4 hairline">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-control bg-tint text-on-tint [&_svg]:size-6"
      >
        {icon}
      </span>
      <span className="text-heading">{name}</span>
    </li>
  )
}
