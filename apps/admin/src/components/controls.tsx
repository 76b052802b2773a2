import { classNames } from '@nukkad/ui/class-names.ts'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

type Frame = { label: string; help?: ReactNode; error?: string | undefined; isLabelHidden?: boolean }

/** A label and its control, with the help text or the error below. */
function Framed({ id, label, help, error, isLabelHidden, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-label'}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="mt-1 text-small text-error">
          {error}
        </p>
      ) : help ? (
        <p id={`${id}-note`} className="mt-1 text-small text-ink-2">
          {help}
        </p>
      ) : null}
    </div>
  )
}

const described = ({ help, error }: Frame, id: string) => (help || error ? `${id}-note` : undefined)

type InputProps = Frame & { ref?: Ref<HTMLInputElement>; before?: string; after?: string } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'ref'
  >

export function Input({
  label,
  help,
  error,
  isLabelHidden,
  before,
  after,
  className,
  id: given,
  ...input
}: InputProps) {
  const made = useId()
  const id = given ?? made
  return (
    <Framed id={id} label={label} help={help} error={error} isLabelHidden={isLabelHidden}>
      <div className={classNames('control flex items-center gap-2', error && 'outline-2 outline-error')}>
        {before ? (
          <span aria-hidden="true" className="text-ink-2">
            {before}
          </span>
        ) : null}
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={described({ label, help, error }, id)}
          className={classNames('w-full min-w-0 bg-transparent py-2 outline-none', className)}
          {...input}
        />
        {after ? (
          <span aria-hidden="true" className="text-ink-2">
            {after}
          </span>
        ) : null}
      </div>
    </Framed>
  )
}

type TextAreaProps = Frame & { ref?: Ref<HTMLTextAreaElement> } & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextArea({ label, help, error, isLabelHidden, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <Framed id={id} label={label} help={help} error={error} isLabelHidden={isLabelHidden}>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error ? true : undefined}
        aria-describedby={described({ label, help, error }, id)}
        className={classNames('control block w-full resize-y py-2', error && 'outline-2 outline-error')}
        {...area}
      />
    </Framed>
  )
}

type SelectProps = Frame & {
  ref?: Ref<HTMLSelectElement>
  options: readonly { value: string; label: string }[]
} & SelectHTMLAttributes<HTMLSelectElement>

export function Select({ label, help, error, isLabelHidden, options, ...select }: SelectProps) {
  const id = useId()
  return (
    <Framed id={id} label={label} help={help} error={error} isLabelHidden={isLabelHidden}>
      <select
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={described({ label, help, error }, id)}
        className={classNames('control w-full', error && 'outline-2 outline-error')}
        {...select}
      >
        {options.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </Framed>
  )
}

type SwitchProps = Frame & { ref?: Ref<HTMLInputElement> } & Omit<InputHTMLAttributes<HTMLInputElement>, 'ref'>

/** A switch, which takes effect immediately or when its form is saved. */
export function Switch({ label, help, error, isLabelHidden, ...input }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        type="checkbox"
        aria-describedby={described({ label, help, error }, id)}
        className="switch shrink-0"
        {...input}
      />
      <div className="pt-0.5">
        <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-label'}>
          {label}
        </label>
        {error || help ? (
          <p id={`${id}-note`} className={classNames('text-small', error ? 'text-error' : 'text-ink-2')}>
            {error ?? help}
          </p>
        ) : null}
      </div>
    </div>
  )
}
