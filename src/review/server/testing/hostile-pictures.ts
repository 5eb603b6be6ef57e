import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Randomness } from '#platform/server/random.ts'
import { broken, changed, type Maker } from './hostile-pdfs.ts'

const SCRIPT = '<script>parent.ran=1;document.title="ran"</script>'
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="parent.ran=1">${SCRIPT}<image href="http://127.0.0.1:9/ran"/></svg>`
export const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

interface Header {
  width: number
  height: number
  depth?: number
  colour?: number
  interlaced?: boolean
}

export function header({ width, height, depth = 8, colour = 2, interlaced = false }: Header): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', data)
}

function png(head: Header, pixels: Buffer, ...more: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, header(head), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Rows of zeros for that picture, deflated. */
const rows = ({ width, height }: Header) => deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 1 })
const small = { width: 40, height: 40 }
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 1 })

function jpegSegment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG with segments right after its beginning. */
function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** A JPEG with a false size in its header. */
export function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const other = Buffer.from(jpeg)
  for (let at = 2; at < other.length - 9; at += 2 + other.readUInt16BE(at + 2)) {
    const marker = other[at + 1] ?? 0
    if (marker !== 0xc0 && marker !== 0xc2) continue
    other.writeUInt16BE(height, at + 5)
    other.writeUInt16BE(width, at + 7)
    break
  }
  return other
}

/** Pictures that want to be harmful; those that are no JPG or PNG at all are refused when they are sent. */
export async function hostilePictures(): Promise<Record<'png' | 'jpeg' | 'other', Record<string, Maker>>> {
  const plain = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#c4512f' } })
  const [goodPng, jpeg, progressive, webp] = await Promise.all([
    plain().png().toBuffer(),
    plain().jpeg().toBuffer(),
    plain().jpeg({ progressive: true }).toBuffer(),
    plain().webp().toBuffer(),
  ])
  const side = (random: Randomness) => 6_500 + random.below(59_000)
  return {
    png: {
      'says gigapixels': (random) => png({ width: side(random), height: side(random) }, deflateSync(Buffer.alloc(99))),
      'bomb below the limit': () => png({ width: 6_000, height: 6_000, interlaced: true }, BOMB_ROWS.value()),
      'of 16 bits and interlaced': (random) =>
        png(
          { width: 3_000 + random.below(3_300), height: 6_000, depth: 16, colour: 6, interlaced: true },
          deflateSync(Buffer.alloc(4_000)),
        ),
      'text that unpacks to megabytes': (random) =>
        png(
          small,
          rows(small),
          chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros(1 + random.below(30))])),
        ),
      'profile that unpacks to megabytes': () =>
        png(small, rows(small), chunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), zeros(20)]))),
      'more pixels than it says': () => png(small, zeros(20)),
      'thousands of chunks': (random) =>
        Buffer.concat([
          SIGNATURE,
          header(small),
          ...Array.from({ length: 3_000 + random.below(9_000) }, () => chunk('tEXt', Buffer.from('a\0b'))),
          goodPng.subarray(33),
        ]),
      'kind of pixels that is none': (random) =>
        png({ ...small, depth: random.below(256), colour: random.below(256) }, rows(small)),
      'palette that is missing': () => png({ ...small, colour: 3 }, deflateSync(Buffer.alloc(41 * 40, 255))),
      'page in its text': () => png(small, rows(small), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))),
      'page after it': () => Buffer.concat([goodPng, Buffer.from(`<html><body>${SCRIPT}`)]),
      'bytes changed': (random) => changed(goodPng, random),
      'broken off': (random) => broken(goodPng, random),
    },
    jpeg: {
      'says gigapixels': (random) => resized(jpeg, side(random), side(random)),
      'more than it has': (random) => resized(jpeg, 1 + random.below(6_000), 1 + random.below(6_000)),
      'progressive, more than it has': (random) =>
        resized(progressive, 1 + random.below(6_000), 1 + random.below(6_000)),
      'thousands of scans': () => {
        const scan = progressive.subarray(progressive.indexOf(Buffer.from([0xff, 0xda])), -2)
        const scans = Array.from({ length: 4_000 }, () => scan)
        return Buffer.concat([resized(progressive, 2_000, 2_000).subarray(0, -2), ...scans]).subarray(0, 3_000_000)
      },
      'page in its comment': () =>
        withSegments(jpeg, jpegSegment(0xfe, Buffer.from(`<html><body>${SCRIPT}</body></html>`))),
      'turned by a lie': (random) =>
        withSegments(
          jpeg,
          jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08'), random.bytes(300)])),
        ),
      'archive after it': () =>
        Buffer.concat([jpeg, Buffer.from('504b0304140000000000', 'hex'), Buffer.from(`x.html${SCRIPT}`)]),
      'tables of noise': (random) =>
        withSegments(jpeg, jpegSegment(0xc4, random.bytes(200)), jpegSegment(0xdb, random.bytes(130))),
      'bytes changed': (random) => changed(jpeg, random),
      'progressive, bytes changed': (random) => changed(progressive, random),
      'broken off': (random) => broken(jpeg, random),
    },
    other: {
      'SVG named .png': () => Buffer.from(SVG),
      'page of a browser': () => Buffer.from(`<!doctype html><html><body>${SCRIPT}`),
      'GIF and page': () => Buffer.from(`GIF89a/*${SCRIPT}*/=1;`),
      'WebP of a huge canvas': () => {
        const head = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1')
        head.writeUInt32LE(webp.length + 22, 4)
        return Buffer.concat([head, webp.subarray(12)])
      },
      'WebP, bytes changed': (random) => Buffer.concat([webp.subarray(0, 12), changed(webp.subarray(12), random)]),
      noise: (random) => random.bytes(1 + random.below(3_000)),
    },
  }
}

/** 36 megapixels of zeros, deflated once: 105 kB. */
const BOMB_ROWS = {
  made: null as Buffer | null,
  value(): Buffer {
    this.made ??= deflateSync(Buffer.alloc((6_000 * 3 + 1) * 6_000 + 40_000))
    return this.made
  },
}
