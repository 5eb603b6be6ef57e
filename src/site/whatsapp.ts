import type { SiteSettings } from './contract.ts'

/**
 * The chat with support, with what the visitor wants and the site's name typed already; null when the operator gave no number.
 * @param text instead of the operator's text.
 */
export function whatsappAddress(
  site: Pick<SiteSettings, 'nombre' | 'whatsapp' | 'whatsapp_texto'>,
  text = site.whatsapp_texto,
): string | null {
  const number = site.whatsapp.replace(/\D/g, '')
  if (number === '') return null
  return `https://wa.me/${number}?text=${encodeURIComponent(`${text} ${site.nombre}`.trim())}`
}
