import { Picture } from '@nukkad/ui/components/picture.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { FileButton } from '#components/file-button.tsx'
import { call } from '#lib/api.ts'
import { toast, toastError } from '#lib/toasts.ts'
import { rereadStore, type ShownStore } from './use-store.ts'

/** Uploads the picture of the store that lists show. */
export function StorePicture({ store }: { store: ShownStore }) {
  const upload = useMutation({
    mutationFn: (picture: File) => call('store-owner/update-store-image', { store_id: store.id }, { picture }),
    onSuccess: async () => {
      await rereadStore()
      toast('The picture was saved')
    },
    onError: toastError,
  })
  return (
    <section aria-label="Pictures" className="card grid gap-4 p-5">
      <div>
        <h2 className="text-heading">Pictures</h2>
        <p className="text-small text-ink-2">
          JPEG, PNG or WebP up to 5 MB. The picture is cropped automatically to the shape of cards.
        </p>
      </div>
      {store.image ? (
        <Picture
          path={store.image}
          alt={`Picture of ${store.name}`}
          width={390}
          height={219}
          sizes="390px"
          className="w-full max-w-96 rounded-control object-cover"
        />
      ) : (
        <p className="text-ink-2">No picture yet.</p>
      )}
      <div>
        <FileButton label="Upload image" isBusy={upload.isPending} onFile={(file) => upload.mutate(file)}>
          <ImageUp aria-hidden="true" />
          {store.image ? 'Replace image' : 'Upload image'}
        </FileButton>
      </div>
    </section>
  )
}
