import { PROOF_INVALID_TYPE, PROOF_TOO_LARGE, PROOF_UNREADABLE } from './messages.ts'

const PROOF_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type ProofType = (typeof PROOF_TYPES)[number]

/** Bytes that tell what a file is: readers look for the beginning of a PDF in the first 1,024. */
export const PROOF_HEAD = 1024 + 5

/**
 * What a file is by its first bytes, whatever its name and type say; null where it can be no proof. White space, marks and a printer's lines
 * may stand before a PDF, and nothing else: what begins as a page of HTML is one.
 */
export function proofType(head: Uint8Array): ProofType | null {
  const text = String.fromCharCode(...head.subarray(0, PROOF_HEAD))
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  return /^(?:\xef\xbb\xbf|[\s\p{Cc}]|%-12345X|@PJL[^\r\n]*[\r\n])*%PDF-/u.test(text) ? 'application/pdf' : null
}

/** For the file input: types, not endings, because the browsers inside WhatsApp and Instagram offer nothing otherwise. */
export const PROOF_ACCEPT = PROOF_TYPES.join(',')
export const PROOF_MAX_BYTES = 5 * 1024 * 1024

/** Why that file cannot be a proof, or null. */
export function checkProof(file: { type: string; size: number }): string | null {
  if (file.size === 0) return PROOF_UNREADABLE
  if (file.size > PROOF_MAX_BYTES) return PROOF_TOO_LARGE
  return (PROOF_TYPES as readonly string[]).includes(file.type) ? null : PROOF_INVALID_TYPE
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
