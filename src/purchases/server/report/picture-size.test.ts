import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSizeReader } from './picture-size.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c4512f' } })

function sizeOf(bytes: Uint8Array, step = bytes.length): number | null {
  const reader = createSizeReader()
  for (let at = 0; at < bytes.length; at += step) reader.read(bytes.subarray(at, at + step))
  return reader.pixels()
}

test('a photo says how large it is, however its bytes are cut', async () => {
  const thumbnail = Buffer.alloc(60_000, 0xff)
  const pictures = [
    [await blank(300, 217).png().toBuffer(), 65_100],
    [await blank(300, 217).jpeg().toBuffer(), 65_100],
    [
      await blank(300, 217)
        .jpeg({ progressive: true })
        .withMetadata({ exif: { IFD0: { Artist: 'x'.repeat(9_000) } } })
        .toBuffer(),
      65_100,
    ],
  ] as const
  for (const [bytes, pixels] of pictures) {
    for (const step of [bytes.length, 1, 2, 3, 7, 4_096]) expect(sizeOf(bytes, step)).toBe(pixels)
  }
  // A segment full of false markers, as the thumbnail of a camera is, comes before the frame.
  const plain = await blank(300, 217).jpeg().toBuffer()
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xff, 0xe1, (thumbnail.length + 2) >> 8, (thumbnail.length + 2) & 255])
  const padded = Buffer.concat([head, thumbnail, plain.subarray(2)])
  expect((await sharp(padded).metadata()).width).toBe(300)
  for (const step of [padded.length, 1, 13]) expect(sizeOf(padded, step)).toBe(65_100)
})

test('a file that is no photo, or breaks off before it says its size, has none', async () => {
  const jpeg = await blank(30, 21).jpeg().toBuffer()
  const png = await blank(30, 21).png().toBuffer()
  expect(sizeOf(png.subarray(0, 23))).toBeNull()
  expect(sizeOf(jpeg.subarray(0, 40))).toBeNull()
  expect(sizeOf(Buffer.from('%PDF-1.7 of nothing'))).toBeNull()
  expect(sizeOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3]))).toBeNull()
  expect(sizeOf(Buffer.concat([Buffer.from('%PDF-1.7 with a photo in it '), jpeg]))).toBeNull()
  expect(sizeOf(Buffer.alloc(0))).toBeNull()
})
