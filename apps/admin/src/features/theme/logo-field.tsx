import { Button } from '@nukkad/ui/parts/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { ApiError, call } from '#lib/api.ts'
import { pictureTypes } from '#parts/file-button.tsx'

const OURS = 'logo.png'

/** The logo, sent when it is chosen and worn by nobody before the look is published. */
export function LogoField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: (picture: File) => call('dashboard/theme/logo', {}, { picture }),
    onSuccess: ({ name }) => onChange(name),
  })
  const isOurs = value === OURS || value === ''
  return (
    <div>
      <p className="mb-1 text-label">Logo</p>
      <div className="flex flex-wrap items-center gap-3">
        <img
          src={`/assets/img/logos/${isOurs ? 'nukkad.svg' : value}`}
          alt="The logo"
          className="size-14 rounded-control bg-sunken object-contain"
        />
        <Button size="small" look="outline" isBusy={send.isPending} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4.5" />
          Choose a picture
        </Button>
        {isOurs ? null : (
          <Button size="small" look="plain" onClick={() => onChange(OURS)}>
            Back to ours
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-label="Logo"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const picture = event.target.files?.[0]
          event.target.value = ''
          if (picture) send.mutate(picture)
        }}
      />
      {send.error ? (
        <p role="alert" className="mt-1 text-small text-error">
          {send.error instanceof ApiError ? send.error.message : 'The picture could not be sent.'}
        </p>
      ) : null}
    </div>
  )
}
