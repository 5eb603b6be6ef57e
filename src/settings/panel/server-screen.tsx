import type { Operator } from '#access/contract.ts'
import { useAsk } from '#access/panel/ask.ts'
import { StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { Part } from '#site/panel/site-fields.tsx'
import { AddressPart } from './address-part.tsx'
import { settingOf } from './guarded-change.ts'
import { MailPart } from './mail-part.tsx'
import { SourcePart } from './source-part.tsx'

/** An owner's settings of the server: mail, the rate's source, the public address. */
export function ServerScreen({ site, operator }: { site: string; operator: Operator }) {
  const settings = useAsk('GET /api/panel/servidor')
  if (!settings.data) {
    return (
      <Waiting
        query={settings}
        label="Cargando los ajustes del servidor"
        className="page gap-6"
        bones={[['1.25rem', '10rem'], '3rem', '12rem']}
      />
    )
  }
  const { data } = settings
  return (
    <div className="site page gap-6">
      <StaleNotice query={settings} />
      <Part title="Correo" says="Por dónde salen los números, los avisos y los enlaces de tu equipo.">
        <MailPart setting={settingOf(data, 'correo')} siteName={site} ownMail={operator.correo} />
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
