/** A job's client and network, by which jobs take turns, and the kind of slot that the job takes. */
export type Turn = {
  client: { key: string; wide: string }
  /** True for staff and for clients that the account knows, which have reserved slots that strangers cannot fill. */
  isReserved: boolean
  /** True for the server's own work, which has as many slots as it needs. */
  isOwn?: boolean
}

type Job = { turn: Turn; start: () => void; refuse: () => void }
type Lane = Map<string, Job[]>

/** Number of reserved jobs that may start in a row while jobs without a reservation wait. */
const RESERVED_IN_A_ROW = 3

/**
 * Queues jobs fairly. Networks take turns, no matter how many addresses or requests each has, and each client has few
 * slots. Jobs of known clients and staff come first. When all slots are taken, the newest job of the network with the
 * most waiting jobs is refused.
 */
export class FairQueue {
  #running = 0
  #openRunning = 0
  #reservedInARow = 0
  readonly #lanes: { reserved: Lane; open: Lane } = { reserved: new Map(), open: new Map() }
  readonly #held = new Map<string, number>()
  readonly #most: { atOnce: number; perClient: number; perNetwork: number; waiting: number }

  constructor(most: { atOnce: number; perClient: number; perNetwork: number; waiting: number }) {
    this.#most = most
  }

  /**
   * Runs `work` when its turn comes.
   * @throws the error of `refusal` if this client, its network or the queue has no slot left
   */
  async run<Result>(turn: Turn, work: () => Promise<Result>, refusal: () => Error): Promise<Result> {
    const leave = this.hold(turn, refusal)
    try {
      await this.#wait(turn, refusal)
      try {
        return await work()
      } finally {
        this.#running--
        if (!turn.isReserved) this.#openRunning--
        this.#startNext()
      }
    } finally {
      leave()
    }
  }

  /**
   * Takes one of a client's few slots without running anything.
   * @returns a function that frees the slot
   */
  hold({ client, isReserved, isOwn = false }: Turn, refusal: () => Error): () => void {
    const key = `${isReserved ? 'reserved' : 'open'} ${client.key}`
    const held = this.#held.get(key) ?? 0
    if (held >= this.#most.perClient && !isOwn) throw refusal()
    this.#held.set(key, held + 1)
    return () => {
      const left = (this.#held.get(key) ?? 1) - 1
      if (left > 0) this.#held.set(key, left)
      else this.#held.delete(key)
    }
  }

  async #wait(turn: Turn, refusal: () => Error): Promise<void> {
    if (this.#mayStart(turn.isReserved)) return this.#count(turn.isReserved)
    const lane = this.#lanes[turn.isReserved ? 'reserved' : 'open']
    const queue = lane.get(turn.client.wide) ?? []
    if (!turn.isOwn) {
      if (queue.length >= this.#most.perNetwork) throw refusal()
      if (waitingIn(lane) >= this.#most.waiting && !giveUpOne(lane, queue.length)) throw refusal()
    }
    lane.set(turn.client.wide, queue)
    await new Promise<void>((resolve, reject) => {
      queue.push({ turn, start: resolve, refuse: () => reject(refusal()) })
    })
  }

  /**
   * Returns whether a job may start. Jobs without a reservation leave one core free for reserved jobs, if there is more
   * than one core.
   */
  #mayStart(isReserved: boolean): boolean {
    if (this.#running >= this.#most.atOnce) return false
    return isReserved || this.#openRunning < Math.max(1, this.#most.atOnce - 1)
  }

  #count(isReserved: boolean): void {
    this.#running++
    if (!isReserved) this.#openRunning++
  }

  #startNext(): void {
    const { reserved, open } = this.#lanes
    const openMayStart = open.size > 0 && this.#mayStart(false)
    const takesReserved = reserved.size > 0 && (!openMayStart || this.#reservedInARow < RESERVED_IN_A_ROW)
    if (!takesReserved && !openMayStart) return
    this.#reservedInARow = takesReserved ? this.#reservedInARow + 1 : 0
    const job = takeNext(takesReserved ? reserved : open)
    this.#count(job.turn.isReserved)
    job.start()
  }
}

/** Takes the first job of the next network, and moves that network to the end. */
function takeNext(lane: Lane): Job {
  const [wide, queue] = lane.entries().next().value!
  const job = queue.shift()!
  lane.delete(wide)
  if (queue.length > 0) lane.set(wide, queue)
  return job
}

/** Refuses the newest job of the longest queue, if that queue is longer than the new job's queue. */
function giveUpOne(lane: Lane, own: number): boolean {
  let longest: Job[] = []
  for (const queue of lane.values()) if (queue.length > longest.length) longest = queue
  if (longest.length <= own + 1) return false
  longest.pop()!.refuse()
  return true
}

function waitingIn(lane: Lane): number {
  let waiting = 0
  for (const queue of lane.values()) waiting += queue.length
  return waiting
}
