import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { assetFile } from './places.ts'

/** A struck note: its start, its pitch, its volume, and the time in which it fades to a third of its volume. */
type Note = { atMs: number; hz: number; gain: number; ringMs: number }

/** The overtones of an instrument: multiples of the pitch, shares of the volume, shares of the ringing time. */
type Timbre = { times: number; gain: number; ring: number }[]

const marimba: Timbre = [
  { times: 1, gain: 1, ring: 1 },
  { times: 3.93, gain: 0.28, ring: 0.3 },
  { times: 9.6, gain: 0.08, ring: 0.12 },
]

const bell: Timbre = [
  { times: 1, gain: 1, ring: 1 },
  { times: 2, gain: 0.45, ring: 0.7 },
  { times: 3.01, gain: 0.22, ring: 0.45 },
  { times: 5.4, gain: 0.1, ring: 0.25 },
]

/** The notification sound of customers: three rising marimba notes, friendly and short (GAP-50). */
const customerNotes: Note[] = [
  { atMs: 0, hz: 659.26, gain: 0.75, ringMs: 150 },
  { atMs: 110, hz: 830.61, gain: 0.75, ringMs: 160 },
  { atMs: 220, hz: 987.77, gain: 0.9, ringMs: 240 },
]

/** The notification sound of riders: a two-tone bell, rung twice so that riders hear it over traffic. */
const riderNotes: Note[] = [0, 620].flatMap((atMs) => [
  { atMs, hz: 1046.5, gain: 1, ringMs: 190 },
  { atMs: atMs + 150, hz: 783.99, gain: 1, ringMs: 230 },
  { atMs: atMs + 300, hz: 1046.5, gain: 1, ringMs: 260 },
])

const sampleRateHz = 44_100

/** Composes the two notification sounds and encodes them with ffmpeg, a Debian package that only this script needs. */
export async function makeSounds(): Promise<void> {
  await writeSound('audio/customer-notification.mp3', play(customerNotes, marimba, 1100))
  await writeSound('audio/delivery-notification.mp3', play(riderNotes, bell, 1800))
}

function play(notes: Note[], timbre: Timbre, lengthMs: number): Float64Array {
  const samples = new Float64Array(Math.round((lengthMs / 1000) * sampleRateHz))
  for (const note of notes) for (const tone of timbre) strike(samples, note, tone)
  fadeOut(samples)
  return levelled(samples)
}

function strike(samples: Float64Array, note: Note, tone: Timbre[number]): void {
  const start = Math.round((note.atMs / 1000) * sampleRateHz)
  const attackS = 0.004
  for (let i = start; i < samples.length; i++) {
    const timeS = (i - start) / sampleRateHz
    const swell = Math.min(1, timeS / attackS) * Math.exp((-timeS * 1000) / (note.ringMs * tone.ring))
    samples[i]! += note.gain * tone.gain * swell * Math.sin(2 * Math.PI * note.hz * tone.times * timeS)
  }
}

/** Fades out the last 60 ms of a sound, so that its end does not click. */
function fadeOut(samples: Float64Array): void {
  const length = Math.round(0.06 * sampleRateHz)
  for (let i = 0; i < length; i++) samples[samples.length - 1 - i]! *= i / length
}

function levelled(samples: Float64Array): Float64Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return samples.map((sample) => (sample / peak) * 0.89)
}

async function writeSound(path: string, samples: Float64Array): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nukkad-sound-'))
  const source = join(folder, 'sound.wav')
  await writeFile(source, wav(samples))
  const encoding = ['-codec:a', 'libmp3lame', '-b:a', '64k', '-ac', '1', '-map_metadata', '-1', '-bitexact']
  await promisify(execFile)('ffmpeg', ['-y', '-loglevel', 'error', '-i', source, ...encoding, assetFile(path)])
  await rm(folder, { recursive: true })
}

/** Returns a sound as 16-bit mono PCM in a RIFF container. */
function wav(samples: Float64Array): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, i) => {
    data.writeInt16LE(Math.round(sample * 32_767), i * 2)
  })
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(sampleRateHz, 24)
  head.writeUInt32LE(sampleRateHz * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}
