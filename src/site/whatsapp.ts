import type { SiteSettings } from './contract.ts'

/** The chat with support, with the operator's text and the site's name typed already; null when he gave no number. */
export function whatsappAddress(site: Pick<SiteSettings, 'nombre' | 'whatsapp' | 'whatsapp_texto'>): string | null {
  const number = site.whatsapp.replace(/\D/g, '')
  if (number === '') return null
  return `https://wa.me/${number}?text=${encodeURIComponent(`${site.whatsapp_texto} ${site.nombre}`.trim())}`
}
