import { useEffect, useRef, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import type { RaffleFields } from '../../raffle-fields.ts'

/** Milliseconds after the last key. */
const PAUSE = 350

interface Props {
  raffleId: number
  /** Typed values that can be shown. */
  changes: Partial<RaffleFields>
  /** Another value where something else of the page changed, such as its picture. */
  stamp: string
  /** That shows it. */
  page: SalesPage
}

/** The raffle as visitors will see it: their own page in the frame of a phone, with the current edits. */
export function RafflePreview({ raffleId, changes, stamp, page }: Props) {
  const [failed, setFailed] = useState(false)
  const [loaded, setLoaded] = useState(0)
  const frame = useRef<HTMLIFrameElement>(null)
  const drawn = useRef('{}')
  const wanted = JSON.stringify(changes)

  useEffect(() => {
    if (loaded === 0 || wanted === drawn.current) return undefined
    let stale = false
    const timer = setTimeout(() => {
      ask('POST /api/panel/rifas/:id/vista', {
        params: { id: raffleId },
        body: { pagina: page, campos: JSON.parse(wanted) },
      }).then(
        ({ html }) => {
          const inside = frame.current?.contentDocument
          if (stale || !inside) return
          inside.body.innerHTML = html
          quiet(inside)
          drawn.current = wanted
          setFailed(false)
        },
        () => {
          if (!stale) setFailed(true)
        },
      )
    }, PAUSE)
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [raffleId, page, wanted, loaded])

  return (
    <section className="mid stack gap-3" aria-label="Vista previa">
      <div className="raffle-preview-phone clip ground">
        <iframe
          key={`${page}:${stamp}`}
          ref={frame}
          title={`${PAGE_PATHS[page]}, así se verá`}
          src={`/api/panel/rifas/${raffleId}/vista?pagina=${page}`}
          onLoad={({ currentTarget }) => {
            drawn.current = '{}'
            if (currentTarget.contentDocument) quiet(currentTarget.contentDocument)
            setLoaded((times) => times + 1)
          }}
        />
      </div>
      <p className="faint small maybe" role="status">
        {failed ? 'La vista previa no se pudo actualizar. Sigue escribiendo: lo tuyo no se pierde.' : ''}
      </p>
    </section>
  )
}

/** It is looked at and scrolled; its links would take the frame to pages that no frame may show. */
function quiet({ body }: Document): void {
  body.inert = true
  body.style.pointerEvents = 'none'
}
