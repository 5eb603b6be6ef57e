import type { SiteChanges, SiteSettings } from './contract.ts'
import { whatsappDigits } from './whatsapp-number.ts'

/**
 * The chat with support, with the visitor's question and the site's name typed already; null if the operator gave no number.
 * @param text instead of the operator's text.
 */
export function whatsappAddress(
  site: Pick<SiteSettings, 'nombre' | 'whatsapp' | 'whatsapp_texto'>,
  text = site.whatsapp_texto,
): string | null {
  const number = whatsappDigits(site.whatsapp)
  if (number === '') return null
  return `https://wa.me/${number}?text=${encodeURIComponent(`${text} ${site.nombre}`.trim())}`
}

/** Whether buyers who write to one number would reach another: its holder can tell them to pay elsewhere. */
export function movesContact(before: Pick<SiteSettings, 'whatsapp'>, asked: SiteChanges): boolean {
  if (asked.whatsapp === undefined || before.whatsapp === '') return false
  return whatsappDigits(asked.whatsapp) !== whatsappDigits(before.whatsapp)
}
