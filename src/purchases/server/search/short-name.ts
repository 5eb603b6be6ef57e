/** Words before a surname that are no part of it. */
const PARTICLES = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'el',
  'y',
  'e',
  'da',
  'das',
  'do',
  'dos',
  'di',
  'van',
  'von',
  'san',
])

/** In place of the name of a buyer whose data was erased; the cédula is empty then. */
export const ERASED = 'Datos borrados'

/** `Carla M.`: the first name and the initial of the next word that is a name, so that `Ana del Valle` is `Ana V.` */
export function shortName(nombre: string): string {
  if (nombre === ERASED) return nombre
  const [first = '', ...rest] = nombre.trim().split(/\s+/)
  const next = rest.find((word) => !PARTICLES.has(word.toLowerCase())) ?? rest[0]
  const initial = next && [...next][0]?.toUpperCase()
  return initial ? `${first} ${initial}.` : first
}
