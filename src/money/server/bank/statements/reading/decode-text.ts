import { textOf } from '../../sent-text.ts'
import { UnreadableFile } from './unreadable.ts'

const END = String.fromCharCode(0x1a)
/** A line of text that is longer is none. */
const LONGEST_LINE = 64 * 1024

/**
 * The text of a file, by its mark, else as UTF-8, else as Windows-1252, which every bank's old program writes.
 * @throws UnreadableFile where it is no text.
 */
export function decodeText(bytes: Buffer): string {
  const found = decode(bytes)
  // Old programs end a file by a sign of their own. Zeros are no text.
  const text = found.trimEnd().endsWith(END) ? found.trimEnd().slice(0, -1) : found
  if (text.includes('\0')) throw new UnreadableFile('EXTRACTO_ILEGIBLE')
  return text
}

/** @throws UnreadableFile where a line does not end. */
export function refuseEndless(text: string): void {
  let begun = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) begun = at + 1
    else if (at - begun > LONGEST_LINE) throw new UnreadableFile('EXTRACTO_LINEA_LARGA')
  }
}

function decode(bytes: Buffer): string {
  const [a, b] = bytes
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Without a mark: every second byte of a bank's text is zero.
  const wide = (a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && bytes[3] === 0)
  return wide ? new TextDecoder('utf-16le').decode(bytes) : textOf(bytes)
}

/** Lines of a text, with any line ends. */
export const linesOf = (text: string) => text.split(/\r\n|\n|\r/)
