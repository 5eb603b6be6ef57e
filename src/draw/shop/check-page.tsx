import { type ChangeEvent, type ReactNode, useState } from 'react'
import { byMail, mailLeaves } from '#mail/mail-leaves.ts'
import { formatCount } from '#platform/money.ts'
import { Button } from '#platform/web/button.tsx'
import { apiAddress } from '#platform/web/fetch-json.ts'
import { Icon } from '#platform/web/icon.tsx'
import { isCutLink } from '#purchases/check-link.ts'
import { pageSite } from '#site/shop/page-site.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import { tellClocks } from '../check-time.ts'
import { Lines, OwnNumbers, Winners } from './check-parts.tsx'
import { Claims } from './claims.tsx'
import { drawAddress, listOnTheWay, sizeText } from './load-draw.ts'
import { type Check, type CheckTools, useCheck } from './use-check.ts'
import '#platform/web/rail.css'
import './check-page.css'

/** The address of this page names the raffle, also where another host knows it. */
const raffleOfPage = () => Number(/\d+/.exec(location.pathname)?.[0])

/** `/rifa/7/verificar`: the draw of a raffle, done again by this browser, line by line. */
export default function CheckPage({ titulo }: { titulo: string }) {
  const [raffleId] = useState(raffleOfPage)
  const tools = useCheck(raffleId)
  const { check, claims } = tools
  const [typed, setTyped] = useState(false)
  const cut = !typed && isCutLink(location.hash)
  const compare: CheckTools['compare'] = (said) => {
    setTyped(true)
    tools.compare(said)
  }
  return (
    <main className="page check">
      <header>
        <h1>Verificar el sorteo</h1>
        {titulo !== '' && <p className="check-of">{titulo}</p>}
      </header>
      {cut && (
        <Card tone="idle" title="Tu enlace llegó cortado" icon="alert">
          <p>Le falta el final, así que no se comparó todo. Abre el enlace entero, o copia abajo lo que guardaste.</p>
        </Card>
      )}
      <VerdictCard tools={tools} />
      {check.veredicto && <Winners premios={check.veredicto.premios} own={claims.codigo} />}
      {check.propios && <OwnNumbers propios={check.propios} />}
      <Claims claims={claims} congelada={check.material?.document.lista_sha256 !== null} onCompare={compare} />
      <Lines check={check} />
      <Honest />
      <CheckFiles raffleId={raffleId} onFiles={tools.readFiles} />
    </main>
  )
}

const isRed = ({ veredicto, propios }: Check) =>
  veredicto?.bien === false || (propios?.some(({ estado }) => estado === 'mal') ?? false)

/** How it came out, in words that nobody has to interpret. */
function VerdictCard({ tools }: { tools: CheckTools }) {
  const { check } = tools
  const { estado, veredicto, material } = check
  if (estado === 'sin linea') {
    return (
      <Card tone="idle" title="No pudimos traer el sorteo" icon="offline">
        <p>Revisa tu conexión. Nada se ha comprobado todavía.</p>
        <Button look="go" text="Reintentar" onClick={tools.retry} />
      </Card>
    )
  }
  if (estado === 'larga') {
    return (
      <Card tone="idle" title="Falta bajar la lista" icon="clock">
        <p>
          Es larga: tiene {formatCount(check.cuenta)} números. Con ella tu teléfono busca los tuyos y repite el sorteo.
        </p>
        <button type="button" className="btn btn-go" onClick={tools.readAll}>
          Bajar la lista ({sizeText(listOnTheWay(check.cuenta))})
        </button>
      </Card>
    )
  }
  if (isRed(check)) {
    const wrong = [...check.hallazgos, ...(check.propios ?? [])].find((one) => one.estado === 'mal')
    return (
      <Card tone="bad" title="Algo no cuadra" icon="alert">
        <p>{wrong?.texto}</p>
        <WhenRed />
      </Card>
    )
  }
  if (estado !== 'listo' || !veredicto) {
    return (
      <Card tone="idle" title="Comprobando…" icon="shield">
        <p>{check.ahora}</p>
        <progress
          aria-label="Cuánto ha llegado de la lista"
          max={1}
          {...(check.parte !== null && { value: check.parte })}
        />
      </Card>
    )
  }
  if (veredicto.aTiempo === null) {
    return (
      <Card tone="idle" title="Falta saber la hora" icon="clock">
        <p>
          Lo demás cuadra. Según la hora que sea, lo que sigue se retrasó o todavía no toca, y{' '}
          {material?.horas.tienda === null
            ? 'unos archivos no dicen de cuándo son.'
            : 'tu teléfono y la tienda no dicen la misma.'}
        </p>
        <p>
          <b>Pon la hora de tu teléfono en automática</b> y comprueba otra vez. Si ya lo está, guarda las pruebas: baja
          los dos archivos de abajo y pide una explicación por escrito.
        </p>
        <Button look="go" text="Comprobar otra vez" onClick={tools.retry} />
      </Card>
    )
  }
  const drawn = veredicto.premios.every(({ ganador }) => ganador !== null)
  return (
    <Card {...(veredicto.ensayo ? AS_REHEARSAL : AS_DRAW)} title={titleOf(veredicto.ensayo, drawn)}>
      {veredicto.ensayo && (
        <p>
          <b>Azar de muestra: este sorteo es un ensayo y no vale.</b> Quien lo tiene conoce sus números antes.
        </p>
      )}
      <p>{toldBy(veredicto.congelada, drawn)}</p>
      {!drawn && material && <p>{tellClocks(material.horas).texto}</p>}
      {!veredicto.ensayo && check.hallazgos.some(({ estado }) => estado === 'aviso') && (
        <p>
          <b>Lee los avisos de abajo:</b> dicen lo que ningún teléfono puede calcular y tienes que mirar tú.
        </p>
      )}
    </Card>
  )
}

/** The maker of a private chain knows its future: the check passes, and proves nothing. */
const AS_REHEARSAL = { tone: 'idle', icon: 'alert' } as const
const AS_DRAW = { tone: 'good', icon: 'check' } as const

function titleOf(rehearsal: boolean, drawn: boolean): string {
  const text = drawn ? 'Todo cuadra' : 'Hasta aquí todo cuadra'
  return rehearsal ? `Ensayo: ${text.toLowerCase()}` : text
}

function toldBy(frozen: boolean, drawn: boolean): string {
  if (drawn) return 'Tu teléfono repitió el sorteo de principio a fin y dio los mismos ganadores.'
  return frozen
    ? 'La lista está congelada y la regla es la publicada. Cuando se sortee, vuelve a abrir esta página.'
    : 'La regla es la publicada. La lista se congela después del cierre: entonces buscas aquí tu número.'
}

interface CardProps {
  tone: 'good' | 'bad' | 'idle'
  title: string
  icon: 'check' | 'alert' | 'clock' | 'shield' | 'offline'
  children: ReactNode
}

function Card({ tone, title, icon, children }: CardProps) {
  return (
    <section className="verdict" data-tone={tone} aria-live="polite" aria-busy={icon === 'shield'}>
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** Advice for a visitor whose check fails. */
function WhenRed() {
  const [site] = useState(pageSite)
  const support = whatsappAddress(site, 'Hola, la verificación del sorteo no cuadra en')
  return (
    <ol className="when-red">
      <li>Carga esta página otra vez: algo pudo llegar a medias.</li>
      <li>Si sigue en rojo, guarda las pruebas: baja los dos archivos de abajo{byMail(' y no borres tu correo')}.</li>
      {mailLeaves() && (
        <li>
          Compara los códigos de control con tu correo, letra por letra. Tu correo salió antes del sorteo y nadie puede
          cambiarlo después.
        </li>
      )}
      <li>
        Pide una explicación por escrito y enséñale los archivos a alguien de confianza.{' '}
        {support && (
          <a className="link" href={support} target="_blank" rel="noopener">
            Escribir a soporte
          </a>
        )}
      </li>
    </ol>
  )
}

/** Facts that this page can show, and those that it cannot. */
function Honest() {
  return (
    <section className="honest" aria-labelledby="que-prueba">
      <h2 id="que-prueba">Qué prueba esto</h2>
      <p>
        Tu teléfono baja la regla, la lista y los pasos, y hace el sorteo otra vez. Si alguien cambió un número, un
        dueño, un resultado o una ronda, no cuadra.
      </p>
      <p>
        <b>Lo que no prueba por sí sola:</b> esta página la sirve la misma tienda, y podría contar una mentira que
        cuadre consigo misma.{' '}
        {byMail(
          'Contra eso están tus correos: el de la compra trae el código de control de la regla, y el que llega antes del sorteo, el de la lista. Si son los mismos, nadie los cambió. Sin el segundo solo la tienda te asegura que la lista se hizo antes de conocerse el azar. Y compárala',
          'Contra eso guarda antes del sorteo el código de control de la lista: sin él solo la tienda te asegura que la lista se hizo antes de conocerse el azar. Y compárala',
        )}{' '}
        con la de otro comprador: si no es la misma, hay dos listas.
      </p>
      <p>
        Lo que sale de una lotería lo anuncia la lotería: búscalo en su página. Y si no quieres depender de esta,
        comprueba los archivos en otro teléfono, o con el programa de verificación, que no comparte código con la
        tienda.
      </p>
    </section>
  )
}

interface Props {
  raffleId: number
  /** @throws Error with a sentence about the files' fault. */
  onFiles(files: readonly File[]): Promise<void>
}

/** The evidence as files: to keep, and to check later without asking the shop for anything. */
function CheckFiles({ raffleId, onFiles }: Props) {
  const [error, setError] = useState('')
  const address = apiAddress(drawAddress(raffleId))

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const { target } = event
    setError('')
    try {
      await onFiles([...(target.files ?? [])])
      scrollTo({ top: 0 })
    } catch (failure) {
      setError((failure as Error).message)
    }
    target.value = ''
  }

  return (
    <section className="check-files" aria-labelledby="archivos">
      <h2 id="archivos">Los archivos</h2>
      <p>Guárdalos: con ellos se comprueba el sorteo siempre, aunque esta página no esté.</p>
      <p className="check-downloads">
        <a className="btn" href={address} download="sorteo.json">
          sorteo.json
        </a>
        <a className="btn" href={`${address}/lista`} download="lista.csv">
          lista.csv
        </a>
      </p>
      <label className="btn">
        <Icon name="upload" small />
        Comprobar archivos de este teléfono
        <input
          type="file"
          className="sr"
          multiple
          accept=".json,.csv,.txt"
          onChange={choose}
          aria-describedby="archivos-error"
        />
      </label>
      <p className="small check-command">
        También sin esta página, con el código de Tómbola en una computadora:{' '}
        <code>
          npm run verify -- {location.origin}
          {location.pathname}
        </code>
      </p>
      <p id="archivos-error" className="check-error" role="alert">
        {error && <Icon name="info" small />}
        {error}
      </p>
    </section>
  )
}
