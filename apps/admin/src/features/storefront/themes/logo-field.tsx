import { Button } from '@nukkad/ui/components/button.tsx'
import { useMutation } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useRef } from 'react'
import { pictureTypes } from '#components/file-button.tsx'
import { ApiError, call } from '#lib/api.ts'

/** The default logo and icon, and the screens on which a custom one is shown. */
const kinds = {
  logo: { label: 'Logo', ours: 'logo.png', help: undefined, source: '/assets/img/logos/nukkad.svg' },
  icon: {
    label: 'Icon',
    ours: '',
    help: 'Home screens, browser tabs and messages show this icon. A square of 512 pixels or more is best.',
    source: '/assets/img/favicons/favicon.svg',
  },
} as const

type LogoFieldProps = { use: keyof typeof kinds; value: string; storeColor: string; onChange: (name: string) => void }

/** Uploads a logo or icon, which no customer sees before the theme is published. */
export function LogoField({ use, value, storeColor, onChange }: LogoFieldProps) {
  const { label, ours, help, source } = kinds[use]
  const input = useRef<HTMLInputElement>(null)
  const send = useMutation({
    mutationFn: (picture: File) => call('dashboard/theme/logo', { use }, { picture }),
    onSuccess: ({ name }) => onChange(name),
  })
  const isOurs = value === ours || value === ''
  return (
    <div>
      <p className="mb-1 text-label">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        <img
          src={isOurs ? `${source}?c=${storeColor.replace('#', '')}` : `/assets/img/uploads/${value}`}
          alt={`The ${label.toLowerCase()}`}
          className="size-14 rounded-control bg-sunken object-contain"
        />
        <Button size="small" variant="outline" isBusy={send.isPending} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4.5" />
          Upload image
        </Button>
        {isOurs ? null : (
          <Button size="small" variant="plain" onClick={() => onChange(ours)}>
            Restore the default
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const picture = event.target.files?.[0]
          event.target.value = ''
          if (picture) send.mutate(picture)
        }}
      />
      {help ? <p className="mt-1 text-small text-ink-2">{help}</p> : null}
      {send.error ? (
        <p role="alert" className="mt-1 text-small text-error">
          {send.error instanceof ApiError
            ? (send.error.fields.image ?? send.error.message)
            : 'The picture could not be uploaded.'}
        </p>
      ) : null}
    </div>
  )
}
