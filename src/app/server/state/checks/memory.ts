import { type Check, NO_SERVER, well, worstFound } from '../check.ts'
import { readProcesses } from '../processes.ts'

const MB = 1024 ** 2
/** It serves a busy evening in this (docs/benchmarks.md), with what looks at proofs beside it. */
const LEAST = 700 * MB
/** Beyond this share the system is about to end it. */
const FULL = 0.9

/** What a process has, and may have. @param name of the process */
export function judgeMemory(used: number, limit: number, name: string) {
  const detalle = `${name}: ${Math.round(used / MB)} MB de ${Math.round(limit / MB)} MB.`
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
  // Of every server, and never of the command line that looks.
  async look(ctx) {
    const told = (await readProcesses(ctx)).flatMap(({ nombre, memoria }) =>
      memoria ? [judgeMemory(memoria.usada, memoria.limite, nombre)] : [],
    )
    return worstFound(told) ?? NO_SERVER
  },
}
