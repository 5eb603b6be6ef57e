import { useStatus } from '#operators/panel/status.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { whatsappText, whatsappTo } from '#purchases/whatsapp-text.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** The chat with a buyer, with what was decided typed already. */
export function ChatLink({ purchase }: { purchase: ReviewedPurchase }) {
  const site = useStatus().data?.sitio ?? ''
  if (purchase.telefono === '') return null
  return (
    <a
      className="btn"
      href={whatsappTo(purchase.telefono, whatsappText(purchase, site))}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="chat" />
      Avísale por WhatsApp
    </a>
  )
}
