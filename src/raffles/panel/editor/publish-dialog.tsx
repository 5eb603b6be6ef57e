import { useState } from 'react'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
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
    <AskDialog
      label="Publicar la rifa"
      title={`¿Publicar «${raffle.titulo}»?`}
      lead="Desde que confirmes cualquiera puede comprar. Cuando quieras la pausas."
      error={deed.error}
      leave="Todavía no"
      action="Publicar"
      why={pages.length === 0 ? 'Elige al menos una página.' : ''}
      pending={deed.isPending}
      onConfirm={() =>
        tasa_usd === null
          ? deed.mutate({ deed: 'publicar', paginas: pages }, { onSuccess: onPublished })
          : setPricing(true)
      }
      onClose={onClose}
    >
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
          <label key={pagina} className="raffle-check target row-top gap-3">
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
    </AskDialog>
  )
}
