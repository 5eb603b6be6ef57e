/** Reads the size of a photo from its first bytes, as they arrive: nothing is kept and nothing decoded. */
export interface SizeReader {
  read(chunk: Uint8Array): void
  /** Width × height from the header; null without one. */
  pixels(): number | null
}

const PNG_HEAD = 24
/** Marker, length, precision, height, width. */
const FRAME_HEAD = 9

/** Tells a JPEG from a PNG by itself; any other file has no size. */
export function createSizeReader(): SizeReader {
  let pixels: number | null = null
  let over = false
  /** Bytes of a segment that are passed over, an embedded thumbnail among them. */
  let skip = 0
  let head: number[] = []
  let reads: ((byte: number) => void) | null = null

  function readPng(byte: number): void {
    head.push(byte)
    if (head.length < PNG_HEAD) return
    over = true
    pixels = wordAt(16) * wordAt(20)
  }

  function readJpeg(byte: number): void {
    head.push(byte)
    const [start, marker = 0] = head
    // Between segments anything but a marker is passed over, and a marker may begin with any number of 0xff.
    if (start !== 0xff || (head.length === 2 && marker === 0xff)) head = start === 0xff ? [0xff] : []
    else if (head.length === 2 && !hasLength(marker)) head = []
    else if (head.length === 4) {
      const length = pairAt(2)
      // The picture itself begins, or the segment is false: no decoder finds a size either.
      if (marker === SCAN || length < 2) over = true
      else if (!isFrame(marker)) {
        skip = length - 2
        head = []
      }
    } else if (head.length === FRAME_HEAD) {
      over = true
      pixels = pairAt(5) * pairAt(7)
    }
  }

  function stop(): void {
    over = true
  }

  const pairAt = (at: number) => (head[at] ?? 0) * 256 + (head[at + 1] ?? 0)
  const wordAt = (at: number) => pairAt(at) * 65_536 + pairAt(at + 2)

  return {
    read(chunk) {
      for (let at = 0; at < chunk.length && !over; ) {
        const passed = Math.min(skip, chunk.length - at)
        skip -= passed
        at += passed
        if (at >= chunk.length) return
        const byte = chunk[at++] as number
        reads ??= byte === 0x89 ? readPng : byte === 0xff ? readJpeg : stop
        reads(byte)
      }
    },
    pixels: () => pixels,
  }
}

const SCAN = 0xda

/** Start of a frame, of any coding; the three between are tables. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function hasLength(marker: number): boolean {
  return marker >= 0xc0 && !(marker >= 0xd0 && marker <= 0xd9)
}
