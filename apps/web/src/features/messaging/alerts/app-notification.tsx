import { Button } from '@nukkad/ui/components/button.tsx'
import { Dialog } from '@nukkad/ui/components/dialog.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { t } from '#lib/catalogue.ts'
import { go } from '#lib/navigation.ts'
import type { Message } from './message.ts'

/** Shows a message with its title and text, and a picture and a link if it has them. */
export function AppNotification({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const link = message?.link
  const isOwn = link?.startsWith('/')
  const open = () => {
    onClose()
    if (link) go(link)
  }
  return (
    <Dialog
      isOpen={message !== null}
      onClose={onClose}
      title={message?.title}
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            {t('inAppCloseButton')}
          </Button>
          {link ? (
            <Button href={isOwn ? undefined : link} isExternal={!isOwn} onClick={isOwn ? open : undefined}>
              {t('inAppOpenLinkButton')}
            </Button>
          ) : null}
        </>
      }
    >
      {message?.image ? (
        <span className="mb-3 block aspect-video overflow-hidden rounded-control bg-tint">
          <Picture
            path={message.image}
            alt=""
            width={320}
            height={180}
            sizes="320px"
            className="size-full object-cover"
          />
        </span>
      ) : null}
      <p dir="auto">{message?.message}</p>
    </Dialog>
  )
}
