import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '../contract.ts'
import { whatsappAddress } from '../whatsapp.ts'

interface Props {
  site: SiteSettings
  /** Path of the page, to mark its link. */
  path: string
}

/** From this shape, width to height, on a logo has room for the name, and usually carries it; next to a narrower one the name is written. */
const WIDE = 2

const PLACES = [
  { path: '/', name: 'Home' },
  { path: '/rifas-anteriores', name: 'Rifas anteriores' },
] as const

/** The page's head. It is not hydrated: frame-behaviour.ts opens the menu and switches the theme. */
export function Header({ site, path }: Props) {
  const whatsapp = whatsappAddress(site)
  const current = (place: string) => (place === path.split('?')[0] ? { 'aria-current': 'page' as const } : {})
  return (
    <header className="top">
      <a className="logo" href="/">
        <Logo site={site} />
      </a>
      <button type="button" className="icon-btn theme" data-theme-toggle aria-label="Cambiar a tema claro">
        <Icon name="sun" />
        <Icon name="moon" />
      </button>
      {whatsapp && (
        <a className="icon-btn narrow" href={whatsapp} target="_blank" rel="noopener" aria-label="Escribir a soporte">
          <Icon name="chat" />
        </a>
      )}
      <button
        type="button"
        className="icon-btn narrow menu-btn"
        aria-label="Abrir menú"
        aria-expanded="false"
        aria-controls="menu"
      >
        <Icon name="menu" />
        <Icon name="close" />
      </button>
      <nav id="menu" className="nav" aria-label="Principal">
        {PLACES.map((place) => (
          <a key={place.path} href={place.path} {...current(place.path)}>
            {place.name}
            <Icon name="next" small />
          </a>
        ))}
        {whatsapp && (
          <a href={whatsapp} target="_blank" rel="noopener">
            Soporte por WhatsApp
            <Icon name="chat" small />
          </a>
        )}
      </nav>
    </header>
  )
}

/** The operator's picture and name; without a picture, a ticket with a hole at each side in the site's colour. */
function Logo({ site: { logo, nombre } }: { site: SiteSettings }) {
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
  const named = logo.ancho / logo.alto >= WIDE
  return (
    <>
      <img src={logo.direccion} width={logo.ancho} height={logo.alto} alt={named ? nombre : ''} />
      {!named && <span>{nombre}</span>}
    </>
  )
}
