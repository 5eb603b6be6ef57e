import { useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button } from '#platform/panel/parts/button.tsx'
import { CopyButton } from '#platform/panel/parts/copy-button.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'
import { useRaffleDeed } from '../use-raffle-deed.ts'
import { Deed, FormSection } from './raffle-field.tsx'

/** Its own address, and which of both pages shows the raffle. A page shows one, so it is put in place of another. */
export function PagesPart({ raffle, readOnly }: { raffle: PanelRaffle; readOnly: boolean }) {
  const [asked, setAsked] = useState<SalesPage | null>(null)
  return (
    <FormSection id="donde-se-ve" title="Dónde se ve">
      <ul className="line-above">
        <Deed
          name={ownPath(raffle.id)}
          says={
            raffle.estado === 'borrador'
              ? 'Su propia dirección, cuando la publiques.'
              : 'Su propia dirección: no cambia aunque otra rifa tome una página.'
          }
        >
          {raffle.estado === 'borrador' ? null : (
            <CopyButton
              value={`${location.origin}${ownPath(raffle.id)}`}
              name="Copiar su enlace"
              word="Copiar el enlace"
            />
          )}
        </Deed>
        {raffle.muestran.map(({ pagina, rifa_id, titulo }) => {
          const here = rifa_id === raffle.id
          return (
            <Deed
              key={pagina}
              name={here ? 'Esta rifa' : titulo === '' ? 'Ninguna rifa' : titulo}
              says={
                here ? (
                  <span className="inline">
                    <VerdictShape level="bien" word={false} />
                    {raffle.estado === 'borrador' ? 'Se verá en' : 'Se ve en'} {PAGE_PATHS[pagina]}
                    {raffle.estado === 'borrador' ? ' cuando la publiques.' : '.'}
                  </span>
                ) : (
                  `Se ve en ${PAGE_PATHS[pagina]}.`
                )
              }
            >
              {here || readOnly || raffle.archivada ? null : (
                <Button onClick={() => setAsked(pagina)}>
                  Mostrar esta<span className="sr"> {placeOf(titulo)}</span>
                </Button>
              )}
            </Deed>
          )
        })}
      </ul>
      {asked === null ? null : <PlaceDialog raffle={raffle} page={asked} onClose={() => setAsked(null)} />}
    </FormSection>
  )
}

/** The raffle that it would replace: a seller knows raffles, and not the addresses of pages. */
const placeOf = (titulo: string) => (titulo === '' ? 'en la página libre' : `en lugar de «${titulo}»`)

function PlaceDialog({ raffle, page, onClose }: { raffle: PanelRaffle; page: SalesPage; onClose: () => void }) {
  const deed = useRaffleDeed(raffle.id)
  const now = raffle.muestran.find(({ pagina }) => pagina === page)
  return (
    <AskDialog
      label="Cambiar lo que se muestra"
      title={`¿Mostrar «${raffle.titulo}» ${placeOf(now?.titulo ?? '')}?`}
      lead={
        <>
          {now && now.titulo !== ''
            ? `«${now.titulo}» deja de verse en ${PAGE_PATHS[page]}. Lo que ya se vendió de ella no cambia, y quien está pagando puede terminar.`
            : `Se verá en ${PAGE_PATHS[page]}, que está vacía: no reemplaza a ninguna.`}
          {raffle.estado === 'borrador' ? ' Esta es un borrador: la página queda vacía hasta que la publiques.' : ''}
        </>
      }
      deed={deed}
      leave="Dejar como está"
      action="Mostrarla"
      onConfirm={() => {
        const sent = { params: { id: raffle.id }, body: { pagina: page, vista: now?.rifa_id ?? 0 } }
        deed.mutate(() => ask('POST /api/panel/rifas/:id/pagina', sent), { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}
