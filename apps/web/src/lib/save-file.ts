/** Gives a text to the person as a file. */
export function saveFile(name: string, { content, mediaType }: { content: string; mediaType: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the file after the click; a minute is more than they take.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
