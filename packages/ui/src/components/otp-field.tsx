import { useId } from 'react'
import { classNames } from '../class-names.ts'

type OtpFieldProps = {
  label: string
  length?: number
  value: string
  onChange: (value: string) => void
  error?: string | null
  isDisabled?: boolean
}

const shakesOnce = { animationDelay: '0s', animationIterationCount: 1 }

/**
 * Renders six boxes for a one-time code over one real input, so that paste, autofill and screen readers use a plain
 * field (WCAG 3.3.8).
 */
export function OtpField({ label, length = 6, value, onChange, error, isDisabled }: OtpFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-label">
        {label}
      </label>
      <div
        key={error ?? ''}
        // The boxes of the code always run from left to right, because every script writes digits in that direction.
        dir="ltr"
        className={classNames('relative', error && 'shake')}
        style={shakesOnce}
      >
        <div aria-hidden="true" className="num flex justify-between gap-2">
          {Array.from({ length }, (_, position) => position).map((index) => (
            <span
              key={index}
              className={classNames(
                'grid h-14 max-w-14 flex-1 place-items-center rounded-button bg-surface text-title',
                error
                  ? 'outlined-error'
                  : index === value.length
                    ? '[box-shadow:inset_0_0_0_2px_var(--c-ring)]'
                    : 'outlined',
              )}
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          maxLength={length}
          value={value}
          // While the code is checked, the field becomes read-only and not disabled, because a disabled field would
          // lose the focus, and the phone's keyboard would close.
          readOnly={isDisabled}
          data-takes-focus
          // biome-ignore lint/a11y/noAutofocus: the step exists only to type this code
          autoFocus
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, length))}
          className="absolute inset-0 size-full bg-transparent text-transparent caret-transparent outline-none"
        />
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-2 text-small text-error">
          {error}
        </p>
      ) : null}
    </div>
  )
}
