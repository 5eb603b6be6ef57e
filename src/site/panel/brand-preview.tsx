import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { accentOf, contrast } from '../accent.ts'
import type { SiteSettings } from '../contract.ts'
import { carriesName } from '../logo-shape.ts'

const GROUNDS = { oscuro: '#0e131d', claro: '#fdfaf3' } as const

/** The head and the main button in both themes, with the contrast that a visitor will have. */
export function BrandPreview({ site }: { site: SiteSettings }) {
  const accent = accentOf(site.color)
  const button = contrast(accent.brand, accent.onBrand)
  return (
    <figure className="brand-preview" aria-label="Cómo se ve">
      {(['oscuro', 'claro'] as const).map((theme) => (
        <div key={theme} className={`brand-page brand-${theme}`} style={{ background: GROUNDS[theme] }}>
          <p className="brand-head">
            {site.logo ? (
              <img src={site.logo.direccion} width={site.logo.ancho} height={site.logo.alto} alt="" />
            ) : (
              <span className="brand-square" style={{ background: accent.brand }} />
            )}
            {site.logo && carriesName(site.logo) ? null : <span>{site.nombre || 'Tu sitio'}</span>}
          </p>
          <p className="brand-link" style={{ color: theme === 'oscuro' ? accent.darkText : accent.lightText }}>
            Rifas anteriores
          </p>
          <span className="brand-button" style={{ background: accent.brand, color: accent.onBrand }}>
            Comprar
          </span>
        </div>
      ))}
      <figcaption className="small">
        <VerdictShape level="bien" word={false} />
        <span>
          El botón se lee con {button.toFixed(1).replace('.', ',')} a 1. La letra y los enlaces se ajustan solos para
          pasar de 4,5 en los dos temas.
        </span>
      </figcaption>
    </figure>
  )
}
