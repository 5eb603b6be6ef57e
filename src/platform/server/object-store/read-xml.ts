const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    return hexadecimal ? String.fromCodePoint(Number.parseInt(hexadecimal, 16)) : (ENTITIES[name] ?? whole)
  })
}

/** Raw content of each element of that name. The answers of S3 nest none in one of its own name. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g')), ([, inside = '']) => inside)
}

/** The text of the first element of that name; empty if there is none. */
export function textOf(xml: string, name: string): string {
  return plain(elementsOf(xml, name)[0] ?? '')
}
