import { useAsk, usePages } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { useStatus } from '#operators/panel/status.ts'
import { counted } from '#platform/money.ts'
import { ButtonLink } from '#platform/panel/parts/button.tsx'
import { BackHead } from '#platform/panel/parts/icon.tsx'
import { EmptyState, MoreButton, Notice, Waiting } from '#platform/panel/parts/states.tsx'
import { whatsappNews, whatsappTo } from '#purchases/whatsapp-text.ts'
import { LetterCard } from './letter-card.tsx'
import { LetterForm } from './letter-form.tsx'
import './letters.css'

/** Writing to the buyers of a raffle: a letter, its recipients, and the progress of earlier ones. */
export function RaffleLettersScreen({ id, owner: canWrite }: { id: number; owner: boolean }) {
  const letters = useAsk('GET /api/panel/rifas/:id/cartas', { params: { id }, refetchInterval: 5_000 })
  const { data } = letters
  return (
    <div className="page page-barred">
      <BackHead
        to={`/rifas/${id}`}
        back="Volver a la rifa"
        title="Escribir a quienes compraron"
        says={data?.titulo ?? ''}
      />
      {data ? (
        <>
          {mailLeaves() ? null : (
            <Notice level="aviso" title="Falta el servidor de correo.">
              Escríbeles uno por uno, por WhatsApp.
            </Notice>
          )}
          {data.cartas.length > 0 ? (
            <section aria-label="Comunicados de esta rifa">
              <ul className="card card-wide lines">
                {data.cartas.map((letter) => (
                  <LetterCard key={letter.id} letter={letter} canWrite={canWrite} ofRaffle />
                ))}
              </ul>
            </section>
          ) : null}
          <ByHand id={id} />
          {data.archivada ? (
            <Notice title="La rifa está archivada.">Recupérala para escribir a quienes compraron.</Notice>
          ) : canWrite && mailLeaves() ? (
            <LetterForm id={id} letters={data} />
          ) : data.cartas.length === 0 && mailLeaves() ? (
            <EmptyState icon="mail" title="Todavía no hay comunicados">
              <p>Los escribe un dueño.</p>
            </EmptyState>
          ) : null}
        </>
      ) : (
        <Waiting query={letters} label="Cargando los comunicados" />
      )}
    </div>
  )
}

/** Letters of every raffle, under the mails. */
export function LettersScreen({ owner }: { owner: boolean }) {
  const letters = useAsk('GET /api/panel/cartas', { refetchInterval: 5_000 })
  return (
    <div className="page">
      <BackHead
        to="/correos"
        back="Volver a los correos"
        title="Comunicados a quienes compraron"
        says="Salen despacio y después de los correos de los pagos."
      />
      {!letters.data ? (
        <Waiting query={letters} label="Cargando los comunicados" />
      ) : letters.data.cartas.length === 0 ? (
        <EmptyState icon="mail" title="Todavía no hay comunicados">
          <p>Se escriben desde la rifa: que se aplazó, que mañana es el sorteo, o gracias.</p>
          <ButtonLink icon="ticket" text="Ver las rifas" href="/rifas" />
        </EmptyState>
      ) : (
        <ul className="card card-wide lines">
          {letters.data.cartas.map((letter) => (
            <LetterCard key={letter.id} letter={letter} canWrite={owner} ofRaffle={false} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Buyers whom no mail reaches, each with a chat that has its text. Nothing where a mail reaches everybody. */
function ByHand({ id }: { id: number }) {
  const list = usePages('GET /api/panel/rifas/:id/cartas/a-mano', { params: { id } })
  const site = useStatus().data?.sitio ?? ''
  const pages = list.data?.pages ?? []
  const [first] = pages
  if (!first || first.cuantos === 0) return null
  const people = counted(first.cuantos, 'persona')
  return (
    <section className="card card-wide letter-card pad-4 stack gap-4" aria-labelledby="a-mano">
      <div>
        <h3 id="a-mano">Por WhatsApp</h3>
        <p className="soft">
          {mailLeaves() ? `A ${people} no les llega ningún correo.` : `A ${people} les avisas tú.`}{' '}
          {first.novedad === '' ? 'Escríbeles desde aquí.' : 'El texto dice que se aplazó, y por qué.'}
        </p>
      </div>
      <ul className="stack gap-2">
        {pages.flatMap(({ personas, novedad, rifa }) =>
          personas.map(({ compra_id, codigo, nombre, telefono }) => (
            <li key={compra_id} className="row gap-3 apart">
              <span>
                {nombre} <span className="faint small whole">{codigo}</span>
              </span>
              <ButtonLink
                out
                icon="chat"
                text="WhatsApp"
                href={whatsappTo(telefono, whatsappNews({ nombre, codigo, rifa }, novedad, site))}
                aria-label={`WhatsApp a ${nombre}`}
              />
            </li>
          )),
        )}
      </ul>
      <MoreButton query={list} className="btn to-start" />
    </section>
  )
}
