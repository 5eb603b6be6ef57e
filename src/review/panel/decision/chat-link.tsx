import { useStatus } from '#operators/panel/status.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { whatsappText, whatsappTo } from '#purchases/whatsapp-text.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** The chat with a buyer, with the decision typed already. */
export function ChatLink({ purchase }: { purchase: ReviewedPurchase }) {
  const site = useStatus().data?.sitio ?? ''
  if (purchase.telefono === '') return null
  return (
    <ButtonLink
      out
      icon="chat"
      text="Avísale por WhatsApp"
      href={whatsappTo(purchase.telefono, whatsappText(purchase, site))}
    />
  )
}
