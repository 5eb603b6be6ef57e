import { Icon } from '#platform/web/icon.tsx'
import type { SiteSettings } from '../contract.ts'
import { SocialIcon } from './social-icon.tsx'

/** Social links, the two texts that open in a dialog, the legal line and the credit. Not hydrated. */
export function Footer({ site }: { site: SiteSettings }) {
  const legal = [
    site.operador && `Operador: ${site.operador.replace(/\.$/, '')}.`,
    site.rif && `RIF ${site.rif}.`,
    site.autorizacion && `Autorización N.º ${site.autorizacion}.`,
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
