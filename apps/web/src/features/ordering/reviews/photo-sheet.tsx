import { Picture } from '@nukkad/ui/components/picture.tsx'
import { Sheet } from '@nukkad/ui/components/sheet.tsx'
import { t } from '#lib/catalogue.ts'

type PhotoSheetProps = {
  name: string
  /** The paths of the photos, the tapped one first. */
  photos: string[]
  isOpen: boolean
  onClose: () => void
}

/** Shows the photos of a review in full width. */
export default function PhotoSheet({ name, photos, isOpen, onClose }: PhotoSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={name} closeLabel={t('a11yClose')} size="full">
      <div className="grid gap-3">
        {photos.map((path, index) => (
          <Picture
            key={path}
            path={path}
            alt={t('a11yReviewPhoto', { name, number: index + 1 })}
            width={900}
            height={900}
            sizes="min(100vw, 600px)"
            className="h-auto w-full rounded-card bg-sunken object-contain"
            isEager
          />
        ))}
      </div>
    </Sheet>
  )
}
