import { Button } from '@nukkad/ui/components/button.tsx'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { t } from '#lib/catalogue.ts'
import { askForPush, mayAskForPush } from '#lib/push-subscription.ts'

type PushCardProps = { title: string; text: string }

/** Offers push messages. The card disappears when the person has answered. */
export function PushCard({ title, text }: PushCardProps) {
  const [isOffered, setOffered] = useState(mayAskForPush)
  if (!isOffered) return null
  return (
    <section aria-label={title} className="mb-3 rounded-card bg-tint p-4 text-on-tint">
      <h2 className="flex items-center gap-2 text-heading">
        <BellRing aria-hidden="true" className="size-5" />
        {title}
      </h2>
      <p className="mt-1 mb-3 text-small">{text}</p>
      <Button size="small" onClick={() => void askForPush().finally(() => setOffered(false))}>
        {t('pushAllow')}
      </Button>
    </section>
  )
}
