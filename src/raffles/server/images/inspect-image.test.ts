import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inspectImage } from './inspect-image.ts'

/** The head of a PNG that calls itself that large: nothing more is read of it. */
async function headed(width: number, height: number, { bits = 16, interlaced = true, side = false }) {
  const small = sharp({ create: { width: 8, height: 8, channels: 4, background: '#c4512f80' } })
  const turned = side ? small.withMetadata({ orientation: 6 }) : small
  const bytes = await (bits === 16 ? turned.toColourspace('rgb16') : turned).png({ progressive: interlaced }).toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

const read = async (...head: Parameters<typeof headed>) =>
  inspectImage(await headed(...head)).then(
    ({ ancho }) => ancho,
    ({ code }) => code,
  )

test('a picture of which more than one thing takes memory has a lower limit of pixels', async () => {
  expect(await read(8_000, 5_001, { bits: 8, interlaced: false })).toBe('IMAGEN_INVALIDA')
  expect(await read(8_000, 5_000, { bits: 8 })).toBe(8_000)
  expect(await read(8_000, 5_000, { interlaced: false })).toBe(8_000)
  expect(await read(5_000, 4_000, {})).toBe(5_000)
  expect(await read(8_000, 5_000, {})).toBe('IMAGEN_INVALIDA')
  expect(await read(8_000, 5_000, { interlaced: false, side: true })).toBe('IMAGEN_INVALIDA')
  expect(await read(8_000, 5_000, { bits: 8, side: true })).toBe('IMAGEN_INVALIDA')
})

test('an AVIF has at most twelve megapixels', async () => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .avif()
    .toBuffer()
  const height = bytes.indexOf('ispe') + 12
  bytes.writeUInt32BE(4_000, height - 4)
  for (const [tall, answer] of [
    [3_000, { ancho: 4_000, alto: 3_000 }],
    [3_001, 'IMAGEN_INVALIDA'],
  ] as const) {
    bytes.writeUInt32BE(tall, height)
    expect(await inspectImage(bytes).catch(({ code }) => code)).toEqual(answer)
  }
})
