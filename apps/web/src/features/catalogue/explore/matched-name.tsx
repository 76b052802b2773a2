import { matchedStretches } from '@nukkad/rules/matched.ts'

/**
 * A name with the letters bold that a search found in it, so that one sees why it is there
 * (docs/reference/interface.md#explore).
 */
export function MatchedName({ name, query }: { name: string; query: string }) {
  return (
    <span className="font-medium">
      {matchedStretches(name, query).map(({ text, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the stretches have nothing but their place
        isMatch ? <b key={index}>{text}</b> : text,
      )}
    </span>
  )
}
