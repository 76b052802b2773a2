import type { WireInput } from '@nukkad/contract/contract.ts'
import { Button } from '@nukkad/ui/components/button.tsx'
import { ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { pictureTypes } from '#components/file-button.tsx'
import { ApiError, call } from '#lib/api.ts'

const MAX_BYTES = 5 * 1024 * 1024

type PictureFieldProps = {
  label: string
  help?: string
  use: WireInput<'dashboard/pictures/upload'>['use']
  /** The path of the picture; empty without one. */
  value: string
  onChange: (path: string) => void
  error?: string | undefined
  /** The proportions to which the picture is cut, as width / height. */
  ratio?: string
  isOptional?: boolean
}

/** Uploads a picture as soon as it is selected, and shows it cropped as customers will see it. */
export function PictureField(props: PictureFieldProps) {
  const { label, help, use, value, onChange, error, ratio = '65 / 26', isOptional } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [uploadError, setUploadError] = useState<string>()
  const said = uploadError ?? error
  const handleFile = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MAX_BYTES) return setUploadError('A picture can be up to 5 MB.')
    setUploadError(undefined)
    setBusy(true)
    try {
      onChange((await call('dashboard/pictures/upload', { use }, { picture: file })).path)
    } catch (refusal) {
      setUploadError(refusal instanceof ApiError ? refusal.message : 'The picture could not be uploaded.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <span id={`${id}-label`} className="mb-1 block text-label">
        {label}
      </span>
      {value ? (
        <img
          src={value}
          alt={`${label}, as it will be shown`}
          className="mb-2 w-full max-w-80 rounded-control bg-sunken object-cover"
          style={{ aspectRatio: ratio }}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="outline" isBusy={isBusy} onClick={() => input.current?.click()}>
          <ImageUp aria-hidden="true" className="size-4.5" />
          {value ? 'Replace image' : 'Upload image'}
        </Button>
        {value && isOptional ? (
          <Button size="small" variant="plain" onClick={() => onChange('')}>
            No picture
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-labelledby={`${id}-label`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void handleFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {said ? (
        <p role="alert" className="mt-1 text-small text-error">
          {said}
        </p>
      ) : (
        <p className="mt-1 text-small text-ink-2">{help ?? 'JPEG, PNG or WebP, up to 5 MB.'}</p>
      )}
    </div>
  )
}
