import { useState } from 'react'
import { isArray, isRecord, readJsonKey, writeKey } from '#lib/storage.ts'

/** A chosen category, in the form that local storage holds (S-19). */
export type Option = { value: number; label: string }

/**
 * Returns the chosen categories and functions that change them. The chosen categories are stored under
 * `categorySelectOptions` (K-08).
 */
export function useSelection() {
  const [options, setOptions] = useState(() => readJsonKey('categorySelectOptions', isOptions) ?? [])
  const keep = (next: Option[]) => {
    writeKey('categorySelectOptions', JSON.stringify(next))
    setOptions(next)
  }
  const toggle = (option: Option) => {
    const isOn = options.some(({ value }) => value === option.value)
    keep(isOn ? options.filter(({ value }) => value !== option.value) : [...options, option])
  }
  return { options, toggle, clear: () => keep([]) }
}

function isOptions(value: unknown): value is Option[] {
  return (
    isArray(value) &&
    value.every((option) => isRecord(option) && Number.isInteger(option.value) && typeof option.label === 'string')
  )
}
