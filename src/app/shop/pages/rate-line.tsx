import { formatDrawDay, parseDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import type { PageRate } from '../../page-data.ts'

interface Props {
  raffle: Pick<RaffleAnswer, 'moneda' | 'tasa_usd'>
  rate: PageRate | null
  site: SiteSettings
}

/** Which rate the bolívares are reckoned with, and a warning when it is unknown or old. */
export function RateLine({ raffle, rate, site }: Props) {
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
          {day && ` · ${formatDrawDay(day)}`}
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
