import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { byMail } from '#mail/mail-leaves.ts'
import { useStatus } from '#operators/panel/status.ts'
import { formatCount } from '#platform/money.ts'
import { AskButton, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Icon, type IconName } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { drawHour } from '../../describe-rule.ts'
import type { PanelDraw, PanelDue } from '../../draw-contract.ts'
import { handsText } from '../../rule-rules.ts'
import { nextPrize, winnersInNeed } from '../../tell-outcome.ts'
import { PostponeDialog } from '../rule/postpone-dialog.tsx'
import { closeText } from '../rule/rule-part.tsx'
import { TooFewHands } from '../rule/rule-text.tsx'
import { type Leader, lotteriesOf, tellDue, tellWhen, winnerMeanwhile } from './draw-words.ts'
import { ProposedResult } from './proposed-result.tsx'
import { ResultForm, RoundForm } from './result-form.tsx'

interface Props {
  id: number
  draw: PanelDraw
  leader: Leader
}

/** The next step for the leader, or the event that is waited for, or that there is none. */
export function NextThing(props: Props) {
  const { id, draw } = props
  if (draw.espera) return <WaitsRestored id={id} leader={props.leader} />
  switch (draw.etapa) {
    case 'vendiendo':
      return <Selling id={id} draw={draw} />
    case 'revisando':
      return <Reviewing draw={draw} />
    case 'congelada':
    case 'sorteando':
      return winnerMeanwhile(draw, props.leader) !== null ? <Giving draw={draw} /> : <Drawing {...props} />
    case 'terminado':
      return <Giving draw={draw} />
    case 'sin_regla':
      return null
  }
}

/** @param waits nothing is to be done: somebody or something else is waited for. */
export function Card(props: { icon: IconName; title: ReactNode; waits?: boolean; children: ReactNode }) {
  return (
    <section className={`draw-next card stack gap-3 pad-5 ${props.waits ? 'draw-waits' : ''}`} aria-labelledby="ahora">
      <p className={props.waits ? 'faint small' : 'accent small strong'}>
        {props.waits ? 'Ahora no tienes que hacer nada' : 'Ahora te toca'}
      </p>
      <div className="row-top gap-3">
        <Icon name={props.icon} />
        <h2 className="heading grow" id="ahora">
          {props.title}
        </h2>
      </div>
      {props.children}
    </section>
  )
}

/** A copy was put back: later buyers are not in it, and would be left out for good. */
function WaitsRestored({ id, leader }: Pick<Props, 'id' | 'leader'>) {
  return (
    <Card icon="shield" title="Espera desde que se restauró un respaldo">
      <p className="soft">
        Lo que entró después del respaldo no está. Compara tu banco con Compras y anota lo que falte: hasta que{' '}
        {leader.owner ? 'la dejes seguir' : 'un dueño la deje seguir'}, ni se congela su lista ni se sortea.
      </p>
      {leader.owner ? (
        <ButtonLink look="go" text="Ver y dejar seguir" className="btn-wide" href={`/rifas/${id}#la-venta`} />
      ) : null}
    </Card>
  )
}

function Selling({ id, draw: { cierre, cierra_con, estado } }: { id: number; draw: PanelDraw }) {
  return (
    <Card
      waits
      icon="ticket"
      title={estado === 'borrador' ? 'La venta empieza cuando la publiques' : 'La venta está abierta'}
    >
      <p className="soft">
        Termina sola {closeText({ cierra_en: cierre, cierra_con })}, y después revisas los últimos pagos. La lista se
        congela sola.
      </p>
      {cierre === null ? null : <ButtonLink look="link" text="Aplazar el cierre" href={`/rifas/${id}/regla`} />}
    </Card>
  )
}

function Reviewing({ draw: { revision } }: { draw: PanelDraw }) {
  const left = revision?.esperan ?? 0
  if (left === 0 || revision === null) {
    return (
      <Card waits icon="clock" title="Todo está decidido">
        <p className="soft">La lista de quién tiene cada número se congela sola, en unos minutos.</p>
      </Card>
    )
  }
  return (
    <Undecided count={left}>
      Lo que no confirmes hasta el <strong>{tellWhen(revision.hasta)}</strong> no participa en el sorteo.
    </Undecided>
  )
}

/** The last payments, and what follows. */
export function Undecided({ count, children }: { count: number; children: ReactNode }) {
  return (
    <Card icon="review" title={count === 1 ? 'Decide 1 pago' : `Decide ${formatCount(count)} pagos`}>
      <p>{children}</p>
      <ButtonLink look="go" text="Revisar los pagos" className="btn-wide" href="/revision" />
    </Card>
  )
}

function Drawing({ id, draw, leader }: Props) {
  const prize = nextPrize(draw.premios)
  const due = prize?.espera
  if (!prize || !due) return null
  const name = `premio${draw.premios.length === 1 ? '' : ` ${prize.premio + 1}`} «${prize.titulo}»`
  const { propuesta } = draw
  if (propuesta) {
    const waits = propuesta.mia || !leader.judges
    const title = waits ? 'Falta que otra persona lo confirme' : 'Escribe tú también lo que salió'
    return (
      <Card waits={waits} icon="people" title={title}>
        {due.tipo === 'loteria' ? <LotteryWords due={due} name={name} /> : null}
        {waits ? null : <StopsFirst />}
        <ProposedResult id={id} draw={draw} proposal={propuesta} leader={leader} />
      </Card>
    )
  }
  if (due.tipo === 'faro')
    return <Beacon id={id} draw={draw} prize={prize.premio} due={due} name={name} leader={leader} />
  if (!due.llego) {
    return (
      <Card waits={handsText(draw.manos) === null} icon="clock" title={`Espera a ${lotteriesOf(due)}`}>
        <LotteryWords due={due} name={name} />
        <TooFewHands manos={draw.manos} />
        <Postpone id={id} draw={draw} leader={leader} />
      </Card>
    )
  }
  return leader.judges ? (
    <Card icon="pencil" title={`Escribe lo que salió en ${lotteriesOf(due)}`}>
      <LotteryWords due={due} name={name} />
      <StopsFirst />
      <ResultForm key={`${prize.premio}:${due.dia}`} id={id} prize={prize} due={due} />
    </Card>
  ) : (
    <Card waits icon="clock" title={`Ya se puede escribir lo que salió en ${lotteriesOf(due)}`}>
      <LotteryWords due={due} name={name} />
    </Card>
  )
}

/** What would refuse a result only once it is typed: no second factor, or an hour that nobody has confirmed. */
function StopsFirst() {
  const status = useStatus()
  const home = useAsk('GET /api/panel/inicio', { refetchInterval: 60_000 })
  return (
    <>
      {status.data?.operador?.segundo_factor === false ? (
        <Notice level="aviso" title="Activa primero tu segundo paso">
          Sin él no se guarda lo que escribas. <Link href="/cuenta">Activarlo en tu cuenta</Link>
        </Notice>
      ) : null}
      {home.data?.hora_en_duda ? (
        <Notice level="aviso" title="No sabemos si la hora del servidor es la correcta">
          Hasta que un dueño lo diga no se guarda lo que escribas. <Link href="/">Decirlo en Inicio</Link>
        </Notice>
      ) : null}
    </>
  )
}

function LotteryWords({ due, name }: { due: PanelDue & { tipo: 'loteria' }; name: string }) {
  return (
    <p className="soft">
      Decide el {name}: el sorteo de las {drawHour(due.hora)} del {tellWhen(due.en).split(',')[0]}.
      {due.intentos > 0 ? ` Es el intento ${due.intentos + 1} de ${due.intentos_de}.` : ''}
    </p>
  )
}

function Beacon(props: Props & { prize: number; due: PanelDue & { tipo: 'faro' }; name: string }) {
  const { id, draw, due, name, leader } = props
  const state = draw.faro?.estado ?? 'espera'
  if (state === 'tarde') {
    return (
      <Card icon="retry" title="El azar público no responde">
        <p className="soft">
          La ronda {due.ronda} salió el {tellWhen(due.en)} y este servidor no ha podido traerla. Sigue intentando solo.
          Si prefieres no esperar, tráela tú: su firma prueba que es la verdadera.
        </p>
        {draw.faro?.problema ? <p className="faint small">{draw.faro.problema}</p> : null}
        {leader.judges ? (
          <RoundForm id={id} prize={props.prize} round={due.ronda} relays={draw.faro?.reles ?? []} />
        ) : null}
      </Card>
    )
  }
  return (
    <Card waits icon="clock" title={state === 'espera' ? 'Se sortea solo a su hora' : 'Buscando el resultado…'}>
      <p className="soft">
        Decide el {name}, {state === 'espera' ? 'desde el' : 'con la ronda del'} {tellWhen(due.en)} Nadie teclea nada:
        el resultado aparece aquí y en la página de la rifa.
      </p>
      {state === 'buscando' && draw.faro ? (
        <p className="faint small">
          Si no llega, desde el {tellWhen(draw.faro.a_mano_desde)} la puedes traer tú, aquí mismo.
        </p>
      ) : null}
      <Postpone id={id} draw={draw} leader={leader} />
    </Card>
  )
}

/** While nothing was drawn and its hour has not come. */
function Postpone({ id, draw, leader }: Props) {
  const { sorteo_desde: from } = draw
  if (!draw.aplazable || !leader.owner || from === null) return null
  const ask = (close: () => void) => <PostponeDialog what="sorteo" id={id} from={from} onClose={close} />
  return <AskButton look="link" text="Aplazar el sorteo" ask={ask} />
}

/** Only deliveries are left; or one is open while another prize is yet to be drawn. */
function Giving({ draw }: { draw: PanelDraw }) {
  const [next] = winnersInNeed(draw.premios)
  const later = nextPrize(draw.premios)
  const provisional = draw.premios.find(({ provisional_hasta }) => provisional_hasta !== null)
  if (!next && provisional) {
    return (
      <Card waits icon="clock" title="El resultado es provisional">
        <p className="soft">
          Compáralo con la página de la lotería. Si está mal escrito, un dueño lo corrige: en «Lo que ha pasado». Es
          firme el {tellWhen(provisional.provisional_hasta ?? '')}
        </p>
      </Card>
    )
  }
  if (!next) {
    return (
      <Card waits icon="check" title="El sorteo terminó">
        <p className="soft">
          {draw.premios.every(({ ganador }) => ganador === null)
            ? 'No se vendió ningún número: nadie ganó.'
            : 'Todos los premios están entregados. Guarda el acta.'}
        </p>
      </Card>
    )
  }
  const [title, says] = tellWinner(next)
  const waits = next.need === 'esperar'
  return (
    <Card waits={waits} icon={waits ? 'clock' : 'chat'} title={title}>
      <p className="soft">{says}</p>
      <a href={`#premio-${next.premio}`} className={waits ? 'link' : 'btn btn-go btn-wide'}>
        Ver el ganador
      </a>
      {later?.espera ? (
        <p className="soft small">
          Falta el premio {later.premio + 1}. {tellDue(later.espera)}
        </p>
      ) : null}
    </Card>
  )
}

function tellWinner(one: ReturnType<typeof winnersInNeed>[number]): [title: string, says: string] {
  const { need, titulo, ganador } = one
  const { numero, aviso, reclama_hasta: until } = ganador
  switch (need) {
    case 'avisar': {
      const write = byMail(aviso === null ? 'No dejó correo: escríbele' : 'Su correo no llegó: escríbele', 'Escríbele')
      const says = `«${titulo}». ${write} por WhatsApp y marca que le avisaste. Su plazo cuenta desde ahí.`
      return [`Avisa a quien ganó: ${numero}`, says]
    }
    case 'entregar':
      return [`Entrega el premio del ${numero}`, `«${titulo}» está reclamado. Al entregarlo anota el día y una foto.`]
    case 'vencer':
      return [
        `Se acabó el plazo del ${numero}`,
        `«${titulo}» no se reclamó a tiempo. Puedes darlo por no reclamado, y se sortea otra vez entre los números vendidos.`,
      ]
    case 'esperar': {
      const says = until
        ? `Puede reclamarlo hasta el ${tellWhen(until)}`
        : `${byMail('Su correo está por salir. Si tarda, escríbele tú', 'Escríbele')} y marca que le avisaste.`
      return [`Espera a quien ganó: ${numero}`, `«${titulo}». ${says}`]
    }
  }
}
