import { formatDay, parseDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import { Icon } from '#platform/web/icon.tsx'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import { whatsappAddress } from '#site/whatsapp.ts'
import type { PageRate } from '../page-data.ts'

interface Props {
  raffle: Pick<RaffleAnswer, 'moneda' | 'tasa_usd'>
  rate: PageRate | null
  site: SiteSettings
}

/** Which rate the bolívares are reckoned with, and a warning when it is unknown or old. */
export function RateLine({ raffle, rate, site }: Props) {
  const used = raffle.tasa_usd === null ? null : parseRate(raffle.tasa_usd)
  if (used === null) {
    return raffle.moneda === 'USD' ? (
      <RateNotice
        site={site}
        title="No pudimos consultar la tasa de hoy."
        text="El monto en bolívares es aproximado: confírmalo con soporte antes de pagar."
      />
    ) : null
  }
  const inForce = rate !== null && parseRate(rate.tasa) === used ? rate : null
  const day = inForce && parseDay(inForce.fecha_valor)
  const name = inForce ? inForce.nombre : 'Tasa de la rifa'
  return (
    <>
      <p className="rate">
        {[name, `Bs.\u00a0${formatRate(used)}`, day && formatDay(day)].filter(Boolean).join(' · ')}
      </p>
      {inForce && !inForce.vigente && (
        <RateNotice
          site={site}
          title="Esta tasa no es de hoy."
          text="Confirma el monto en bolívares con soporte antes de pagar."
        />
      )}
    </>
  )
}

function RateNotice({ site, title, text }: { site: SiteSettings; title: string; text: string }) {
  const whatsapp = whatsappAddress(site)
  return (
    <div className="rate-notice" role="note">
      <Icon name="alert" small />
      <p>
        <b>{title}</b> {text}{' '}
        {whatsapp && (
          <a className="link" href={whatsapp} target="_blank" rel="noopener">
            Escribir a soporte
          </a>
        )}
      </p>
    </div>
  )
}
