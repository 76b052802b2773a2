import { Button } from '@nukkad/ui/components/button.tsx'
import { t } from '#lib/catalogue.ts'
import { leaveFor, offeredProviders } from './social.ts'

/** Shows the buttons of the social providers that the settings enable (H-07). */
export function SocialButtons() {
  const offered = offeredProviders()
  if (offered.length === 0) return null
  return (
    <div className="mt-6 grid gap-2.5">
      <p className="flex items-center gap-3 text-small text-ink-2">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {t('socialLoginOrText')}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </p>
      {offered.map(({ provider, label }) => (
        <Button key={provider} isBlock variant="outline" onClick={() => leaveFor(provider)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
