import { mailLeaves } from '#mail/mail-leaves.ts'
import { useStatus } from '#operators/panel/status.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { whatsappText, whatsappTo } from '#purchases/whatsapp-text.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** The chat with the buyer, with the decision typed already, where no mail tells it; empty where one does, or while nothing is decided. */
export function TellByWhatsApp({ purchase }: { purchase: ReviewedPurchase }) {
  const site = useStatus().data?.sitio ?? ''
  const { estado, telefono } = purchase
  if (mailLeaves() || estado === 'en revision' || telefono === '') return null
  const href = whatsappTo(telefono, whatsappText(purchase, site))
  return <ButtonLink out icon="chat" text="Avísale por WhatsApp" href={href} />
}
