import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

type ChoiceRowProps = {
  type: 'radio' | 'checkbox'
  name: string
  label: ReactNode
  sub?: ReactNode
  icon?: ReactNode
  /** The content at the end of a row of choices, before its mark, such as a price. */
  end?: ReactNode
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** Renders a row that a press anywhere in it selects, as for add-ons, payment methods and addresses. */
export function ChoiceRow({ type, name, label, sub, icon, end, isChecked, isDisabled, onChange }: ChoiceRowProps) {
  return (
    <label
      className={classNames(
        'flex min-h-13 items-center gap-3 py-2 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring',
        isDisabled ? 'opacity-45' : 'cursor-pointer',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {sub ? <span className="num block text-small text-ink-2">{sub}</span> : null}
      </span>
      {end ? <span className="num text-label text-ink-2">{end}</span> : null}
      <input
        type={type}
        name={name}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="sr-only"
      />
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-6 shrink-0 place-items-center',
          type === 'radio' ? 'rounded-full' : 'rounded-badge',
          isChecked ? 'bg-fill text-on' : 'bg-surface outlined',
        )}
      >
        {isChecked ? (
          type === 'radio' ? (
            <span className="size-2.5 rounded-full bg-current" />
          ) : (
            <Check className="size-4" strokeWidth={3} />
          )
        ) : null}
      </span>
    </label>
  )
}

export function Switch({ label, isOn, isDisabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
      className={classNames(
        'reach h-7 w-12 shrink-0 rounded-full p-[3px] disabled:opacity-45',
        isOn ? 'bg-fill' : 'bg-control',
      )}
    >
      <span
        className={classNames(
          'block size-5.5 rounded-full bg-white transition-transform',
          isOn && 'translate-x-5 rtl:-translate-x-5',
        )}
      />
    </button>
  )
}

type SwitchProps = { label: string; isOn: boolean; isDisabled?: boolean; onChange: (isOn: boolean) => void }
