/** `320 MB`, `1,2 GB`. */
export function sizeText(bytes: number): string {
  const mb = bytes / 1024 ** 2
  return mb < 1024 ? `${Math.floor(mb)} MB` : `${(mb / 1024).toFixed(1).replace('.', ',').replace(',0', '')} GB`
}
