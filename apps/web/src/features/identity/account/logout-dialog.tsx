import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { Power } from 'lucide-react'
import { useIsOnline } from '#features/shell/offline.tsx'
import { t } from '#lib/catalogue.ts'
import { useLogout } from './use-logout.ts'

/** Asks for confirmation before the log-out (G-27, G-28). */
export function LogoutDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { mutate, isPending } = useLogout()
  const isOnline = useIsOnline()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      icon={<Power />}
      tone="danger"
      title={t('accountLogoutTitle')}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('accountLogoutCancel')}
          </Button>
          <Button variant="danger" isBusy={isPending} onClick={() => mutate()}>
            {t('accountLogout')}
          </Button>
        </>
      }
    >
      {isOnline ? null : t('accountLogoutOffline')}
    </Dialog>
  )
}
