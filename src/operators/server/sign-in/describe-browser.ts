const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/FBAN|FBAV/, 'Facebook'],
  [/Instagram/, 'Instagram'],
  [/WhatsApp/, 'WhatsApp'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
]

/**
 * A browser in words for its owner, `Chrome en Android`, from what it says of itself. Only words of ours come out: the header
 * is anyone's text and ends in mails.
 */
export function describeBrowser(userAgent: string): string {
  const find = (table: typeof BROWSERS) => table.find(([pattern]) => pattern.test(userAgent.slice(0, 500)))?.[1]
  const system = find(SYSTEMS)
  return `${find(BROWSERS) ?? 'Navegador desconocido'}${system ? ` en ${system}` : ''}`
}
