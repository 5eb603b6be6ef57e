import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { ask, useAsk } from '#access/panel/ask.ts'
import { mailLeaves, ownersLearn } from '#mail/mail-leaves.ts'
import { Consequence, FreshCodeDialog, useWhy } from '#operators/panel/factor/fresh-code-dialog.tsx'
import type { SalesPage } from '#payment-methods/contract.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { readFailure } from '#platform/panel/api.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Check } from '#platform/panel/parts/choice.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { Notice } from '#platform/panel/parts/states.tsx'
import { NO_RATE } from '#rates/rate-text.ts'
import type { PanelRaffle, PriceGuard } from '../../panel-contract.ts'
import { ownPath } from '../../raffle-path.ts'
import { useRaffleDeed } from '../use-raffle-deed.ts'

export interface Publishing {
  raffle: PanelRaffle
  onClose: () => void
  onPublished: () => void
}

/** A rule that a draft without one may be published with. */
export interface ReadyRule {
  /** The rule's next gap; null if it is complete. */
  lacks: string | null
  /** @param proven whether publishing asks for a proof of its own: then the rule's call asks for it, before anything is saved. @returns its SHA-256 */
  set: (proven: boolean) => Promise<string | null>
}

/**
 * Asks once before a draft is sold: the page, the raffle that it replaces there, and the missing parts.
 * @param rule for a draft without one: it is published with it, unless its owner chooses none.
 * @param shown SHA-256 of the rule that it has. @param part the text of either, and its day.
 */
export function PublishDialog(props: Publishing & { rule: ReadyRule | null; shown: string | null; part: ReactNode }) {
  const { raffle, onClose, onPublished } = props
  // What the dialog asked about, although somebody changes it meanwhile.
  const [seen, setSeen] = useState({ vista: raffle.vista, fecha: raffle.campos.fecha, regla: props.shown })
  const [foreign] = useState(raffle.ajenos)
  const [unruled, setUnruled] = useState(false)
  const rule = unruled ? null : props.rule
  const free = raffle.muestran.filter(({ rifa_id, titulo }) => titulo === '' || rifa_id === raffle.id)
  const [pages, setPages] = useState<SalesPage[]>(() => free.slice(0, 1).map(({ pagina }) => pagina))
  const deed = useRaffleDeed(raffle.id)
  const publishing = useMutation({
    mutationFn: async (given: PriceGuard) => {
      const sold = rule ? { ...seen, regla: await rule.set(tasa_usd === null) } : seen
      setSeen(sold)
      const body = { ...sold, paginas: pages, ...given }
      await deed.mutateAsync(() => ask('POST /api/panel/rifas/:id/publicar', { params: { id: raffle.id }, body }))
    },
    onSuccess: onPublished,
    // This dialog says it, and leads to what changed.
    onError: (error) => isStale(error) && setPricing(false),
  })
  const stale = isStale(publishing.error)
  const action = rule ? 'Publicar con esta regla' : unruled ? 'Publicar sin regla' : 'Publicar'
  const site = useAsk('GET /api/panel/sitio')
  const payable = useAsk('GET /api/panel/metodos', { refetchInterval: 30_000 }).data?.metodos.some(
    ({ paginas }) => paginas.length > 0,
  )
  const rate = useAsk('GET /api/panel/tasa', { refetchInterval: 60_000 })
  const [pricing, setPricing] = useState(false)
  const { tasa_usd } = raffle.campos
  if (pricing) {
    return (
      <PriceDialog
        title={`Publicar ${raffle.titulo} con su propia tasa`}
        action="Publicar"
        lines={[`Tasa propia: Bs.\u00a0${tasa_usd?.replace('.', ',')}`]}
        onConfirm={publishing.mutateAsync}
        onClose={onClose}
      />
    )
  }
  return (
    <AskDialog
      label="Publicar la rifa"
      title={`¿Publicar «${raffle.titulo}»?`}
      lead={
        payable === false
          ? 'Desde que confirmes cualquiera la ve.'
          : 'Desde que confirmes cualquiera puede comprar. Cuando quieras la pausas.'
      }
      deed={publishing}
      leave="Todavía no"
      action={stale ? 'Ver cómo quedó' : action}
      danger={unruled && !stale}
      why={stale ? '' : (rule?.lacks ?? '')}
      onConfirm={() => (stale ? onClose() : tasa_usd === null ? publishing.mutate({}) : setPricing(true))}
      onClose={onClose}
    >
      {foreign.length > 0 ? (
        <Notice
          level="aviso"
          title={`El texto de la rifa nombra datos que no son de esta tienda: ${foreign.join(', ')}.`}
        >
          Los compradores lo leerán: revísalo antes de publicar.
        </Notice>
      ) : null}
      {raffle.imagen === null ? (
        <Notice level="aviso" title="No tiene foto.">
          Se vende igual, pero nadie ve el premio ni en la página ni en WhatsApp.
        </Notice>
      ) : null}
      {payable === false ? (
        <Notice level="aviso" title="No has puesto dónde te pagan.">
          Se ve, pero nadie puede pagar. <Link href="/cobros">Ponerlo ahora</Link>
        </Notice>
      ) : null}
      {rate.data?.actual === null && raffle.campos.moneda === 'USD' && tasa_usd === null ? (
        <Notice level="aviso" title="No hay tasa.">
          {NO_RATE} <Link href="/tasas">Ponerla ahora</Link>
        </Notice>
      ) : null}
      {unruled ? (
        <Notice
          level="grave"
          title="Sin regla nadie podrá comprobar quién ganó."
          action={<Button look="link" text="Con regla" onClick={() => setUnruled(false)} />}
        >
          Tú escribes el número ganador, y las páginas dicen que no se puede comprobar. Desde la primera venta ya no se
          le puede poner una.
        </Notice>
      ) : (
        <section className="stack gap-3" aria-label="La regla del sorteo">
          {props.part}
          {props.rule ? (
            <Button
              look="link"
              text="Publicarla sin regla"
              className="to-start target"
              onClick={() => setUnruled(true)}
            />
          ) : null}
        </section>
      )}
      {site.data?.ajustes.whatsapp === '' ? (
        <Notice level="aviso" title="No has puesto tu WhatsApp.">
          Se vende igual, pero quien tenga una duda o pague mal no sabrá a quién escribir.{' '}
          <Link href="/sitio">Ponerlo ahora</Link>
        </Notice>
      ) : null}
      {mailLeaves() ? null : (
        <Notice level="aviso" title="Falta el servidor de correo.">
          Avisas tú a cada comprador por WhatsApp, y él ve sus números con su enlace o su cédula.{' '}
          <Link href="/servidor">Ponerlo ahora</Link>
        </Notice>
      )}
      <fieldset className="publish-pages">
        <legend>Dónde se muestra</legend>
        <p className="soft small">
          Siempre en <strong>{ownPath(raffle.id)}</strong> y en el inicio. Además, si quieres:
        </p>
        {raffle.muestran.map(({ pagina, titulo, rifa_id }) => (
          <Check
            key={pagina}
            label={
              rifa_id === raffle.id
                ? 'Donde ya está puesta'
                : titulo === ''
                  ? 'En una página libre'
                  : `En lugar de «${titulo}»`
            }
            says={
              rifa_id === raffle.id || titulo === ''
                ? `Es ${PAGE_PATHS[pagina]}.`
                : `Esa deja de verse en ${PAGE_PATHS[pagina]}. Se sigue vendiendo en su propia dirección.`
            }
            checked={pages.includes(pagina)}
            onChange={(on) => setPages(on ? [...pages, pagina] : pages.filter((page) => page !== pagina))}
          />
        ))}
      </fieldset>
    </AskDialog>
  )
}

const isStale = (error: unknown) => readFailure(error).code === 'VERSION_VIEJA'

/** Asks once before the price changes: a reason, a fresh code, and whether a large jump of the rate is meant. */
export function PriceDialog(props: {
  title: string
  action: string
  /** Changes, `Precio por boleto: $5,00 → $3,00`. */
  lines: readonly string[]
  onConfirm: (given: PriceGuard) => Promise<unknown>
  onClose: () => void
}) {
  const why = useWhy()
  const [jumps, setJumps] = useState(false)
  const [meant, setMeant] = useState(false)
  return (
    <FreshCodeDialog
      title={props.title}
      lead="Vale para lo que se venda desde ahora. Lo vendido conserva su precio."
      action={props.action}
      blocked={why.missing ?? (jumps && !meant ? 'Marca que la tasa es la que quieres.' : undefined)}
      onConfirm={async (codigo) => {
        try {
          await props.onConfirm({ codigo, motivo: why.motivo, ...(meant ? { salto: true } : {}) })
        } catch (error) {
          if (readFailure(error).code === 'SALTO_SIN_CONFIRMAR') setJumps(true)
          throw error
        }
      }}
      onClose={props.onClose}
    >
      <ul>
        {props.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Consequence icon="mail">{ownersLearn()} Con el antes y el después.</Consequence>
      {jumps ? (
        <Check label="La tasa cambia más de 10 % y es la que quiero." checked={meant} onChange={setMeant} />
      ) : null}
      {why.field}
    </FreshCodeDialog>
  )
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** Next steps after publishing. */
export function JustPublished({ raffle }: { raffle: PanelRaffle }) {
  const [page] = raffle.paginas
  const path = page ? PAGE_PATHS[page] : ownPath(raffle.id)
  return (
    <div className="notice notice-bien" role="status" ref={intoView}>
      <Icon name="check" />
      <p>
        <strong>Está en venta.</strong> Comparte el enlace de {path} y espera el primer reporte en Revisión.
      </p>
      <ButtonLink out look="link" text="Ver la página" href={path} />
    </div>
  )
}
