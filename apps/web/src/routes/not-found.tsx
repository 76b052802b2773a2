import { Button } from '@nukkad/ui/parts/button.tsx'
import { IconButton } from '@nukkad/ui/parts/icon-button.tsx'
import { EmptyState } from '@nukkad/ui/parts/states.tsx'
import { ChevronLeft } from 'lucide-react'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'
import { goBack } from '#lib/navigation.ts'

export default function NotFound() {
  return (
    <Page
      title={t('notFoundTitle')}
      header={
        <header className="px-2 pt-[calc(6px+var(--safe-top))]">
          <IconButton label={t('a11yBack')} onClick={() => goBack('/')}>
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </IconButton>
        </header>
      }
    >
      <div className="grid min-h-[75dvh] place-items-center">
        <EmptyState
          level={1}
          picture="/assets/img/states/not-found.webp"
          title={t('notFoundTitle')}
          text={t('notFoundText')}
          action={<Button href="/">{t('notFoundHome')}</Button>}
        />
      </div>
    </Page>
  )
}
