/**
 * A number as WhatsApp takes it, digits with the country's code: what is written as one dials it in Venezuela (`0412-5550101`,
 * `412 5550101`) gets its 58. Empty for a text without digits.
 */
export function whatsappDigits(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  return /^(?:0\d{10}|4[12]\d{8})$/.test(digits) ? `58${digits.replace(/^0/, '')}` : digits
}
