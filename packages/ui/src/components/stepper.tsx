import { Minus, Plus, Trash2 } from 'lucide-react'
import { classNames } from '../class-names.ts'

type StepperProps = {
  quantity: number
  removeLabel: string
  addLabel: string
  /** The name of the counted item, which screen readers read with each button, such as "Rose Body Wash". */
  subject: string
  onRemove: () => void
  onAdd: () => void
  /**
   * The reason why the minus button is disabled, as it is for items with add-ons (D-31). Screen readers read the
   * reason.
   */
  removeDisabledReason?: string
  isAddDisabled?: boolean
  /** Whether the plus button gets the focus when the stepper appears. */
  hasFocus?: boolean
  /** Whether the minus button shows a bin at a quantity of one, because pressing it then removes the line. */
  hasBin?: boolean
  variant?: 'fill' | 'soft'
  size?: 'small' | 'large'
}

export function Stepper({ quantity, variant = 'fill', size = 'small', hasBin, subject, ...props }: StepperProps) {
  const button = classNames(
    'reach grid h-full place-items-center disabled:opacity-40',
    size === 'small' ? '[&_svg]:size-4' : '[&_svg]:size-5',
  )
  const isBin = hasBin && quantity === 1
  return (
    <fieldset
      aria-label={subject}
      className={classNames(
        'num inline-grid items-center text-center font-bold select-none',
        size === 'small'
          ? 'h-9 grid-cols-[34px_28px_34px] rounded-control text-body'
          : 'h-13 grid-cols-[48px_36px_48px] rounded-button text-section',
        variant === 'fill' ? 'bg-fill text-on' : 'bg-tint text-on-tint',
      )}
    >
      <button
        type="button"
        aria-label={props.removeLabel}
        title={props.removeDisabledReason}
        disabled={Boolean(props.removeDisabledReason)}
        onClick={props.onRemove}
        className={button}
      >
        {isBin ? <Trash2 aria-hidden="true" /> : <Minus aria-hidden="true" />}
      </button>
      <span key={quantity} className="roll pointer-events-none">
        {quantity}
      </span>
      <button
        type="button"
        aria-label={props.addLabel}
        disabled={props.isAddDisabled}
        // biome-ignore lint/a11y/noAutofocus: the button that had the focus was just replaced by the plus button
        autoFocus={props.hasFocus}
        onClick={props.onAdd}
        className={button}
      >
        <Plus aria-hidden="true" />
      </button>
    </fieldset>
  )
}
