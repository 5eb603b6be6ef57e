import { Link } from 'wouter'
import { useAsk } from '#access/panel/ask.ts'
import { BackLink, Icon } from '#platform/panel/parts/icon.tsx'
import { Bone, EmptyState, Notice, Waiting } from '#platform/panel/parts/states.tsx'
import { ByHand } from './by-hand.tsx'
import { LetterCard } from './letter-card.tsx'
import { LetterForm } from './letter-form.tsx'
import './letters.css'

/** Writing to the buyers of a raffle: a letter, whom it reaches, and how far those of before are. */
export function RaffleLettersScreen({ id, canWrite }: { id: number; canWrite: boolean }) {
  const letters = useAsk('GET /api/panel/rifas/:id/cartas', { params: { id }, refetchInterval: 5_000 })
  const { data } = letters
  return (
    <div className="page page-barred">
      <header className="back-head row-top">
        <BackLink to={`/rifas/${id}`} label="Volver a la rifa" />
        <div className="grow">
          <h2 className="heading">Escribir a quienes compraron</h2>
          <p className="soft small">{data?.titulo ?? ''}</p>
        </div>
      </header>
      {data ? (
        <>
          {data.activo ? null : (
            <Notice level="aviso" title="Falta el servidor de correo.">
              Escríbeles uno por uno, por WhatsApp.
            </Notice>
          )}
          {data.cartas.length > 0 ? (
            <section aria-label="Cartas de esta rifa">
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
          ) : canWrite && data.activo ? (
            <LetterForm id={id} letters={data} />
          ) : data.cartas.length === 0 && data.activo ? (
            <EmptyState icon="mail" title="Todavía no hay cartas">
              <p>Las escribe un dueño.</p>
            </EmptyState>
          ) : null}
        </>
      ) : (
        <Waiting query={letters} label="Cargando las cartas">
          <Bone height="3rem" />
          <Bone height="20rem" />
        </Waiting>
      )}
    </div>
  )
}

/** Letters of every raffle, under the mails. */
export function LettersScreen({ canWrite }: { canWrite: boolean }) {
  const letters = useAsk('GET /api/panel/cartas', { refetchInterval: 5_000 })
  return (
    <div className="page">
      <header className="back-head row-top">
        <BackLink to="/correos" label="Volver a los correos" />
        <div className="grow">
          <h2 className="heading">Cartas a quienes compraron</h2>
          <p className="soft small">Salen despacio y después de los correos de los pagos.</p>
        </div>
      </header>
      {!letters.data ? (
        <Waiting query={letters} label="Cargando las cartas">
          <Bone height="6rem" />
          <Bone height="6rem" />
        </Waiting>
      ) : letters.data.cartas.length === 0 ? (
        <EmptyState icon="mail" title="Todavía no hay cartas">
          <p>Se escriben desde la rifa: que se aplazó, que mañana es el sorteo, o gracias.</p>
          <Link href="/rifas" className="btn">
            <Icon name="ticket" />
            Ver las rifas
          </Link>
        </EmptyState>
      ) : (
        <ul className="card card-wide lines">
          {letters.data.cartas.map((letter) => (
            <LetterCard key={letter.id} letter={letter} canWrite={canWrite} ofRaffle={false} />
          ))}
        </ul>
      )}
    </div>
  )
}
