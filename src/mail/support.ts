/** The contact for buyers, after 'escribe': nobody is sent to a WhatsApp that was never set. @param there its name, where there is one. */
export function supportOf({ whatsapp }: { whatsapp: string }, there = 'al WhatsApp de soporte de la página'): string {
  return whatsapp === '' ? 'a quien te vendió los boletos' : there
}
