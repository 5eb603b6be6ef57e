import { statfs } from 'node:fs/promises'

/** Free space of the disk that holds the data folder, in bytes. */
export interface Space {
  free: number
  total: number
  /** `grave` when it is a matter of hours. */
  level: 'bien' | 'aviso' | 'grave'
}

const MB = 1024 ** 2
/** A hundred proofs of the largest size: those of a busy evening, before somebody has read a mail and made room. */
const LEAST = 500 * MB
/** Five per cent of a large disk is more than anybody has to worry about. */
const MOST = 5 * 1024 * MB
const SHARE = 0.05
/** A disk that is small altogether is not full because of that. */
const MOST_SHARE = 0.2

/** @param free bytes that this user may still write; @param total of the disk. */
export function judgeSpace(free: number, total: number): Space {
  const low = Math.min(total * MOST_SHARE, Math.max(LEAST, Math.min(total * SHARE, MOST)))
  return { free, total, level: free < low / 4 ? 'grave' : free < low ? 'aviso' : 'bien' }
}

export async function readSpace(folder: string): Promise<Space> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return judgeSpace(bavail * bsize, blocks * bsize)
}
