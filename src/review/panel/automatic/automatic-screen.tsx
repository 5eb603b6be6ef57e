import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { useSources } from '#money/panel/sources/sources.ts'
import { formatCount } from '#platform/money.ts'
import { BackHead, Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { Notice, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatSum } from '#purchases/panel/wording.ts'
import type { AutomaticSetting } from '../../automatic-contract.ts'
import { AutomaticForm } from './automatic-form.tsx'

/** Whether a raffle's payments are confirmed by the bank's data, how many of today, and the owners' settings of it. */
export function AutomaticScreen({ id, owner }: { id: number; owner: boolean }) {
  const query = useAsk('GET /api/panel/rifas/:id/confirmacion-automatica', { params: { id }, refetchInterval: 20_000 })
  const { data } = query
  if (!data) return <Waiting className="page" query={query} label="Cargando cómo se confirma" />
  return (
    <div className="page gap-6">
      <BackHead to={`/rifas/${id}`} back="Volver a la rifa" title="Confirmar sin una persona" />
      <StaleNotice query={query} />
      <Today setting={data} />
      {owner ? <LacksBank active={data.activa} /> : null}
      <div className="halves columns-narrow gap-6">
        <Rules />
        {owner ? (
          <AutomaticForm id={id} setting={data} />
        ) : (
          <p className="soft small">Lo enciende y lo apaga un dueño.</p>
        )}
      </div>
    </div>
  )
}

/** Its state now, and how much of today's limits is left. */
function Today({ setting }: { setting: AutomaticSetting }) {
  const { activa, hoy, tope_cantidad, tope_suma, moneda } = setting
  if (!activa) {
    return (
      <section className="pad-4-5 card stack gap-1" aria-label="Cómo está">
        <h3>Apagado</h3>
        <p className="soft">Cada pago lo confirma una persona, aunque el banco diga que llegó.</p>
      </section>
    )
  }
  return (
    <section className="pad-4-5 card stack gap-4" aria-label="Cómo está">
      <h3 className="inline gap-3">
        <VerdictShape level="bien" word={false} />
        Encendido
      </h3>
      <div className="halves columns-narrow gap-6">
        <Bar name="Pagos de hoy" value={hoy.cantidad} most={tope_cantidad}>
          <strong>{formatCount(hoy.cantidad)}</strong> de {formatCount(tope_cantidad)}
        </Bar>
        <Bar name="Suman" value={Number(hoy.suma)} most={Number(tope_suma)}>
          <strong className="whole">{formatSum(hoy.suma, moneda)}</strong> de {formatSum(tope_suma, moneda)}
        </Bar>
      </div>
    </section>
  )
}

function Bar(props: { name: string; value: number; most: number; children: ReactNode }) {
  return (
    <div className="stack gap-1">
      <p className="row apart wrap">
        <span className="soft">{props.name}</span>
        <span>{props.children}</span>
      </p>
      <progress aria-label={props.name} value={props.value} max={props.most} />
    </div>
  )
}

/** Without a bank that reports by itself nothing is confirmed so, whatever the setting. */
function LacksBank({ active }: { active: boolean }) {
  const { data } = useSources()
  if (!data || data.fuentes.some(({ via, activa }) => activa && via !== 'aviso')) return null
  return (
    <Notice level="aviso" title="Todavía ningún banco le habla a tu tienda">
      {active
        ? 'Está encendido, pero nada se confirma solo: los avisos del teléfono y los extractos esperan a una persona. '
        : 'Puedes encenderlo, pero nada se confirmará solo hasta que agregues la conexión de tu banco. '}
      <Link href="/conciliacion/fuentes/nueva" className="link">
        Agregar el banco
      </Link>
    </Notice>
  )
}

const rules = (): [icon: IconName, title: string, says: string][] => [
  [
    'bank',
    'Solo con la palabra del banco',
    'Una conexión con tu banco o tu billetera. Un SMS que reenvía el teléfono, un aviso pegado o un extracto no alcanzan: esos los confirmas tú.',
  ],
  [
    'match',
    'Solo lo exacto',
    'La referencia o los datos de quien pagó, el monto al céntimo y el día, sin otro pago ni otro reporte que se le parezca.',
  ],
  [
    'alert',
    'Nunca contra una comprobación grave',
    'Una referencia repetida, una captura ya usada o una persona bloqueada esperan a que alguien las mire.',
  ],
  [
    'clock',
    'Hasta el tope del día',
    `Al llegar se detiene${byMail(', y cada dueño recibe un correo')}. Lo que llegue de más espera a una persona, o a mañana.`,
  ],
  [
    'journal',
    'Con tu nombre al encenderlo',
    `Encenderlo o subir un tope pide tu código${byMail(', y cada dueño recibe un correo')}. Cada compra que se confirma así lo dice en su historia y en el diario: «El sistema».`,
  ],
]

function Rules() {
  return (
    <section className="stack gap-4 from-top" aria-label="Qué se confirma solo">
      <h3>Qué se confirma solo</h3>
      <ul className="stack gap-4">
        {rules().map(([icon, title, says]) => (
          <li key={title} className="row-top gap-3">
            <span className="square fixed round raised centre soft">
              <Icon name={icon} />
            </span>
            <span>
              <strong>{title}</strong>
              <span className="block soft small">{says}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
