import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

export type Segment<Value extends string> = {
  value: Value
  label: string
  icon?: ReactNode
  /** The reason why the option cannot be selected. Screen readers read the reason, and a long press shows it. */
  disabledReason?: string
}

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  segments: Segment<Value>[]
  onChange: (value: Value) => void
}

export function Segmented<Value extends string>({ label, value, segments, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap gap-0.5 rounded-[14px] bg-sunken p-1">
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={segment.disabledReason}
          className={classNames(
            // The touch target of an option includes the border of the control around it.
            'relative after:absolute after:inset-x-0 after:-inset-y-1 flex min-h-10 min-w-fit flex-[1_1_0] items-center justify-center gap-1.5 rounded-[11px] px-1 text-center text-label select-none',
            'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-ring',
            segment.value === value ? 'bg-raised text-ink shadow-1 [&_svg]:text-brand' : 'text-ink-2',
            segment.disabledReason ? 'opacity-45' : 'cursor-pointer',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            value={segment.value}
            checked={segment.value === value}
            disabled={Boolean(segment.disabledReason)}
            onChange={() => onChange(segment.value)}
          />
          <span aria-hidden="true" className="[&_svg]:size-4.5">
            {segment.icon}
          </span>
          {segment.label}
          {segment.disabledReason ? <span className="sr-only">, {segment.disabledReason}</span> : null}
        </label>
      ))}
    </fieldset>
  )
}
