import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '../contract.ts'

/** Drawings of 24 × 24 in the manner of platform/web/icon.tsx. Only a foot that links to a network carries its drawing. */
const DRAWINGS: { host: RegExp; paths: string }[] = [
  {
    host: /(^|\.)instagram\.com$/,
    paths:
      'M8.6 4h6.8A4.6 4.6 0 0 1 20 8.6v6.8a4.6 4.6 0 0 1-4.6 4.6H8.6A4.6 4.6 0 0 1 4 15.4V8.6A4.6 4.6 0 0 1 8.6 4zM12 8.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM16.7 7.3h.01',
  },
  { host: /(^|\.)(facebook|fb)\.com$/, paths: 'M13.4 20.5V9.2c0-1.8.8-2.7 2.8-2.7h1.3M9.4 12.4h7.2' },
  { host: /(^|\.)tiktok\.com$/, paths: 'M13.6 3.8v11.7a3.8 3.8 0 1 1-3.8-3.8M13.6 3.8c.2 3 2 4.8 5 5' },
  { host: /(^|\.)(t\.me|telegram\.(me|org))$/, paths: 'M20.4 4.4 3.8 11l5.2 2 2 6.2 3-3.9 4 3zM9 13l7-5.2' },
  {
    host: /(^|\.)(youtube\.com|youtu\.be)$/,
    paths:
      'M6.4 6h11.2A2.6 2.6 0 0 1 20.2 8.6v6.8a2.6 2.6 0 0 1-2.6 2.6H6.4a2.6 2.6 0 0 1-2.6-2.6V8.6A2.6 2.6 0 0 1 6.4 6zM10.4 9.6v4.8l4-2.4z',
  },
  { host: /(^|\.)(x|twitter)\.com$/, paths: 'M4.6 4.6h3.2l11.6 14.8h-3.2zM18.6 4.6l-5.8 6.2M10.6 13.6l-5.4 5.8' },
]
/** Two links of a chain: any other place. */
const LINK =
  'M10 14a4 4 0 0 0 5.6.2l3-3A4 4 0 0 0 13 5.5l-1.4 1.4M14 10a4 4 0 0 0-5.6-.2l-3 3A4 4 0 0 0 11 18.5l1.4-1.4'

/** Social links, the two texts that open in a dialog, the legal line and the credit. Not hydrated. */
export function Footer({ site }: { site: SiteSettings }) {
  const legal = [
    site.operador && `Operador: ${site.operador.replace(/\.$/, '')}.`,
    site.rif && `RIF ${site.rif}.`,
    site.autorizacion && `Autorización N.º ${site.autorizacion}.`,
    site.reclamos && `Reclamos: ${site.reclamos.replace(/\.$/, '')}.`,
  ].filter(Boolean)
  return (
    <footer className="foot">
      <div className="foot-in">
        <p className="foot-links">
          {site.redes.map(({ nombre, enlace }) => (
            <a key={enlace} href={enlace} target="_blank" rel="noopener">
              <SocialIcon address={enlace} />
              {nombre}
            </a>
          ))}
          <button type="button" data-open="terminos">
            Términos
          </button>
          <button type="button" data-open="privacidad">
            Privacidad
          </button>
        </p>
        <p>Solo para mayores de 18 años, residentes en Venezuela.</p>
        {legal.length > 0 && <p>{legal.join(' ')}</p>}
        {site.credito && (
          <p>
            Hecho por{' '}
            {site.credito_enlace ? (
              <a href={site.credito_enlace} target="_blank" rel="noopener">
                {site.credito}
              </a>
            ) : (
              site.credito
            )}
          </p>
        )}
      </div>
    </footer>
  )
}

/** The button that floats over every page and opens 'CÓMO REALIZAR UNA COMPRA'. */
export function RulesButton() {
  return (
    <button type="button" className="rules-btn" data-open="reglas">
      <Icon name="rules" small />
      Reglas
    </button>
  )
}

/** The sign of the network behind an address. Decoration: its name is next to it. */
function SocialIcon({ address }: { address: string }) {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(address)?.[1]?.toLowerCase() ?? ''
  return (
    <svg
      className="icon icon-s"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={DRAWINGS.find((drawing) => drawing.host.test(host))?.paths ?? LINK} />
    </svg>
  )
}
