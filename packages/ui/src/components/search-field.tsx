import { Search, X } from 'lucide-react'
import { type Ref, useId } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from './icon-button.tsx'
import { LoadingLine } from './top-bar.tsx'

type SearchFieldProps = {
  label: string
  placeholder: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** The hint under the search field, such as "Type at least 3 characters". */
  hint?: string
  isSearching?: boolean
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

export function SearchField({ label, placeholder, clearLabel, value, onChange, hint, ...rest }: SearchFieldProps) {
  const hintId = useId()
  return (
    <div>
      <div className="relative flex min-h-12.5 items-center gap-2.5 overflow-hidden rounded-button bg-surface ps-4 pe-1 hairline focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring">
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <input
          ref={rest.inputRef}
          type="search"
          aria-label={label}
          aria-describedby={hint ? hintId : undefined}
          placeholder={placeholder}
          value={value}
          // biome-ignore lint/a11y/noAutofocus: a person opens a search screen to type
          autoFocus={rest.autoFocus}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onChange(event.currentTarget.value)}
          className="w-full min-w-0 flex-1 appearance-none bg-transparent py-3 text-input outline-none placeholder:text-ink-2 [&::-webkit-search-cancel-button]:hidden"
        />
        {value ? (
          <IconButton label={clearLabel} onClick={() => onChange('')}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
        <LoadingLine isOn={rest.isSearching ?? false} />
      </div>
      <p id={hintId} aria-live="polite" className={classNames('px-1 text-small text-ink-2', hint && 'pt-2')}>
        {hint}
      </p>
    </div>
  )
}
