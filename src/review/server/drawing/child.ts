/**
 * The process that start-child.ts starts: it draws what strangers sent, and has nothing else. It reads files from its input
 * and writes pictures to a pipe until the input ends.
 */
import { writeSync } from 'node:fs'
import sharp from 'sharp'
import { drawPage, drawPicture, sketchPicture } from './draw-picture.ts'
import { ANSWER, ASK, frame, readFrames } from './frames.ts'
import type { DrawLimits } from './limits.ts'

/** Longer side of what is shown, in dots. */
const LONGEST_SIDE = 1_600
const LARGEST_FILE = 64 * 1024 * 1024

const { pixels } = JSON.parse(process.argv[2] ?? '{}') as Pick<DrawLimits, 'pixels'>

sharp.cache(false)
sharp.concurrency(1)
// Only what a proof may be: the other decoders, SVG with its references among them, cannot be reached by any bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })

function draw(kind: number, bytes: Buffer): Promise<Buffer> {
  if (kind === ASK.page) return drawPage(bytes, LONGEST_SIDE)
  if (kind === ASK.picture) return drawPicture(bytes, pixels, LONGEST_SIDE)
  return sketchPicture(bytes, pixels)
}

/** A pipe of its own: what a decoder prints is no answer. */
const ANSWERS = 3

function send(kind: number, body: Uint8Array): void {
  for (const part of frame(kind, body)) {
    for (let sent = 0; sent < part.length; ) sent += writeSync(ANSWERS, part, sent)
  }
}

const read = readFrames(
  LARGEST_FILE,
  (kind, bytes) => {
    draw(kind, bytes).then(
      (drawn) => send(ANSWER.drawn, drawn),
      () => send(ANSWER.unreadable, Buffer.alloc(0)),
    )
  },
  () => process.exit(1),
)
process.stdin.on('data', read)
process.stdin.on('end', () => process.exit())
send(ANSWER.ready, Buffer.alloc(0))
