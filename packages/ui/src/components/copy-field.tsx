import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type CopyFieldProps = {
  label: string
  value: string
  copyLabel: string
  onCopied: () => void
  /** Share buttons next to the field with the text to copy. */
  children?: ReactNode
}

export function CopyField({ label, value, copyLabel, onCopied, children }: CopyFieldProps) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    onCopied()
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <div className="flex gap-2">
      <div className="flex min-h-12 min-w-0 flex-1 items-center rounded-[14px] border border-dashed border-control bg-sunken ps-3 pe-1.5">
        <input
          aria-label={label}
          readOnly
          dir="ltr"
          value={value}
          className="num min-h-11 min-w-0 flex-1 truncate bg-transparent text-label outline-none rtl:pe-2 rtl:text-right"
        />
        <button
          type="button"
          aria-label={copyLabel}
          onClick={copy}
          className="press reach grid size-9 shrink-0 place-items-center rounded-[10px] bg-surface text-brand shadow-1 [&_svg]:size-4.5"
        >
          {isCopied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </button>
      </div>
      {children}
    </div>
  )
}
