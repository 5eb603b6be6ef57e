import { Fragment, type ReactNode } from 'react'
import { prizeWinner } from '#draw/shop/prize-winner.ts'
import { formatDay, parseDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import { VARIANTS } from '#purchases/variants.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { DRAWN, dateLine } from '#raffles/date-line.ts'
import { HERO_SIZES } from '#raffles/image-set.ts'
import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { Gallery, Picture } from '#raffles/shop/picture.tsx'
import { RaffleTitle } from '#raffles/shop/ticket-card.tsx'
import { UNRULED } from '#raffles/unruled.ts'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import { amountTexts } from '#tickets/totals.ts'
import type { PageRate, SalesData } from '../../page-data.ts'
import { SalesOver } from './sales-over.tsx'
import { BEFORE_LOAD, salesState } from './sales-state.ts'

/** Parts of a sales page that never change while it is open, so that the browser needs no code for them. */
export interface RaffleParts {
  picture: ReactNode
  title: ReactNode
  date: ReactNode
  price: ReactNode
  about: ReactNode
  /** In place of the picker, when there is nothing to sell from the start. */
  over: ReactNode
}

export interface LoadedRaffle {
  raffle: SalesData['raffle']
  /** Parts that the server would have rendered. */
  parts?: RaffleParts
}

/** @param host where the pictures are when that is another one. */
export function raffleParts(data: SalesData, site: SiteSettings, host = ''): RaffleParts {
  const { raffle, rate } = data
  const variant = VARIANTS[data.page]
  const known = raffle ?? BEFORE_LOAD
  const gallery = raffle?.galeria ?? []
  const price = amountTexts(known, 1)
  const state = raffle ? salesState(raffle, data.availability?.data.rifa ?? null, variant) : 'open'
  return {
    picture: <Picture image={raffle?.imagen ?? null} sizes={HERO_SIZES} first host={host} />,
    title: <RaffleTitle level="h1">{raffle?.titulo ?? 'Cargando la rifa…'}</RaffleTitle>,
    date: `Sorteo: ${dateLine(raffle?.fecha, state === 'drawn' ? DRAWN : variant.dateFallback)} `,
    price: (
      <>
        <p className="price">
          <span className="num">{price.own}</span>
          {price.other && <span className="num">{price.other}</span>}
          <span>por boleto</span>
        </p>
        {raffle && <RateLine raffle={raffle} rate={rate} site={site} />}
        {state === 'open' && !data.payable && (
          <Notice>
            <b>Ahora no hay métodos de pago activos.</b> Vuelve en un rato.
          </Notice>
        )}
        {state === 'open' && raffle?.registro_unico && (
          <Notice>
            <b>Una sola compra por persona.</b> Tu cédula, tu teléfono y tu correo no pueden haber participado antes en
            esta rifa.
          </Notice>
        )}
        {state === 'open' && <noscript>{withoutScript(site, known, raffle?.titulo)}</noscript>}
      </>
    ),
    about: raffle && (raffle.descripcion !== '' || gallery.length > 0) && (
      <section aria-labelledby="premio">
        <h2 id="premio">El premio</h2>
        {raffle.descripcion !== '' && (
          <div
            className="prose"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: descriptions are sanitised to a short list of tags before they come here.
            dangerouslySetInnerHTML={{ __html: raffle.descripcion.replace(/\r\n?|\n/g, '<br>') }}
          />
        )}
        {gallery.length > 0 && <Gallery images={gallery} host={host} />}
      </section>
    ),
    over: state !== 'open' && (
      <SalesOver
        state={state}
        minimo={known.minimo}
        result={data.result && <Result result={data.result} ruled={data.draw !== null} />}
      />
    ),
  }
}

/** The steps before the payment repeat it (purchases/shop/step-parts.tsx). */
function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="rate-notice">
      <Icon name="info" small />
      <p>{children}</p>
    </div>
  )
}

function Result({ result, ruled }: { result: NonNullable<SalesData['result']>; ruled: boolean }) {
  return (
    <>
      {result.map((prize, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: prizes stay in their order.
        <dl key={place}>
          <dt>{prize.vendido ? 'Número ganador' : 'Salió sorteado'}</dt>
          <dd className="num">{prize.numero ?? '—'}</dd>
          <dt>{prize.ganador ? 'Ganó' : 'Resultado'}</dt>
          <dd>{prizeWinner(prize)}</dd>
        </dl>
      ))}
      {!ruled && <p>{UNRULED}</p>}
    </>
  )
}

/** Buying needs JavaScript; a person at the other end does not. */
function withoutScript(site: SiteSettings, limits: QuantityLimits, title: string | undefined): ReactNode {
  const address = whatsappAddress(site, title && `Hola, quiero comprar boletos de «${title}». Escribo a`)
  return (
    <p className="rate-notice">
      {address ? (
        <span>
          Tu navegador no puede mostrar el formulario de compra.{' '}
          <a className="link" href={address}>
            Compra por WhatsApp
          </a>
          : dinos cuántos boletos quieres, de {limits.minimo} a {limits.maximo}, y te decimos cómo pagar.
        </span>
      ) : (
        <span>
          Tu navegador no puede mostrar el formulario de compra. Abre esta página en otro navegador o en otro teléfono
          {site.redes.map(({ nombre, enlace }, place) => (
            <Fragment key={enlace}>
              {place === 0 ? ', o escríbenos por ' : place < site.redes.length - 1 ? ', ' : ' o '}
              <a className="link" href={enlace}>
                {nombre}
              </a>
            </Fragment>
          ))}
          .
        </span>
      )}
    </p>
  )
}

interface Props {
  raffle: Pick<RaffleAnswer, 'moneda' | 'tasa_usd'>
  rate: PageRate | null
  site: SiteSettings
}

/** Which rate the bolívares are reckoned with, and a warning when it is unknown or old. */
function RateLine({ raffle, rate, site }: Props) {
  const used = raffle.tasa_usd === null ? null : parseRate(raffle.tasa_usd)
  const inForce = rate !== null && used !== null && parseRate(rate.tasa) === used ? rate : null
  const day = inForce && parseDay(inForce.fecha_valor)
  const doubtful = used === null ? raffle.moneda === 'USD' : inForce?.vigente === false
  const whatsapp = whatsappAddress(site)
  return (
    <>
      {used && (
        <p className="rate">
          {inForce ? inForce.nombre : 'Tasa de la rifa'} · Bs.{'\u00a0'}
          {formatRate(used)}
          {day && ` · ${formatDay(day)}`}
        </p>
      )}
      {doubtful && (
        <div className="rate-notice">
          <Icon name="alert" small />
          <p>
            <b>No pudimos consultar la tasa de hoy.</b> Confirma el monto en bolívares con soporte antes de pagar.{' '}
            {whatsapp && (
              <a className="link" href={whatsapp} target="_blank" rel="noopener">
                Escribir a soporte
              </a>
            )}
          </p>
        </div>
      )}
    </>
  )
}
