import type { Role } from '#access/contract.ts'
import type { NewOperator } from '#operators/contract.ts'

/** An invented operator. @param nombre a first name without accents. */
export function operator(nombre: string, rol: Role): NewOperator {
  const correo = `${nombre.toLowerCase()}@ejemplo.test`
  return { nombre: `${nombre} Ejemplo`, correo, clave: 'otra frase larga y propia', rol }
}
