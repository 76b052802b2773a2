/** Returns the rows in the order of these ids; rows without an id among them are left out. */
export function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Returns the set with this member added, or removed if it was there. */
export function toggled<Member>(set: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const next = new Set(set)
  if (!next.delete(member)) next.add(member)
  return next
}
