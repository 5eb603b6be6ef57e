/** `320 MB`, `1,2 GB`. */
function sizeText(bytes: number): string {
  const mb = bytes / 1024 ** 2
  return mb < 1024 ? `${Math.floor(mb)} MB` : `${(mb / 1024).toFixed(1).replace('.', ',').replace(',0', '')} GB`
}

/** Size of a copy, `1 MB` at least: none is empty. */
export const copySize = (bytes: number) => sizeText(Math.max(bytes, 2 ** 20))

/** `Quedan 320 MB libres de 20 GB`. @param space in bytes. */
export function spaceText({ free, total }: { free: number; total: number }): string {
  return `Quedan ${sizeText(free)} libres de ${sizeText(total)}`
}
