import { classNames } from '@nukkad/ui/class-names.ts'
import type { ReactNode } from 'react'

/** Picture formats that the server accepts. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/** A button that selects a file, by default a picture; the file input itself has the accessible name and the focus. */
export function FileButton({
  label,
  accept = pictureTypes,
  isBusy,
  isPlain = false,
  onFile,
  children,
}: {
  /** The accessible name, for people who cannot see which field the button belongs to. */
  label: string
  accept?: string
  isBusy?: boolean
  /** Whether the button has no frame, like the buttons of a toolbar. */
  isPlain?: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  return (
    <label
      className={classNames(
        'relative inline-flex cursor-pointer items-center text-label focus-within:outline-2 [&_svg]:size-4.5',
        isPlain ? 'size-11 justify-center rounded-control text-ink-2' : 'control gap-2',
        isBusy && 'opacity-50',
      )}
    >
      {children}
      <input
        type="file"
        aria-label={label}
        accept={accept}
        disabled={isBusy}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // Clears the input, so that selecting the same file again counts as another try.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
