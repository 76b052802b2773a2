import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useEffect, useRef, useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { giveConsent, hasConsent } from '#lib/consent.ts'
import { reload } from '#lib/reload.ts'
import { logoPath } from './logo.ts'
import { RichText } from './rich-text.tsx'

/** Covers the page while the cache is being cleared, and blocks everything behind it (A-16, M-29). */
export function Updating() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-label={t('updatingMessage')}
      onCancel={(event) => event.preventDefault()}
      className="m-0 size-full max-h-none max-w-none bg-transparent p-0"
    >
      <UpdatingCover />
    </dialog>
  )
}

function UpdatingCover() {
  return (
    <div role="status" className="ground-hero fixed inset-0 grid place-content-center justify-items-center gap-4">
      <img src={logoPath()} alt="" width={72} height={72} className="breathe rounded-card" />
      <p className="title text-section">{t('updatingMessage')}</p>
      <div aria-hidden="true" className="h-1 w-40 overflow-hidden rounded-full bg-current/25">
        <div className="line-run h-full w-1/3 rounded-full bg-current" />
      </div>
    </div>
  )
}

/**
 * Shows the privacy notice as a card at the bottom until the visitor accepts it. The page below the privacy notice
 * stays usable (M-14, M-15).
 */
export function PrivacyNotice() {
  const [isAccepted, setAccepted] = useState(hasConsent)
  if (isAccepted) return null
  const accept = () => {
    giveConsent()
    setAccepted(true)
  }
  return (
    <section
      aria-label={t('a11yPrivacyNotice')}
      data-foot
      className="fixed inset-x-3 bottom-[calc(var(--nav)+10px)] z-20 mx-auto flex max-w-186 items-center gap-3 rounded-card bg-raised p-4 shadow-2"
    >
      <div className="min-w-0 flex-1 text-small">
        <RichText html={t('gdprMessage')} />
      </div>
      <Button size="small" variant="tint" onClick={accept}>
        {t('gdprConfirmButton')}
      </Button>
    </section>
  )
}

/**
 * Shows that the shop has no primary location. The app can show nothing else until an operator marks a location as
 * primary.
 */
export function CriticalError() {
  const steps = ['criticalStepOne', 'criticalStepTwo', 'criticalStepThree', 'criticalStepFour'] as const
  return (
    <main className="fixed inset-0 z-80 grid place-content-center justify-items-center gap-3 overflow-auto bg-bg p-6">
      <Picture path="/assets/img/states/critical.webp" alt="" width={96} height={96} sizes="96px" isEager />
      <h1 className="title text-title">{t('criticalTitle')}</h1>
      <p className="text-center">{t('criticalText')}</p>
      <ol className="list-decimal ps-6">
        {steps.map((step) => (
          <li key={step} className="py-1">
            {t(step)}
          </li>
        ))}
      </ol>
      <Button onClick={reload}>{t('criticalReload')}</Button>
    </main>
  )
}
