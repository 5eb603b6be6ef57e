import { PROOF_INVALID_TYPE, PROOF_TOO_LARGE, PROOF_UNREADABLE } from './messages.ts'

const PROOF_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'application/pdf'] satisfies ProofType[]

/** For the file input: types, not endings, because the browsers inside WhatsApp and Instagram offer nothing otherwise. */
export const PROOF_ACCEPT = PROOF_TYPES.join(',')
export const PROOF_MAX_BYTES = 5 * 1024 * 1024

/** Why that file cannot be a proof, or null. */
export function checkProof(file: { type: string; size: number }): string | null {
  if (file.size === 0) return PROOF_UNREADABLE
  if (file.size > PROOF_MAX_BYTES) return PROOF_TOO_LARGE
  return PROOF_TYPES.includes(file.type) ? null : PROOF_INVALID_TYPE
}

/** The name with which a file is sent: a photo that was shrunk has become a JPEG, and some servers go by the ending. */
export function sentName(file: { name: string; type: string }): string {
  return file.type === 'image/jpeg' && !/\.jpe?g$/i.test(file.name)
    ? `${file.name.replace(/\.\w+$/, '')}.jpg`
    : file.name
}

/** `248 KB`, `1,4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(bytes && 1, Math.round(bytes / 1024))} KB`
  return `${(bytes / 1024 / 1024).toFixed(1).replace('.', ',')} MB`
}

/** Types that a proof may have. */
export type ProofType = 'image/jpeg' | 'image/png' | 'application/pdf'

/** Bytes that show a file's type: readers look for the beginning of a PDF in the first 1,024. */
export const PROOF_HEAD = 1024 + 5

/**
 * Type of a file by its first bytes, not by its name or declared type; null if it can be no proof. White space, marks and a printer's lines
 * may precede a PDF, and nothing else: a file that begins as HTML is HTML.
 */
export function proofType(head: Uint8Array): ProofType | null {
  const text = String.fromCharCode(...head.subarray(0, PROOF_HEAD))
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return /^(?:\xef\xbb\xbf|[\s\p{Cc}]|%-12345X|@PJL[^\r\n]*[\r\n])*%PDF-/u.test(text) ? 'application/pdf' : null
}
