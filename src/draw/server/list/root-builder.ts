import { createHash } from 'node:crypto'

const [LEAF, INNER] = [Buffer.of(0), Buffer.of(1)]

/** The root of the tree over the lines of a list (tree.ts), line after line: of a million only a few hashes are kept. */
export class RootBuilder {
  /** By height: the whole tree of 2^height leaves that has no neighbour yet, or null. */
  readonly #whole: (Buffer | null)[] = []

  /** @param line without its line feed. */
  add(line: string): void {
    let at: Buffer = createHash('sha256').update(LEAF).update(line).digest()
    let height = 0
    for (let beside = this.#whole[0]; beside; beside = this.#whole[++height]) {
      at = above(beside, at)
      this.#whole[height] = null
    }
    this.#whole[height] = at
  }

  /** In hexadecimal; null of none. */
  root(): string | null {
    let last: Buffer | null = null
    for (const whole of this.#whole) if (whole) last = last ? above(whole, last) : whole
    return last?.toString('hex') ?? null
  }
}

function above(left: Buffer, right: Buffer): Buffer {
  return createHash('sha256').update(INNER).update(left).update(right).digest()
}
