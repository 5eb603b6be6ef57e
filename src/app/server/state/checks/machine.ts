import { type Check, well } from '../check.ts'

/** The oldest that still gets mends of its holes (nodejs.org/en/about/previous-releases). */
const LEAST = 22

export const machine: Check = {
  clave: 'maquina',
  nombre: 'El programa que lo mueve',
  look() {
    const detalle = `Node ${process.versions.node}, ${process.platform} ${process.arch}.`
    if (Number.parseInt(process.versions.node, 10) >= LEAST) return well('Es de una versión que se mantiene.', detalle)
    return {
      nivel: 'atento',
      texto: 'El servidor corre con una versión de Node que ya no recibe arreglos.',
      que_hacer: 'Pide a quien cuida el servidor que use la que trae Tómbola: npm start la usa sola.',
      detalle,
    }
  },
}
