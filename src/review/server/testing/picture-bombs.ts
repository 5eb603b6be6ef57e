import { constants, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import type { HostileFile } from './hostile-files.ts'
import { chunk, header, resized, SIGNATURE } from './hostile-pictures.ts'

const BLOCK = 16 * 1024 * 1024

/** Twenty pictures of gigabytes, of 300 bytes to 3 MB each: PNG, JPEG and WebP in turn. */
export async function twentyPictureBombs(seed: number): Promise<HostileFile[]> {
  const random = seededRandom(seed)
  const plain = sharp({ create: { width: 64, height: 48, channels: 3, background: '#c4512f' } })
  const [jpeg, webp] = await Promise.all([plain.jpeg().toBuffer(), plain.webp({ lossless: true }).toBuffer()])
  // Ends on a byte, so that it can be repeated: 16 MB of zeros each time.
  const zeros = deflateRawSync(Buffer.alloc(BLOCK), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const makers = {
    /** Really unpacks to its three gigabytes. */
    png: (side: number) => {
      const blocks = Array.from({ length: Math.ceil(((side * 3 + 1) * side) / BLOCK) }, () => zeros)
      const pixels = Buffer.concat([Buffer.from([0x78, 0xda]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 0])])
      return Buffer.concat([
        SIGNATURE,
        header({ width: side, height: side }),
        chunk('IDAT', pixels),
        chunk('IEND', Buffer.alloc(0)),
      ])
    },
    jpeg: (side: number) => resized(jpeg, side, side),
    webp: () => {
      const largest = Buffer.from(webp)
      // Behind RIFF, size, WEBP, VP8L, size and its signature: fourteen bits of width, fourteen of height.
      largest.writeUInt32LE((largest.readUInt32LE(21) | 0xfffffff) >>> 0, 21)
      return largest
    },
  }
  return Array.from({ length: 20 }, (_, turn): HostileFile => {
    const kind = (['png', 'jpeg', 'webp'] as const)[turn % 3] ?? 'png'
    const bytes = makers[kind](29_000 + random.below(2_000))
    return { kind, name: `pago.${kind}`, type: `image/${kind}`, bytes }
  })
}
