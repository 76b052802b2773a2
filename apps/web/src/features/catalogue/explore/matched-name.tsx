import { matchedStretches } from '@nukkad/rules/matched.ts'

/**
 * Shows a name with the letters in bold that the search matched, so that people see why the store or item is a result
 * (docs/reference/interface.md#explore).
 */
export function MatchedName({ name, query }: { name: string; query: string }) {
  return (
    <span className="font-medium">
      {matchedStretches(name, query).map(({ text, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no id, only an order
        isMatch ? <b key={index}>{text}</b> : text,
      )}
    </span>
  )
}
