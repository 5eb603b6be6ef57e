import { totalmem } from 'node:os'
import { type Check, well } from '../check.ts'

const MB = 1024 ** 2
/** It serves a busy evening in this (docs/benchmarks.md), with what looks at proofs beside it. */
const LEAST = 700 * MB
/** Beyond this share the system is about to end it. */
const FULL = 0.9

/** What this process may have and has: the group's limit where there is one, else the machine's memory. */
export function judgeMemory(used: number, limit: number) {
  const detalle = `${Math.round(used / MB)} MB de ${Math.round(limit / MB)} MB.`
  if (used > limit * FULL) {
    return {
      nivel: 'grave' as const,
      texto: 'El servidor está por quedarse sin memoria, y el sistema lo apagaría.',
      que_hacer: 'Pide a quien cuida el servidor que le dé más memoria.',
      detalle,
    }
  }
  if (limit < LEAST) {
    return {
      nivel: 'atento' as const,
      texto: 'El servidor tiene poca memoria para una noche con muchas ventas.',
      que_hacer: 'Pide a quien cuida el servidor que le dé 1 GB.',
      detalle,
    }
  }
  return well('La memoria alcanza.', detalle)
}

export const memory: Check = {
  clave: 'memoria',
  nombre: 'La memoria',
  look() {
    const given = process.constrainedMemory()
    const limit = given > 0 && given < totalmem() ? given : totalmem()
    return judgeMemory(process.memoryUsage.rss(), limit)
  },
}
