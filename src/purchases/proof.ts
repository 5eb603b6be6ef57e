import { PROOF_INVALID_TYPE, PROOF_TOO_LARGE, PROOF_UNREADABLE } from './messages.ts'

const PROOF_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type ProofType = (typeof PROOF_TYPES)[number]

/** For the file input: types, not endings, because the browsers inside WhatsApp and Instagram offer nothing otherwise. */
export const PROOF_ACCEPT = PROOF_TYPES.join(',')
export const PROOF_MAX_BYTES = 5 * 1024 * 1024

export function isProofType(type: string): type is ProofType {
  return (PROOF_TYPES as readonly string[]).includes(type)
}

/** Why that file cannot be a proof, or null. What the content really is, the server finds out. */
export function checkProof(file: { type: string; size: number }): string | null {
  if (!isProofType(file.type)) return PROOF_INVALID_TYPE
  if (file.size === 0) return PROOF_UNREADABLE
  return file.size > PROOF_MAX_BYTES ? PROOF_TOO_LARGE : null
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
