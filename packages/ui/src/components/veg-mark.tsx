/**
 * Renders a dot for a vegetarian item and a triangle for any other item, so that the shape differs as well as the
 * colour.
 */
export function VegMark({ isVeg, name }: { isVeg: boolean; name: string }) {
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 ${isVeg ? 'text-veg' : 'text-non-veg'}`}
    >
      <rect x=".75" y=".75" width="14.5" height="14.5" rx="3.5" fill="#fff" stroke="currentColor" strokeWidth="1.5" />
      {isVeg ? (
        <circle cx="8" cy="8" r="3.5" fill="currentColor" />
      ) : (
        <path d="M8 4.2 12 11.4H4z" fill="currentColor" />
      )}
    </svg>
  )
}
