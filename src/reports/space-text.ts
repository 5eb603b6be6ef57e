import { sizeText } from '#platform/size-text.ts'

/** `Quedan 320 MB libres de 20 GB`. @param space in bytes. */
export function spaceText({ free, total }: { free: number; total: number }): string {
  return `Quedan ${sizeText(free)} libres de ${sizeText(total)}`
}
