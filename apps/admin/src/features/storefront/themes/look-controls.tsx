import type { Look, LookKey } from '@nukkad/contract/storefront/themes.ts'
import { useId } from 'react'
import { ColourField } from '#features/storefront/settings-admin/setting-field.tsx'
import { Input, Select, TextArea } from '#parts/controls.tsx'
import { LogoField } from './logo-field.tsx'
import { presets } from './presets.ts'

type ControlsProps = {
  look: Look
  errors: Readonly<Record<string, string>>
  onChange: (values: Partial<Look>) => void
}

const footers = [
  { value: 'FLOAT', label: 'Floats above the page' },
  { value: 'FIXED', label: 'Sits on its edge' },
]
const links: readonly [LookKey, string][] = [
  ['desktopSocialFacebookLink', 'Facebook'],
  ['desktopSocialGoogleLink', 'Google'],
  ['desktopSocialYoutubeLink', 'YouTube'],
  ['desktopSocialInstagramLink', 'Instagram'],
]

/** Everything that makes the look, grouped as one meets it from the top of the app to its foot. */
export function LookControls({ look, errors, onChange }: ControlsProps) {
  const colour = (key: 'storeColor' | 'cartColorBg' | 'cartColorText', label: string) => (
    <ColourField label={label} value={look[key]} error={errors[key]} onChange={(value) => onChange({ [key]: value })} />
  )
  const text = (key: LookKey, label: string, help?: string) => (
    <Input
      key={key}
      label={label}
      help={help}
      error={errors[key]}
      value={look[key]}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  )
  return (
    <>
      <fieldset className="card grid gap-4 p-5">
        <legend className="sr-only">Colours</legend>
        <h2 className="text-heading">Colours</h2>
        <ul aria-label="Presets" className="flex flex-wrap gap-2">
          {presets.map(({ name, colours }) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => onChange(colours)}
                className="control inline-flex items-center gap-2 text-small"
              >
                <span aria-hidden="true" className="size-4 rounded-full" style={{ background: colours.storeColor }} />
                {name}
              </button>
            </li>
          ))}
        </ul>
        {colour('storeColor', 'Colour of the shop')}
        {colour('cartColorBg', 'Cart bar')}
        {colour('cartColorText', 'Words on the cart bar')}
      </fieldset>
      <fieldset className="card grid gap-4 p-5">
        <legend className="sr-only">Shape</legend>
        <h2 className="text-heading">Logo and shape</h2>
        <LogoField use="logo" value={look.storeLogo} onChange={(storeLogo) => onChange({ storeLogo })} />
        <LogoField use="icon" value={look.appIcon} onChange={(appIcon) => onChange({ appIcon })} />
        <Radius
          value={look.restaurantCategorySliderStyle}
          onChange={(value) => onChange({ restaurantCategorySliderStyle: value })}
        />
        <Select
          label="Bottom bar"
          options={footers}
          value={look.footerStyleType}
          onChange={(event) => onChange({ footerStyleType: event.target.value })}
        />
      </fieldset>
      <fieldset className="card grid gap-4 p-5">
        <legend className="sr-only">Home</legend>
        <h2 className="text-heading">Home</h2>
        <TextArea
          label="Message on home"
          help="Mark-up such as <b> is allowed; an empty paragraph hides it."
          rows={3}
          error={errors.customHomeMessage}
          value={look.customHomeMessage}
          onChange={(event) => onChange({ customHomeMessage: event.target.value })}
        />
        {text('homeConsultTitle', 'Consultation: title')}
        {text('homeConsultText', 'Consultation: text')}
        {text('desktopHeading', 'Wide screens: heading')}
        {text('desktopSubHeading', 'Wide screens: text below')}
      </fieldset>
      <fieldset className="card grid gap-4 p-5">
        <legend className="sr-only">Footer</legend>
        <h2 className="text-heading">Footer of wide screens</h2>
        <TextArea
          label="Address"
          rows={2}
          error={errors.desktopFooterAddress}
          value={look.desktopFooterAddress}
          onChange={(event) => onChange({ desktopFooterAddress: event.target.value })}
        />
        {links.map(([key, name]) => text(key, name, 'A whole address, such as https://…; empty hides it.'))}
      </fieldset>
    </>
  )
}

function Radius({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex justify-between text-label">
        Corners of category tiles
        <output className="num text-ink-2">{value} rem</output>
      </label>
      <input
        id={id}
        type="range"
        min="0"
        max="2"
        step="0.1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full accent-(--c-fill)"
      />
    </div>
  )
}
