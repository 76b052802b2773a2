import { IconButton } from '@nukkad/ui/components/icon-button.tsx'
import { ChevronLeft } from 'lucide-react'
import { t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'

/** Shows a header with only a back button, for screens whose title is in their content. */
export function BackHeader() {
  return (
    <header className="px-2 pt-[calc(6px+var(--safe-top))]">
      <IconButton label={t('a11yBack')} onClick={() => goBack('/')}>
        <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
      </IconButton>
    </header>
  )
}
