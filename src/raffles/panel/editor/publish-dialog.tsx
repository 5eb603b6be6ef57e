import { useState } from 'react'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import type { PanelRaffle } from '../../panel-contract.ts'
import { useRaffleDeed } from '../raffles-query.ts'
import { PriceDialog } from './price-dialog.tsx'

/** Asks once before a draft is sold: where it is shown, in place of what, and what is still missing. */
export function PublishDialog({
  raffle,
  onClose,
  onPublished,
}: {
  raffle: PanelRaffle
  onClose: () => void
  onPublished: () => void
}) {
  const free = raffle.muestran.filter(({ rifa_id, titulo }) => titulo === '' || rifa_id === raffle.id)
  const [pages, setPages] = useState<SalesPage[]>(() => free.slice(0, 1).map(({ pagina }) => pagina))
  const deed = useRaffleDeed(raffle.id)
  const [pricing, setPricing] = useState(false)
  const { tasa_usd } = raffle.campos
  const failure = deed.error ? readFailure(deed.error) : null
  if (pricing) {
    return (
      <PriceDialog
        title={`Publicar ${raffle.titulo} con su propia tasa`}
        action="Publicar"
        lines={[`Tasa propia: Bs. ${tasa_usd?.replace('.', ',')}`]}
        onConfirm={async (given) => {
          await deed.mutateAsync({ deed: 'publicar', paginas: pages, ...given })
          onPublished()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog label="Publicar la rifa" onClose={onClose}>
      <div className="dialog-body">
        <div>
          <h2>¿Publicar «{raffle.titulo}»?</h2>
          <p className="soft">Desde que confirmes cualquiera puede comprar. Cuando quieras la pausas.</p>
        </div>
        {raffle.imagen === null ? (
          <div className="notice notice-aviso">
            <VerdictShape level="aviso" word={false} />
            <p>
              <strong>No tiene foto.</strong> Se vende igual, pero nadie ve el premio ni en la página ni en WhatsApp.
            </p>
          </div>
        ) : null}
        <fieldset className="publish-pages">
          <legend>Dónde se muestra</legend>
          {raffle.muestran.map(({ pagina, titulo, rifa_id }) => (
            <label key={pagina} className="raffle-check">
              <input
                type="checkbox"
                checked={pages.includes(pagina)}
                onChange={({ target }) =>
                  setPages(target.checked ? [...pages, pagina] : pages.filter((page) => page !== pagina))
                }
              />
              <span>
                <span className="choice-name">{PAGE_PATHS[pagina]}</span>
                <span className="choice-says">
                  {rifa_id === raffle.id
                    ? 'Ya está puesta aquí.'
                    : titulo === ''
                      ? 'Está vacía.'
                      : `Ahora muestra «${titulo}», que dejaría de verse aquí.`}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {failure ? (
          <FieldProblem>
            {failure.title}. {failure.details}
          </FieldProblem>
        ) : null}
        <div className="dialog-actions">
          <span className="faint small publish-why" id="publicar-falta">
            {pages.length === 0 ? 'Elige al menos una página.' : ''}
          </span>
          <button type="button" className="button" onClick={onClose}>
            Todavía no
          </button>
          <button
            type="button"
            className="button button-main"
            aria-busy={deed.isPending}
            aria-describedby="publicar-falta"
            disabled={pages.length === 0 || deed.isPending}
            onClick={() =>
              tasa_usd === null
                ? deed.mutate({ deed: 'publicar', paginas: pages }, { onSuccess: onPublished })
                : setPricing(true)
            }
          >
            Publicar
          </button>
        </div>
      </div>
    </Dialog>
  )
}
