/** What somebody typed as the target of a link: the address to keep, or what is wrong with it. */
export function readLinkAddress(typed: string): { href: string } | { problem: string } {
  const text = typed.trim()
  if (text === '') return { problem: 'Escribe una dirección, como https://ejemplo.com.' }
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return { href: `mailto:${text}` }
  if (/^mailto:[^\s@]+@[^\s@]+$/i.test(text) || /^tel:\+?[\d-]{5,20}$/i.test(text)) return { href: text }
  if (/^http:/i.test(text)) return { problem: 'Usa una dirección segura, que empiece por https://.' }
  const address = /^https:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`
  const url = parse(address)
  // A name without a dot is a word, not a site; a colon before it would name another scheme.
  if (url?.protocol !== 'https:' || !/^[^.].*\.[^.]+$/.test(url.hostname) || url.username !== '') {
    return { problem: 'Esa dirección no se puede abrir. Escríbela como https://ejemplo.com.' }
  }
  return { href: url.href }
}

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
