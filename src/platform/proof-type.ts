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
