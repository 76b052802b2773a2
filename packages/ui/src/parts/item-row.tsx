import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { groundFor } from '../picture-sources.ts'
import { Picture } from './picture.tsx'

type ItemRowProps = {
  id: number
  name: string
  /** One or two plain lines. */
  description: string
  image: string | null
  mark?: ReactNode
  price: ReactNode
  badge?: ReactNode
  /** Stepper, add button or the text of an item that is not available. */
  control: ReactNode
  /** Under the control, such as "Customise". */
  note?: string
  isInactive?: boolean
  /** Told which part of the row was pressed. */
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
    <article className="grid grid-cols-[1fr_auto] gap-4 pt-4.5 pb-10">
      <div className="min-w-0">
        {mark || badge ? (
          // A badge reaches up, so that names stand on one line where two rows are side by side.
          <div className={`mb-1.5 flex min-h-4 items-center gap-1.5 ${badge ? '-mt-2' : ''}`}>
            {mark}
            {badge}
          </div>
        ) : null}
        <h3 className="text-heading">
          <button type="button" onClick={(event) => onOpen(event.currentTarget)} className="text-start">
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
          // The name beside it opens the same drawer, so this larger target is for the hand only.
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

/** The small "Add" that becomes a stepper. */
export function AddButton({ label, subject, isDisabled, hasFocus, onAdd }: AddButtonProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      // biome-ignore lint/a11y/noAutofocus: the stepper that had it has just gone
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
  /** Takes the focus as it appears. */
  hasFocus?: boolean
  onAdd: () => void
}
