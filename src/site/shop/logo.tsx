import type { SiteSettings } from '../contract.ts'
import { carriesName } from '../logo-shape.ts'

/** The operator's picture and name; without a picture, a ticket with a hole at each side in his colour. */
export function Logo({ site: { logo, nombre } }: { site: SiteSettings }) {
  if (!logo) {
    return (
      <>
        <svg className="logo-mark" viewBox="0 0 32 24" aria-hidden="true">
          <path
            className="logo-ticket"
            d="M3.2 2h25.6A1.2 1.2 0 0 1 30 3.2v5.3a3.6 3.6 0 0 0 0 7v5.3a1.2 1.2 0 0 1-1.2 1.2H3.2A1.2 1.2 0 0 1 2 20.8v-5.3a3.6 3.6 0 0 0 0-7V3.2A1.2 1.2 0 0 1 3.2 2z"
          />
          <path className="logo-letter" d="M10.5 6.6h11v3.2h-3.8v7.6h-3.4V9.8h-3.8z" />
        </svg>
        <span>{nombre}</span>
      </>
    )
  }
  const named = carriesName(logo)
  return (
    <>
      <img src={logo.direccion} width={logo.ancho} height={logo.alto} alt={named ? nombre : ''} />
      {!named && <span>{nombre}</span>}
    </>
  )
}
