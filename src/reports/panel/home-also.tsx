import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Operator } from '#access/contract.ts'
import { queryOf, useAsk, useDeed, usePages } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { FreshCodeDialog } from '#operators/panel/factor/fresh-code-dialog.tsx'
import {
  addDays,
  type CalendarDate,
  dayInCaracas,
  formatDay,
  formatWholeInstant,
  type Instant,
  MINUTE,
} from '#platform/clock.ts'
import { counted } from '#platform/money.ts'
import { serverNow } from '#platform/panel/api.ts'
import { AskButton } from '#platform/panel/parts/button.tsx'
import { Bone } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { copySize, spaceText } from '#platform/size-text.ts'
import { NO_RATE } from '#rates/rate-text.ts'
import { dueOf } from '../due-raffles.ts'
import type { Home } from '../home-contract.ts'
import { HomeLine } from './home-line.tsx'

/** Other tasks of the day: mail, rate, raffles that end, the account. @param server tasks of the server, if any. */
export function HomeAlso(props: { operator: Operator; home: Home | undefined; server: ReactNode }) {
  const { operator, home, server } = props
  return (
    <section className="home-also" aria-labelledby="tambien">
      <h2 id="tambien">También hoy</h2>
      {server}
      <SpaceLine space={home?.espacio ?? null} />
      <TimeLine hour={home?.hora_en_duda ?? null} owner={operator.rol === 'dueno'} />
      <ReversedLine count={home?.revertidas ?? 0} />
      <RateLine owner={operator.rol === 'dueno'} />
      {home ? <DrawLines home={home} owner={operator.rol === 'dueno'} /> : null}
      {home ? <RaffleLines home={home} /> : null}
      {home ? <BackupLine copy={home.respaldo} owner={operator.rol === 'dueno'} /> : null}
      <MailLine owner={operator.rol === 'dueno'} since={home?.correo_fallido_desde ?? null} />
      {operator.segundo_factor || operator.rol === 'dueno' ? null : (
        <HomeLine
          icon="shield"
          tone="aviso"
          title="Activa el segundo paso"
          action={<Link href="/cuenta">Activar</Link>}
        >
          Tu clave es hoy lo único que protege el panel.
        </HomeLine>
      )}
    </section>
  )
}

function SpaceLine({ space }: { space: Home['espacio'] }) {
  if (space === null) return null
  return (
    <HomeLine
      icon="screen"
      tone={space.grave ? 'grave' : 'aviso'}
      title={space.grave ? 'El servidor está por quedarse sin espacio' : 'Queda poco espacio en el servidor'}
      action={null}
    >
      {spaceText(space)}. Cuando se acabe, nadie podrá reportar un pago: pide a quien cuida el servidor que haga lugar.
    </HomeLine>
  )
}

/** No witness outside confirms the clock: an owner checks it. */
function TimeLine({ hour, owner }: { hour: string | null; owner: boolean }) {
  const set = useDeed('POST /api/panel/hora', { shows: queryOf('GET /api/panel/inicio') })
  if (hour === null) return null
  const told = formatWholeInstant(Date.parse(hour) as Instant)
  const ask = (close: () => void) => (
    <FreshCodeDialog
      title={told}
      lead="Compárala con tu teléfono, también el día. Lo que se cierra o se sortea a esa hora no se deshace."
      action="Es la hora correcta"
      onConfirm={(codigo) => set.mutateAsync({ body: { codigo } })}
      onClose={close}
    />
  )
  return (
    <HomeLine
      icon="clock"
      tone="grave"
      title="¿Es correcta la hora?"
      action={owner ? <AskButton look="link" text="Es correcta" ask={ask} /> : null}
    >
      El servidor dice {told} No se cierra, congela ni sortea nada hasta saberlo.
    </HomeLine>
  )
}

/** Numbers were given for money that is there no more. */
function ReversedLine({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <HomeLine
      icon="bank"
      tone="grave"
      title={
        count === 1 ? 'El banco se llevó el dinero de una compra' : `El banco se llevó el dinero de ${count} compras`
      }
      action={<Link href="/conciliacion">Ver</Link>}
    >
      {count === 1 ? 'Sigue como estaba' : 'Siguen como estaban'}, hasta que decidas.
    </HomeLine>
  )
}

/** The machine may be lost any day: sellers look here, and not into the server. */
function BackupLine({ copy, owner }: { copy: Home['respaldo']; owner: boolean }) {
  const { hecho_en, viejo, falta, fallo, bytes, aqui } = copy
  const wrong = falta !== null || fallo !== null
  if (hecho_en === null && !viejo && fallo === null) return null
  const last = hecho_en === null ? 'No hay ninguno.' : `El último, ${formatMoment(hecho_en)} · ${copySize(bytes)}.`
  return (
    <HomeLine
      icon="shield"
      tone={viejo ? 'grave' : wrong ? 'aviso' : undefined}
      title={
        viejo
          ? 'Falta un respaldo reciente'
          : fallo !== null
            ? 'El respaldo no se hizo'
            : falta !== null
              ? 'Al respaldo le faltan archivos'
              : 'Respaldo al día'
      }
      action={owner ? <Link href="/respaldos">Ver</Link> : null}
    >
      {last}
      {fallo === null ? '' : ` ${fallo}`}
      {falta === null ? '' : ` No tiene: ${falta}`}
      {aqui && !wrong && !viejo
        ? ` Van al mismo lugar que la tienda: ${owner ? 'elige otro lugar, o llévate una' : 'avisa a un dueño'}.`
        : ''}
    </HomeLine>
  )
}

/** Tasks of draws. */
function DrawLines({ home, owner }: { home: Home; owner: boolean }) {
  return home.sorteos.map(({ id, titulo, texto, urge, invitar }) => (
    <HomeLine
      key={id}
      icon="flag"
      tone={urge ? 'aviso' : undefined}
      title={`Sorteo de ${titulo}`}
      action={
        invitar && owner ? (
          <Link href="/equipo/invitar">Invitar</Link>
        ) : (
          <Link href={`/rifas/${id}/sorteo`}>
            {urge && !invitar ? 'Hacerlo' : 'Ver'}
            <span className="sr"> el sorteo de {titulo}</span>
          </Link>
        )
      }
    >
      {texto}
    </HomeLine>
  ))
}

function RaffleLines({ home }: { home: Home }) {
  return home.rifas.map((raffle) => {
    // A draw by a rule shows its own task.
    const due = raffle.regla && raffle.estado === 'cerrada' ? null : dueOf(raffle, home.hoy as CalendarDate)
    return due === null ? null : (
      <HomeLine
        key={raffle.id}
        icon="flag"
        tone={due.tono === 'aviso' ? 'aviso' : undefined}
        title={`${due.titulo}: ${raffle.titulo}`}
        action={
          <Link href={`/rifas/${raffle.id}${raffle.estado === 'cerrada' ? '/sorteo' : ''}`}>
            {due.tope ? 'Poner tope' : 'Abrir'}
            <span className="sr"> {due.tope ? `a ${raffle.titulo}` : raffle.titulo}</span>
          </Link>
        }
      >
        {due.texto}
      </HomeLine>
    )
  })
}

/** Only a rate that is missing or old is worth a line; the side shows a good one. */
function RateLine({ owner }: { owner: boolean }) {
  const { data } = useAsk('GET /api/panel/tasa', { refetchInterval: MINUTE })
  if (!data) return null
  if (data.actual?.vigente) return owner && data.de_antes !== null && isDaily(data.actual) ? <TodayLine /> : null
  const action = <Link href="/tasas">{owner ? 'Arreglar' : 'Ver'}</Link>
  if (data.actual === null) {
    return (
      <HomeLine icon="rate" tone="grave" title="No hay tasa" action={action}>
        {NO_RATE}
      </HomeLine>
    )
  }
  return (
    <HomeLine icon="rate" tone="aviso" title="La tasa está vieja" action={action}>
      Es del {formatDay(data.actual.fecha_valor as CalendarDate)}. Cada compra sale con ese aviso.
    </HomeLine>
  )
}

/** A rate that somebody types: not one that a source brings, nor one that has been left alone for days. */
function isDaily({ fuente, fecha_valor }: { fuente: string; fecha_valor: string }): boolean {
  const today = dayInCaracas(serverNow() as Instant)
  return fuente === 'operador' && fecha_valor < today && fecha_valor >= addDays(today, -4)
}

function TodayLine() {
  return (
    <HomeLine icon="rate" title="Falta la tasa de hoy" action={<Link href="/tasas">Escribirla</Link>}>
      Se sigue usando la de antes.
    </HomeLine>
  )
}

function MailLine({ owner, since }: { owner: boolean; since: string | null }) {
  const outbox = usePages('GET /api/panel/correos', { refetchInterval: 15_000 })
  const page = outbox.data?.pages[0]
  const link = <Link href="/correos">Ver correos</Link>
  if (!mailLeaves()) {
    return (
      <HomeLine
        icon="mail"
        tone="aviso"
        title="Falta configurar el correo"
        action={owner ? <Link href="/servidor">Configurarlo</Link> : link}
      >
        {page && page.pendientes > 0 ? `${page.pendientes} esperan. ` : ''}
        {owner ? 'Hasta entonces avisas tú por WhatsApp.' : 'Un dueño pone el servidor de correo en Servidor.'}
      </HomeLine>
    )
  }
  if (outbox.isPending) return <Bone height="3rem" />
  if (!page) {
    return (
      <HomeLine icon="mail" title="Correos" action={link}>
        No se pudo saber cómo van.
      </HomeLine>
    )
  }
  if (page.fallidos > 0) {
    return (
      <HomeLine
        icon="mail"
        tone="grave"
        title={counted(page.fallidos, 'correo sin entregar', 'correos sin entregar')}
        action={link}
      >
        {since === null ? 'Puedes corregirlos y reenviarlos.' : `El más viejo, desde ${formatMoment(since)}`}
      </HomeLine>
    )
  }
  return (
    <HomeLine icon="mail" title={page.pendientes > 0 ? `${page.pendientes} en camino` : 'Correos al día'} action={link}>
      {page.pendientes > 0 ? 'Salen solos en segundos.' : 'Ninguno espera ni falló.'}
    </HomeLine>
  )
}
