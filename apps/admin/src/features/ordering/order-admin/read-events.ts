export type StreamMessage = { id: string | undefined; data: string | undefined }

/**
 * Reads server-sent events from a response as they arrive. The server's comments, which keep the connection open,
 * become messages without data.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (rest + part.value).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) yield { id: block.match(/^id: (.*)$/m)?.[1], data: block.match(/^data: (.*)$/m)?.[1] }
  }
}
