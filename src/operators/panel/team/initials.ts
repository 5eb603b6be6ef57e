/** `MO` of Marisela Ortiz. */
export function initials(nombre: string): string {
  return nombre
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
