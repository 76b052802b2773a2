import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A span as a collector reads it. */
export type SentSpan = {
  traceId: string
  id: string
  parentId: string
  name: string
  kind: number
  /** The start of the span in nanoseconds since 1970. */
  startedAt: bigint
  endedAt: bigint
  attributes: Record<string, string | bigint>
  status: bigint | undefined
  service: Record<string, string | bigint>
}

export type Collector = {
  url: string
  got: SentSpan[]
  /** The requests that the collector received: their paths, content types and header fields. */
  requests: { path: string; type: string | undefined; headers: Record<string, unknown> }[]
  /** The status with which the collector answers; undefined if it never answers. */
  answer: number | 'silence'
  close: () => Promise<void>
}

/** Starts an OpenTelemetry collector that decodes the spans that it receives (OTLP over HTTP, in protobuf). */
export async function openCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      collector.requests.push({ path, type: headers['content-type'], headers })
      if (collector.answer === 'silence') return
      const body = Buffer.concat(chunks)
      if (collector.answer === 200)
        collector.got.push(...readSpans(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(collector.answer, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got: [],
    requests: [],
    answer: 200,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return collector
}

type Field = { number: number; value: bigint | Buffer }

/** Reads the fields of one protobuf message. The function reads numbers of fixed length and of variable length. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  while (at < message.length) {
    const tag = Number(varint())
    const number = tag >> 3
    const form = tag & 7
    if (form === 0) yield { number, value: varint() }
    else if (form === 1) {
      yield { number, value: message.readBigUInt64LE(at) }
      at += 8
    } else if (form === 2) {
      const length = Number(varint())
      yield { number, value: message.subarray(at, at + length) }
      at += length
    } else if (form === 5) {
      yield { number, value: BigInt(message.readUInt32LE(at)) }
      at += 4
    } else throw new Error(`a protobuf field has the unknown form ${form}`)
  }
}

const partsOf = (message: Buffer, number: number): Buffer[] =>
  [...fieldsOf(message)].filter((field) => field.number === number).map(({ value }) => value as Buffer)

/** Reads the spans from an `ExportTraceServiceRequest` of opentelemetry-proto. */
function readSpans(body: Buffer): SentSpan[] {
  return partsOf(body, 1).flatMap((ofResource) => {
    const service = attributesOf(partsOf(ofResource, 1)[0]!, 1)
    return partsOf(ofResource, 2)
      .flatMap((ofScope) => partsOf(ofScope, 2))
      .map((span) => readSpan(span, service))
  })
}

function readSpan(span: Buffer, service: SentSpan['service']): SentSpan {
  const fields = new Map([...fieldsOf(span)].map(({ number, value }) => [number, value]))
  const hex = (number: number) => (fields.get(number) as Buffer | undefined)?.toString('hex') ?? ''
  const status = fields.get(15) as Buffer | undefined
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4),
    name: (fields.get(5) as Buffer).toString(),
    kind: Number(fields.get(6)),
    startedAt: fields.get(7) as bigint,
    endedAt: fields.get(8) as bigint,
    attributes: attributesOf(span, 9),
    status: status && ([...fieldsOf(status)].find(({ number }) => number === 3)?.value as bigint | undefined),
    service,
  }
}

function attributesOf(message: Buffer, number: number): Record<string, string | bigint> {
  return Object.fromEntries(
    partsOf(message, number).map((pair) => {
      const [value] = fieldsOf(partsOf(pair, 2)[0]!)
      return [
        partsOf(pair, 1)[0]!.toString(),
        typeof value!.value === 'bigint' ? value!.value : value!.value.toString(),
      ]
    }),
  )
}
