import { once } from 'node:events'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx } from '#platform/server/context.ts'
import { sealWithPassphrase } from './copy/cover.ts'
import { type Made, makeCopy } from './copy/make-copy.ts'
import { TAR_END, tarPlace } from './place/tar-place.ts'

/**
 * Writes a copy of everything to a stream: a tar, sealed with a passphrase as `age -d` opens it. Unpacked it is a place with one copy.
 * After an error in the middle the stream does not open to its end.
 */
export async function streamCopy(ctx: Ctx, out: Writable, passphrase: string, product: string): Promise<Made> {
  const tar = new PassThrough({ highWaterMark: 2 ** 20 })
  const sent = send(tar, out, passphrase)
  // The reader may go away at any moment: the copy ends then.
  sent.catch((error) => tar.destroy(error instanceof Error ? error : undefined))
  tar.on('error', () => {})
  try {
    const made = await makeCopy(ctx, { place: tarPlace(tar), passphrase: null, keep: null, product })
    tar.end(TAR_END)
    await sent
    return made
  } catch (error) {
    tar.destroy(error instanceof Error ? error : undefined)
    await sent.catch(() => {})
    throw error
  }
}

/** Nothing is sent before there is data: an early error is reported in its place. */
async function send(tar: PassThrough, out: Writable, passphrase: string): Promise<void> {
  await once(tar, 'readable')
  await pipeline(await sealWithPassphrase(passphrase, tar), out)
}
