/**
 * A number as WhatsApp takes it, digits with the country's code: a number as dialled in Venezuela (`0412-5550101`, `412 5550101`)
 * gets its 58, and a link to the chat (`https://wa.me/58…`) is its number. Empty for a text without digits.
 */
export function whatsappDigits(text: string): string {
  const linked = /(?:wa\.me\/|[?&]phone=)(?:\+|%2b)?(\d+)/i.exec(text)?.[1]
  const digits = (linked ?? text)
    .replace(/\D/g, '')
    .replace(/^00/, '')
    .replace(/^580(?=\d{10}$)/, '58')
  return /^(?:0\d{10}|4[12]\d{8})$/.test(digits) ? `58${digits.replace(/^0/, '')}` : digits
}
