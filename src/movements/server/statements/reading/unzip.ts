import { type Entry, fromBufferPromise } from 'yauzl'
import { UnreadableFile } from './unreadable.ts'

/** What a workbook may unpack to. Those of banks have twelve entries, and unpack to ten times their size. */
const MOST_ENTRIES = 50
const MOST_BYTES = 64 * 1024 * 1024
const MOST_RATIO = 100
/** Below it a ratio says nothing: a few kilobytes of zeros harm nobody. */
const SMALL = 1024 * 1024

/**
 * The entries of a zip that are asked for, each as text in pieces. All of them together are bounded before anything is unpacked, by what
 * the zip says of itself, and again by what comes out, which may be more.
 * @param wanted whether an entry of that name is read, and by what.
 * @throws UnreadableFile
 */
export async function unzip(bytes: Buffer, wanted: (name: string) => ((piece: string) => void) | null): Promise<void> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false }).catch(broken)
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
  const readers: [entry: Entry, read: (piece: string) => void][] = []
  const size = { packed: 0, unpacked: 0 }
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableFile('EXTRACTO_XLS')
    size.packed += entry.compressedSize
    size.unpacked += entry.uncompressedSize
    refuseLarge(size.unpacked, Math.min(size.packed, bytes.length))
    const read = wanted(entry.fileName)
    if (read) readers.push([entry, read])
  }
  let out = 0
  for (const [entry, read] of readers) {
    const decoder = new TextDecoder()
    const stream = await zip.openReadStreamPromise(entry)
    for await (const piece of stream as AsyncIterable<Buffer>) {
      out += piece.length
      refuseLarge(out, bytes.length)
      read(decoder.decode(piece, { stream: true }))
    }
  }
}

function refuseLarge(unpacked: number, packed: number): void {
  if (unpacked > MOST_BYTES || (unpacked > SMALL && unpacked > packed * MOST_RATIO))
    throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
}

function broken(): never {
  throw new UnreadableFile('EXTRACTO_ILEGIBLE')
}
