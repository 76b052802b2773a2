import { Button } from '@nukkad/ui/components/button.tsx'
import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { useCanInstall, useInstall } from '#lib/install.ts'
import { readKey, writeKey } from '#lib/storage.ts'
import { IosSteps } from './ios-steps.tsx'
import { logoPath } from './logo.ts'

const hiddenForMs = 30 * 24 * 3_600_000

/**
 * Offers to install the app if the browser can, and explains the steps on an iPhone. A person who
 * dismisses the offer does not see it for 30 days.
 */
export default function InstallRow() {
  const question = useInstall((install) => install.question)
  const canInstall = useCanInstall()
  const [isHidden, setHidden] = useState(() => Date.now() - Number(readKey('installDismissedAt') ?? 0) < hiddenForMs)
  const [isShown, setShown] = useState(false)
  if (isHidden || !canInstall) return null
  const hide = () => {
    writeKey('installDismissedAt', String(Date.now()))
    setHidden(true)
  }
  const install = async () => {
    if (!question) return setShown(true)
    await question.prompt()
    // A browser shows each install prompt only once, so the used prompt is removed.
    useInstall.setState({ question: null })
  }
  return (
    <div className="flex items-center gap-3 rounded-card bg-surface p-3 ps-4 hairline">
      <img src={logoPath()} alt="" width={40} height={40} className="size-10 rounded-control" />
      <p className="min-w-0 flex-1">
        <span className="block text-label">{t('installTitle')}</span>
        <span className="block text-small text-ink-2">{t('installText')}</span>
      </p>
      <Button size="small" variant="tint" onClick={() => void install()}>
        {t('installButton')}
      </Button>
      <IconButton label={t('installHide')} onClick={hide} className="-mx-2">
        <X aria-hidden="true" className="text-ink-2" />
      </IconButton>
      <IosSteps isOpen={isShown} onClose={() => setShown(false)} />
    </div>
  )
}
