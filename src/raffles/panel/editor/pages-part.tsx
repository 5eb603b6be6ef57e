import { useState } from 'react'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'
import { useRaffleDeed } from '../raffles-query.ts'
import { FormSection } from './raffle-field.tsx'

/** Its own address, and which of both pages shows the raffle. A page shows one, so it is put in place of another. */
export function PagesPart({ raffle, readOnly }: { raffle: PanelRaffle; readOnly: boolean }) {
  const [asked, setAsked] = useState<SalesPage | null>(null)
  return (
    <FormSection id="donde-se-ve" title="Dónde se ve">
      <ul className="line-above">
        <li className="raffle-deed line-below row wrap apart">
          <div>
            <h3>{ownPath(raffle.id)}</h3>
            <p className="soft small">
              {raffle.estado === 'borrador'
                ? 'Su propia dirección, cuando la publiques.'
                : 'Su propia dirección: no cambia aunque otra rifa tome una página.'}
            </p>
          </div>
          {raffle.estado === 'borrador' ? null : (
            <CopyButton
              value={`${location.origin}${ownPath(raffle.id)}`}
              name="Copiar su enlace"
              word="Copiar el enlace"
            />
          )}
        </li>
        {raffle.muestran.map(({ pagina, rifa_id, titulo }) => {
          const here = rifa_id === raffle.id
          return (
            <li key={pagina} className="raffle-deed line-below row wrap apart">
              <div>
                <h3>{PAGE_PATHS[pagina]}</h3>
                <p className="soft small">
                  {here ? (
                    <span className="inline">
                      <VerdictShape level="bien" word={false} />
                      {raffle.estado === 'borrador' ? 'Se verá aquí cuando la publiques.' : 'Muestra esta rifa.'}
                    </span>
                  ) : titulo === '' ? (
                    'No muestra ninguna.'
                  ) : (
                    `Muestra «${titulo}».`
                  )}
                </p>
              </div>
              {here || readOnly || raffle.archivada ? null : (
                <button type="button" className="btn" onClick={() => setAsked(pagina)}>
                  Mostrar esta<span className="sr"> en {PAGE_PATHS[pagina]}</span>
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {asked === null ? null : <PlaceDialog raffle={raffle} page={asked} onClose={() => setAsked(null)} />}
    </FormSection>
  )
}

function PlaceDialog({ raffle, page, onClose }: { raffle: PanelRaffle; page: SalesPage; onClose: () => void }) {
  const deed = useRaffleDeed(raffle.id)
  const now = raffle.muestran.find(({ pagina }) => pagina === page)
  return (
    <AskDialog
      label={`Cambiar ${PAGE_PATHS[page]}`}
      title={`¿Mostrar «${raffle.titulo}» en ${PAGE_PATHS[page]}?`}
      lead={
        <>
          {now && now.titulo !== ''
            ? `«${now.titulo}» deja de verse ahí. Lo que ya se vendió de ella no cambia, y quien está pagando puede terminar.`
            : 'La página está vacía: no reemplaza a ninguna.'}
          {raffle.estado === 'borrador' ? ' Esta es un borrador: la página queda vacía hasta que la publiques.' : ''}
        </>
      }
      error={deed.error}
      leave="Dejar como está"
      action="Mostrarla"
      pending={deed.isPending}
      onConfirm={() => deed.mutate({ deed: 'pagina', pagina: page, vista: now?.rifa_id ?? 0 }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
