/** Messages name their field for the command line, `precio: escribe un monto`; next to the field that is not needed. */
export function bareMessage(message: string): string {
  const text = message.replace(/^[\p{L}_, ]{3,30}: /u, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
