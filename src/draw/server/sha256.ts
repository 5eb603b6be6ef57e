import { createHash } from 'node:crypto'
import type { Sha256 } from '../bytes.ts'

export const sha256: Sha256 = async (bytes) => createHash('sha256').update(bytes).digest()
