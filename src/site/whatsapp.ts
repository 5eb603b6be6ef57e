import type { SiteChanges, SiteSettings } from './contract.ts'

/**
 * A number as WhatsApp takes it, digits with the country's code: what is written as one dials it in Venezuela (`0412-5550101`,
 * `412 5550101`) gets its 58. Empty for a text without digits.
 */
export function whatsappDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  return /^(?:0\d{10}|4[12]\d{8})$/.test(digits) ? `58${digits.replace(/^0/, '')}` : digits
}

/**
 * The chat with support, with what the visitor wants and the site's name typed already; null when the operator gave no number.
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

/** Whether buyers who already write to one number would write to another: who answers there can tell them to pay elsewhere. */
export function movesContact<Asked extends SiteChanges>(
  before: Pick<SiteSettings, 'whatsapp'>,
  asked: Asked,
): asked is Asked & { whatsapp: string } {
  if (asked.whatsapp === undefined || before.whatsapp === '') return false
  return whatsappDigits(asked.whatsapp) !== whatsappDigits(before.whatsapp)
}
