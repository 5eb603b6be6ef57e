/** What a proof may be. */
export type ProofType = 'image/jpeg' | 'image/png' | 'application/pdf'

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
