import { classNames } from '@nukkad/ui/class-names.ts'
import type { ReactNode } from 'react'

/** Pictures that the server takes. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/** A button that asks for a file, a picture if nothing else is said; the file input itself carries the name and the focus. */
export function FileButton({
  label,
  accept = pictureTypes,
  isBusy,
  onFile,
  children,
}: {
  /** What is chosen, in words for those who do not see where it stands. */
  label: string
  accept?: string
  isBusy?: boolean
  onFile: (file: File) => void
  children: ReactNode
}) {
  return (
    <label
      className={classNames(
        'control relative inline-flex cursor-pointer items-center gap-2 text-label focus-within:outline-2 [&_svg]:size-4.5',
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
          // The same file chosen again is another try.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
