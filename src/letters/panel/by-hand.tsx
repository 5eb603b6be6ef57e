import { usePages } from '#access/panel/ask.ts'
import { mailLeaves } from '#mail/mail-leaves.ts'
import { useStatus } from '#operators/panel/status.ts'
import { counted } from '#platform/money.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { whatsappNews, whatsappTo } from '#purchases/whatsapp-text.ts'

/** Buyers whom no mail reaches, each with a chat that has its text. Nothing where a mail reaches everybody. */
export function ByHand({ id }: { id: number }) {
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
      {list.hasNextPage ? (
        <Button text="Ver más" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
      ) : null}
    </section>
  )
}
