import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId, useState } from 'react'
import { classNames } from '../class-names.ts'

type Frame = {
  label: string
  /** The help text under the field, which an error replaces. */
  helper?: string
  error?: string | null
}

export type FieldProps = Frame & {
  /** The content of the field before the text, such as "+91". */
  prefix?: ReactNode
  /** Content at the end of the field. */
  suffix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'>

const box =
  'flex min-h-13 items-center gap-2 rounded-button bg-surface px-4 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ring'

export function Field({ label, helper, error, prefix, suffix, inputRef, className, ...input }: FieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} helper={helper} error={error}>
      <div
        className={classNames(box, error ? 'outlined-error' : 'outlined', input.disabled && 'opacity-50')}
        // The direction of a phone field is always left to right, because phone numbers are written so in every
        // language.
        dir={input.type === 'tel' ? 'ltr' : undefined}
      >
        {prefix ? (
          <span aria-hidden="true" className="num text-input text-ink-2">
            {prefix}
          </span>
        ) : null}
        <input
          id={id}
          ref={inputRef}
          aria-invalid={error ? true : undefined}
          aria-describedby={helper || error ? `${id}-note` : undefined}
          className={classNames(
            'w-full min-w-0 flex-1 bg-transparent py-3 text-input outline-none placeholder:text-ink-2',
            className,
          )}
          {...input}
        />
        {suffix}
      </div>
    </FieldFrame>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'type' | 'suffix'> & { showLabel: string; hideLabel: string }

export function PasswordField({ showLabel, hideLabel, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      suffix={
        <button
          type="button"
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setShown(!isShown)}
          className="-me-3 grid size-11 shrink-0 place-items-center text-ink-2 [&_svg]:size-5"
        >
          {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}

type TextAreaProps = Frame & TextareaHTMLAttributes<HTMLTextAreaElement>

export function TextArea({ label, helper, error, ...area }: TextAreaProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} helper={helper} error={error}>
      <div className={classNames(box, 'outlined')}>
        <textarea
          id={id}
          rows={3}
          className="min-w-0 flex-1 resize-none bg-transparent py-3 text-input outline-none placeholder:text-ink-2"
          {...area}
        />
      </div>
    </FieldFrame>
  )
}

function FieldFrame({ id, label, helper, error, children }: Frame & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-label">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="mt-1.5 flex items-start gap-1 text-small text-error">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      ) : helper ? (
        <p id={`${id}-note`} className="mt-1.5 text-small text-ink-2">
          {helper}
        </p>
      ) : null}
    </div>
  )
}
