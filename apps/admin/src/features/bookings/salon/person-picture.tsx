import { Button } from '@nukkad/ui/components/button.tsx'
import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { FileButton } from '#components/file-button.tsx'
import { call } from '#lib/api.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { rereadSetup, type Stylist } from './use-setup.ts'

/** Edits the picture of a person, which customers see. A picture is saved as soon as it is chosen. */
export function PersonPicture({ storeId, stylist: { id, name, image } }: { storeId: number; stylist: Stylist }) {
  const change = useMutation({
    mutationFn: (picture: File | null) =>
      picture
        ? call('dashboard/bookings/stylists/picture', { store_id: storeId, id }, { picture })
        : call('dashboard/bookings/stylists/picture', { store_id: storeId, id, remove: 1 }),
    onSuccess: async (_, picture) => {
      await rereadSetup()
      toast(picture ? 'The picture was saved' : 'The picture was removed')
    },
    onError: toastError,
  })
  return (
    <div className="flex flex-wrap items-center gap-4">
      {image ? (
        <Picture
          key={image}
          path={image}
          alt={`Picture of ${name}`}
          width={96}
          height={96}
          sizes="96px"
          className="size-24 rounded-full object-cover"
        />
      ) : (
        <span className="grid size-24 place-items-center rounded-full bg-sunken text-center text-small text-ink-2">
          No picture
        </span>
      )}
      <div className="grid gap-1">
        <div className="flex flex-wrap gap-2">
          <FileButton
            label={image ? 'Replace image' : 'Upload image'}
            isBusy={change.isPending}
            onFile={(file) => change.mutate(file)}
          >
            <ImageUp aria-hidden="true" />
            {image ? 'Replace image' : 'Upload image'}
          </FileButton>
          {image ? (
            <Button size="small" variant="plain" isBusy={change.isPending} onClick={() => change.mutate(null)}>
              Remove image
            </Button>
          ) : null}
        </div>
        <p className="text-small text-ink-2">JPEG, PNG or WebP, up to 5 MB. Customers see the picture as a circle.</p>
      </div>
    </div>
  )
}
