import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { groundFor } from '../picture-sources.ts'
import { Picture } from './picture.tsx'

type ItemRowProps = {
  id: number
  name: string
  /** The item's description, in one or two lines of plain text. */
  description: string
  image: string | null
  mark?: ReactNode
  price: ReactNode
  badge?: ReactNode
  /** The control of the row: a stepper, an add button, or the text for an item that is not available. */
  control: ReactNode
  /** The text under the row's control, such as "Customise". */
  note?: string
  isInactive?: boolean
  /** The function that the row calls with its pressed part when the person opens the item. */
  onOpen: (pressed: Element) => void
}

export function ItemRow({
  id,
  name,
  description,
  image,
  mark,
  price,
  badge,
  control,
  note,
  isInactive,
  onOpen,
}: ItemRowProps) {
  return (
    // If an item has a picture, its button is over the lower edge of the picture, and the note is below the button.
    <article className={classNames('grid grid-cols-[1fr_auto] gap-4', image ? 'pt-4.5 pb-10' : 'py-3.5')}>
      <div className="min-w-0">
        {mark || badge ? (
          // A row with a badge moves up by the height of the badge, so that the names of two rows next to each other
          // stay aligned.
          <div className={`mb-1.5 flex min-h-4 items-center gap-1.5 ${badge ? '-mt-2' : ''}`}>
            {mark}
            {badge}
          </div>
        ) : null}
        <h3 className="text-heading">
          {/* A person opens an item without a picture by pressing its name, so the name must be as tall as a finger
              needs. */}
          <button
            type="button"
            onClick={(event) => onOpen(event.currentTarget)}
            className={classNames('text-start', !image && 'reach')}
          >
            {name}
          </button>
        </h3>
        {description ? (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-small text-ink-2">
            {description}
          </p>
        ) : null}
        <div className="mt-1.5">{price}</div>
      </div>
      <div className={classNames('relative', image ? 'w-31 self-start' : 'w-24 self-center')}>
        {image ? (
          // The larger touch target opens the same drawer as the item's name, so it is hidden from keyboards and screen
          // readers.
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onClick={(event) => onOpen(event.currentTarget)}
            className={classNames(
              'press grid h-29 w-31 place-items-center overflow-hidden rounded-card',
              groundFor(id),
            )}
          >
            <Picture
              path={image}
              alt=""
              width={100}
              height={88}
              sizes="100px"
              className={classNames('-mt-2 h-22 w-25 object-contain', isInactive && 'opacity-40')}
            />
          </button>
        ) : null}
        <div className={classNames('flex justify-center', image && 'absolute inset-x-0 -bottom-3.5')}>{control}</div>
        {note ? (
          <p
            className={classNames(
              'text-center text-micro font-medium text-ink-2',
              image ? 'absolute inset-x-0 -bottom-8.5' : 'mt-1',
            )}
          >
            {note}
          </p>
        ) : null}
      </div>
    </article>
  )
}

/** Renders the small "Add" button that becomes a stepper. */
export function AddButton({ label, subject, isDisabled, hasFocus, onAdd }: AddButtonProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      // biome-ignore lint/a11y/noAutofocus: the stepper that had the focus was just removed
      autoFocus={hasFocus}
      aria-label={label}
      aria-description={subject}
      onClick={onAdd}
      className="press reach min-h-9 min-w-24 rounded-control px-1 bg-raised text-label font-bold text-brand [box-shadow:inset_0_0_0_1.5px_var(--c-tint-2),var(--e-1)] disabled:text-control"
    >
      {label}
    </button>
  )
}

type AddButtonProps = {
  label: string
  subject: string
  isDisabled?: boolean
  /** Whether the "Add" button gets the focus when it appears. */
  hasFocus?: boolean
  onAdd: () => void
}
