import { hasNul } from './refuse-nul.ts'

/** What a form may hold, however it is read; the file is the largest proof. */
export const FORM_LIMITS = {
  fileSize: 5 * 1024 * 1024,
  files: 1,
  fields: 30,
  fieldSize: 20_000,
  fieldNameSize: 100,
  parts: 31,
  headerPairs: 50,
} as const

/** A part as the parser of streams gives it, of which all has arrived. */
export type WholePart =
  | { type: 'field'; fieldname: string; value: string }
  | { type: 'file'; fieldname: string; filename: string; file: WholeFile }
/** The bytes of a file in one piece, or none; a view of the body that they came in. */
type WholeFile = Iterable<Buffer> & { truncated: boolean; resume(): void }

/** What stands before a part is not longer in any form that a browser sends. */
const LONGEST_HEAD = 4_096
const END_OF_HEAD = Buffer.from('\r\n\r\n')
/** Names without what has to be unwrapped: parameters in another order, escapes and paths are left to the parser. */
const HEAD =
  /^\r\ncontent-disposition: form-data; name="([^"\\\r\n]*)"(?:; filename="([^"\\/\r\n]*)"(?:\r\ncontent-type: [\w.+-]+\/[\w.+-]+)?)?$/i

/** @returns the boundary that a browser or a program names in the type of a form; null where it is said in another way. */
export function boundaryOf(contentType: string | undefined): string | null {
  return /^multipart\/form-data; ?boundary=([\w-]{1,70})$/i.exec(contentType ?? '')?.[1] ?? null
}

/**
 * Cuts a form that has arrived whole into its parts, twenty times as fast as the parser of streams.
 * @returns null for all that is not plain: what breaks the format or a limit, and what is rare. That is for the parser of streams to
 * judge, so that nobody is told anything else because his form came at once.
 */
export function splitForm(body: Buffer, boundary: string): WholePart[] | null {
  const mark = Buffer.from(`\r\n--${boundary}`)
  if (!body.subarray(0, mark.length - 2).equals(mark.subarray(2))) return null
  const parts: WholePart[] = []
  const files = () => parts.filter(({ type }) => type === 'file').length
  let at = mark.length - 2
  while (!endsAt(body, at)) {
    const end = body.indexOf(mark, at)
    const part = end < 0 ? null : readPart(body.subarray(at, end))
    if (part === null) return null
    parts.push(part)
    if (files() > FORM_LIMITS.files || parts.length - files() > FORM_LIMITS.fields) return null
    at = end + mark.length
  }
  return parts.length === 0 ? null : parts
}

/** Whether nothing comes behind that mark, but perhaps the end of its line. */
function endsAt(body: Buffer, at: number): boolean {
  const rest = body.length - at
  if (rest !== 2 && rest !== 4) return false
  return body.toString('latin1', at) === (rest === 2 ? '--' : '--\r\n')
}

/** @param part from behind its mark to the next one. */
function readPart(part: Buffer): WholePart | null {
  const head = part.indexOf(END_OF_HEAD)
  if (head < 0 || head > LONGEST_HEAD) return null
  const [, fieldname, filename] = HEAD.exec(part.toString('utf8', 0, head)) ?? []
  if (fieldname === undefined || hasNul(fieldname) || fieldname in Object.prototype) return null
  if (fieldname.length > FORM_LIMITS.fieldNameSize) return null
  const content = part.subarray(head + END_OF_HEAD.length)
  if (filename === undefined) {
    if (content.length > FORM_LIMITS.fieldSize) return null
    const value = content.toString()
    return hasNul(value) ? null : { type: 'field', fieldname, value }
  }
  if (content.length > FORM_LIMITS.fileSize || hasNul(filename) || filename === '.' || filename === '..') return null
  return { type: 'file', fieldname, filename, file: whole(content) }
}

function whole(content: Buffer): WholeFile {
  return Object.assign(content.length === 0 ? [] : [content], { truncated: false, resume: () => {} })
}
