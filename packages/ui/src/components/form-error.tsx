import { classNames } from '../class-names.ts'

/** Shows above the button of a form why the form was refused. Shows nothing if there is no error. */
export function FormError({ text, size = 'large' }: { text: string | undefined; size?: 'large' | 'small' }) {
  if (!text) return null
  return (
    <p
      role="alert"
      className={classNames(
        'rounded-control bg-error-tint text-error',
        size === 'large' ? 'px-4 py-3 text-small' : 'px-3 py-2',
      )}
    >
      {text}
    </p>
  )
}
