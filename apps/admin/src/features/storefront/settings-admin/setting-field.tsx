import { Button } from '@nukkad/ui/components/button.tsx'
import { Input, Select, Switch, TextArea } from '#components/controls.tsx'
import { type AdminSetting, nameOf } from './groups.ts'
import { choiceLabels } from './names.ts'

type FieldProps = {
  setting: AdminSetting
  /** The unsaved value; null resets the setting to its default, undefined means no change. */
  draft: string | null | undefined
  error: string | undefined
  onChange: (value: string | null) => void
}

/** Shows one setting: its name, help, control and key, and a button that restores the default. */
export function SettingField({ setting, draft, error, onChange }: FieldProps) {
  const { key, source, visibility } = setting
  const isLocked = source === 'environment'
  const mayReset = !isLocked && visibility !== 'secret' && source === 'own' && draft === undefined
  return (
    <div
      className="grid gap-1.5 border-b border-line py-4 last:border-0"
      data-changed={draft !== undefined || undefined}
    >
      <Control setting={setting} draft={draft} error={error} onChange={onChange} />
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-micro text-ink-2">
        <code>{key}</code>
        {isLocked ? <span>Set by an environment variable of the server</span> : null}
        {visibility === 'private' ? <span>Apps do not receive this value</span> : null}
        {draft === undefined ? null : <span className="text-on-tint">Not saved yet</span>}
        {mayReset ? (
          <button type="button" className="min-h-6 text-brand underline" onClick={() => onChange(null)}>
            Back to the default{defaultText(setting)}
            <span className="sr-only"> of {nameOf(key)}</span>
          </button>
        ) : null}
      </p>
    </div>
  )
}

function Control({ setting, draft, error, onChange }: FieldProps) {
  const { key, type, help, source, default: fallback, choices } = setting
  if (setting.visibility === 'secret')
    return <SecretField setting={setting} draft={draft} error={error} onChange={onChange} />
  const value = draft === null ? fallback : (draft ?? setting.value ?? '')
  const common = { label: nameOf(key), help, error, disabled: source === 'environment' }
  switch (type) {
    case 'bool':
      return (
        <Switch
          {...common}
          checked={value === 'true'}
          onChange={(event) => onChange(event.target.checked ? 'true' : 'false')}
        />
      )
    case 'choice':
      return (
        <Select
          {...common}
          value={value}
          options={(choices ?? []).map((choice) => ({ value: choice, label: wordsOf(key)[choice] ?? choice }))}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    case 'colour':
      return <ColourField {...common} value={value} onChange={onChange} />
    case 'longtext':
    case 'html':
      return <TextArea {...common} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />
    default:
      return (
        <Input
          {...common}
          value={value}
          inputMode={type === 'number' ? 'decimal' : type === 'url' ? 'url' : 'text'}
          placeholder={type === 'list' ? 'one, two, three' : undefined}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      )
  }
}

const wordsOf = (key: string) => (choiceLabels as Readonly<Record<string, Readonly<Record<string, string>>>>)[key] ?? {}

/**
 * Returns a setting's default value as a short text in brackets; empty for HTML and for a setting without a default.
 */
function defaultText({ key, type, default: fallback }: AdminSetting): string {
  if (type === 'bool') return fallback === 'true' ? ' (on)' : ' (off)'
  if (!fallback || type === 'html') return ''
  const text = wordsOf(key)[fallback] ?? fallback
  return ` (${text.length > 40 ? `${text.slice(0, 40)} …` : text})`
}

type ColourProps = {
  label: string
  help?: string
  error?: string | undefined
  disabled?: boolean
  value: string
  onChange: (value: string) => void
}

/** The control for a colour, which a person selects with the picker or types. */
export function ColourField({ value, onChange, ...common }: ColourProps) {
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Input
          {...common}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <input
        type="color"
        aria-label={`Pick: ${common.label}`}
        disabled={common.disabled}
        value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
        className={`size-11 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1 ${common.help || common.error ? 'mb-6' : ''}`}
      />
    </div>
  )
}

/** The control for a secret. The control never shows the stored secret, only whether one is stored. */
function SecretField({ setting, draft, error, onChange }: FieldProps) {
  const { key, help, is_set: isSet, source } = setting
  const isLocked = source === 'environment'
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Input
          label={nameOf(key)}
          help={draft === null ? 'The stored value will be removed when you save.' : help}
          error={error}
          type="password"
          autoComplete="new-password"
          disabled={isLocked}
          placeholder={isSet ? 'A value is set. Type to replace the value.' : 'No value is set'}
          value={draft ?? ''}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {isSet && !isLocked && draft === undefined ? (
        <Button size="small" variant="outline" className="mb-6" onClick={() => onChange(null)}>
          Remove<span className="sr-only"> {nameOf(key)}</span>
        </Button>
      ) : null}
    </div>
  )
}
