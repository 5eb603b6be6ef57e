import { mailLeaves } from '#mail/mail-leaves.ts'
import { useStatusQuery } from '#operators/panel/operators-query.ts'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { whatsappText, whatsappTo } from '#purchases/whatsapp-text.ts'
import type { ReviewedPurchase } from '../../contract.ts'

/** What a decision leaves to whoever made it where no mail tells its buyer; nothing where one does, or while nothing is decided. */
export function TellByWhatsApp({ purchase }: { purchase: ReviewedPurchase }) {
  const site = useStatusQuery().data?.sitio ?? ''
  if (mailLeaves() || purchase.estado === 'en revision') return null
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
