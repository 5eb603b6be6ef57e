import { type Check, NO_SERVER, well, worstFound } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** The oldest that still gets mends of its holes (nodejs.org/en/about/previous-releases). */
const LEAST = 22

/** @param node as a process tells it: `26.1.0 linux x64`. @param name of the process */
export function judgeNode(node: string, name: string) {
  const detalle = `${name}: Node ${node}.`
  if (Number.parseInt(node, 10) >= LEAST) return well('Es de una versión que se mantiene.', detalle)
  return {
    nivel: 'atento' as const,
    texto: 'El servidor corre con una versión de Node que ya no recibe arreglos.',
    que_hacer: 'Pide a quien cuida el servidor que use la que trae Tómbola: npm start la usa sola.',
    detalle,
  }
}

export const machine: Check = {
  clave: 'maquina',
  nombre: 'El programa que lo mueve',
  // Of every server, and never of the command line that looks.
  async look(ctx) {
    const told = (await readProcesses(ctx)).flatMap(({ nombre, node }) => (node ? [judgeNode(node, nombre)] : []))
    return worstFound(told) ?? NO_SERVER
  },
}
