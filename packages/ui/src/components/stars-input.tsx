import { Star } from 'lucide-react'
import { classNames } from '../class-names.ts'

type StarsInputProps = {
  label: string
  value: number
  /** The accessible names of the choices, from one star to five: "1 star", … */
  names: readonly [string, string, string, string, string]
  /** The text under the stars for the current score, such as "Loved it". */
  word?: string
  /** Whether the stars are small and begin at the start of the line, without a text below them. */
  isSmall?: boolean
  onChange: (value: number) => void
}

export function StarsInput({ label, value, names, word, isSmall, onChange }: StarsInputProps) {
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      <div className={classNames('flex flex-wrap', isSmall ? '-ms-2.5' : 'justify-center gap-1')}>
        {names.map((name, index) => {
          const score = index + 1
          return (
            <label
              key={name}
              className={classNames(
                'press relative grid cursor-pointer place-items-center rounded-full has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-ring',
                isSmall ? 'size-11' : 'size-12',
              )}
            >
              <input
                type="radio"
                name={label}
                value={score}
                checked={value === score}
                aria-label={name}
                onChange={() => onChange(score)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Star
                aria-hidden="true"
                className={classNames(
                  'stroke-[1.5]',
                  isSmall ? 'size-6' : 'size-9',
                  score <= value ? 'fill-gold stroke-gold' : 'stroke-control',
                )}
              />
            </label>
          )
        })}
      </div>
      {isSmall ? null : (
        <p aria-live="polite" className="min-h-6 text-center text-label text-ink-2">
          {word}
        </p>
      )}
    </fieldset>
  )
}
