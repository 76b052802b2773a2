import { Button } from '@nukkad/ui/components/button.tsx'
import { EmptyState } from '@nukkad/ui/components/states.tsx'
import { BackHeader } from '#features/shell/back-header.tsx'
import { Page } from '#features/shell/page.tsx'
import { t } from '#lib/catalogue.ts'

export default function NotFound() {
  return (
    <Page title={t('notFoundTitle')} header={<BackHeader />}>
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
