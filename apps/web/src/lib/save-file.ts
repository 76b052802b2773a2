/** Downloads a text as a file. */
export function saveFile(name: string, { content, mediaType }: { content: string; mediaType: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the file only after the click, so its URL stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
