/** Words before a surname that are no part of it. */
const PARTICLE = /^(de|del|las?|los|el|y|e|das?|dos?|di|van|von|san)$/i

/** In place of the name of a buyer whose data was erased; the cédula is empty then. */
export const ERASED = 'Datos borrados'

/** `Carla M.`: the first name and the initial of the next word that is a name, so that `Ana del Valle` is `Ana V.` */
export function shortName(nombre: string): string {
  if (nombre === ERASED) return nombre
  const [first = '', ...rest] = nombre.trim().split(/\s+/)
  const next = rest.find((word) => !PARTICLE.test(word)) ?? rest[0]
  const initial = next && [...next][0]?.toUpperCase()
  return initial ? `${first} ${initial}.` : first
}
