import { writeSync } from 'node:fs'
import { ANSWER, frame, readFrames } from './frames.ts'

/** A pipe of its own: a decoder's output is no answer. */
const ANSWERS = 3

/**
 * The life of a limited child: it reads files from its input and writes the result of each, until the input ends.
 * @param largest bytes of a file.
 * @param work throws for a file that it refuses.
 * @param tell message about such a file.
 */
export function answerFrames(
  largest: number,
  work: (kind: number, bytes: Buffer) => Promise<Uint8Array>,
  tell: (error: unknown) => string = () => '',
): void {
  const read = readFrames(
    largest,
    (kind, bytes) => {
      work(kind, bytes).then(
        (done) => send(ANSWER.done, done),
        (error) => send(ANSWER.refused, Buffer.from(tell(error))),
      )
    },
    () => process.exit(1),
  )
  process.stdin.on('data', read)
  process.stdin.on('end', () => process.exit())
  send(ANSWER.ready, Buffer.alloc(0))
}

function send(kind: number, body: Uint8Array): void {
  for (const part of frame(kind, body)) {
    for (let sent = 0; sent < part.length; ) sent += writeSync(ANSWERS, part, sent)
  }
}
