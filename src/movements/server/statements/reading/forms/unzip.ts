import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { UnreadableFile } from '../unreadable.ts'

/** Limits of an unpacked workbook. Those of banks have twelve entries, and unpack to ten times their size. */
const MOST_ENTRIES = 50
const MOST_BYTES = 64 * 1024 * 1024
const MOST_RATIO = 100
/** Below it a ratio means nothing: a few kilobytes of zeros harm nobody. */
const SMALL = 1024 * 1024

/**
 * The wanted entries of a zip, each as text in pieces. All of them together are bounded before anything is unpacked, by the
 * zip's own figures, and again by the output, which may be more.
 * @param wanted whether an entry of that name is read, and by what.
 * @throws UnreadableFile
 */
export async function unzip(bytes: Buffer, wanted: (name: string) => ((piece: string) => void) | null): Promise<void> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
    const readers = await findEntries(zip, bytes.length, wanted)
    let out = 0
    for (const { entry, read } of readers) {
      const decoder = new TextDecoder()
      const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
      for await (const piece of stream) {
        out += piece.length
        refuseLarge(out, bytes.length)
        read(decoder.decode(piece, { stream: true }))
      }
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('EXTRACTO_ILEGIBLE')
  }
}

async function findEntries(zip: ZipFile, length: number, wanted: Parameters<typeof unzip>[1]) {
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
  const found: { entry: Entry; read: (piece: string) => void }[] = []
  const size = { packed: 0, unpacked: 0 }
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableFile('EXTRACTO_XLS')
    size.packed += entry.compressedSize
    size.unpacked += entry.uncompressedSize
    refuseLarge(size.unpacked, Math.min(size.packed, length))
    const read = wanted(entry.fileName)
    if (read) found.push({ entry, read })
  }
  return found
}

function refuseLarge(unpacked: number, packed: number): void {
  if (unpacked > MOST_BYTES || (unpacked > SMALL && unpacked > packed * MOST_RATIO))
    throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
}
