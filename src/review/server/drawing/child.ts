/**
 * The process of a limited child (platform/server/limited): it draws files of strangers, and has nothing else. It reads
 * files from its input and writes pictures to a pipe until the input ends.
 */
import sharp from 'sharp'
import { answerFrames } from '#platform/server/limited/answer-frames.ts'
import { ASK } from './ask.ts'
import { drawPage, drawPicture, sketchPicture } from './draw-picture.ts'
import type { DrawLimits } from './limits.ts'

/** Longer side of the shown picture, in dots. */
const LONGEST_SIDE = 1_600
const LARGEST_FILE = 64 * 1024 * 1024

const { pixels } = JSON.parse(process.argv[2] ?? '{}') as Pick<DrawLimits, 'pixels'>

sharp.cache(false)
sharp.concurrency(1)
// Only the types of a proof: the other decoders, SVG with its references among them, cannot be reached by any bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })

function draw(kind: number, bytes: Buffer): Promise<Buffer> {
  if (kind === ASK.page) return drawPage(bytes, LONGEST_SIDE)
  if (kind === ASK.picture) return drawPicture(bytes, pixels, LONGEST_SIDE)
  return sketchPicture(bytes, pixels)
}

answerFrames(LARGEST_FILE, draw)
