import { useAsk } from '#access/panel/ask.ts'
import { Bone, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { Part } from '#site/panel/site-fields.tsx'
import { AddressPart } from './address-part.tsx'
import { settingOf } from './guarded-change.ts'
import { MailPart } from './mail-part.tsx'
import { SourcePart } from './source-part.tsx'

/** What an owner sets of the server: mail, the rate's source, the public address. */
export function ServerScreen({ siteName, ownMail }: { siteName: string; ownMail: string }) {
  const settings = useAsk('GET /api/panel/servidor')
  if (!settings.data) {
    return (
      <Waiting query={settings} label="Cargando los ajustes del servidor">
        <div className="page gap-6">
          <Bone width="10rem" height="1.25rem" />
          <Bone height="3rem" />
          <Bone height="12rem" />
        </div>
      </Waiting>
    )
  }
  const { data } = settings
  return (
    <div className="site page gap-6">
      <StaleNotice query={settings} />
      <Part title="Correo" says="Por dónde salen los números, los avisos y los enlaces de tu equipo.">
        <MailPart setting={settingOf(data, 'correo')} siteName={siteName} ownMail={ownMail} />
      </Part>
      <Part title="Dirección pública" says="Por dónde entran tus compradores.">
        <AddressPart setting={settingOf(data, 'direccion')} />
      </Part>
      <Part title="Tasa del BCV" says="Quién la dice cada día, sin que la escribas.">
        <SourcePart setting={settingOf(data, 'tasa')} />
      </Part>
    </div>
  )
}
