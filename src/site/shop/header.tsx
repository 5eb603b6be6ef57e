import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '../contract.ts'
import { whatsappAddress } from '../whatsapp.ts'
import { Logo } from './logo.tsx'

interface Props {
  site: SiteSettings
  /** Path of the page, to mark its link. */
  path: string
}

const PLACES = [
  { path: '/', name: 'Home' },
  { path: '/rifas-anteriores', name: 'Rifas anteriores' },
] as const

/** The page's head. It is not hydrated: frame-behaviour.ts opens the menu and switches the theme. */
export function Header({ site, path }: Props) {
  const whatsapp = whatsappAddress(site)
  const current = (place: string) => (place === path ? { 'aria-current': 'page' as const } : {})
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
