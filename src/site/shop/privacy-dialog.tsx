import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import type { SiteSettings } from '../contract.ts'
import { privacyNotice } from '../rules.ts'
import { whatsappAddress } from '../whatsapp.ts'
import './rules.css'

interface Props {
  site: SiteSettings
  onClose: () => void
}

/** The privacy notice: the stored data of a buyer, its purpose and retention. Opened from the foot and from the form. */
export default function PrivacyDialog({ site, onClose }: Props) {
  const whatsapp = whatsappAddress(site)
  return (
    <Dialog title="Tus datos personales" onClose={onClose} foot={<Button look="go" text="Cerrar" onClick={onClose} />}>
      <ul className="clauses">
        {privacyNotice(site).map(({ titulo, texto }) => (
          <li key={titulo}>
            <b>{titulo}</b>
            {texto}
          </li>
        ))}
        {(site.operador || whatsapp) && (
          <li>
            <b>A quién preguntar</b>
            {site.operador && `Responsable: ${site.operador}. `}
            {whatsapp && (
              <a className="link" href={whatsapp} target="_blank" rel="noopener">
                Escribir a soporte
              </a>
            )}
          </li>
        )}
      </ul>
    </Dialog>
  )
}
