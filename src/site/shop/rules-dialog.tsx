import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '#platform/web/button.tsx'
import { Dialog } from '#platform/web/dialog.tsx'
import type { Clause, SiteSettings } from '../contract.ts'
import { participationSteps, privacyNotice, terms } from '../rules.ts'
import { pageSite } from './page-site.ts'
import './rules.css'
import { whatsappAddress } from '../whatsapp.ts'

type Tab = 'participacion' | 'terminos'

const TABS: { name: Tab; title: string }[] = [
  { name: 'participacion', title: 'Participación' },
  { name: 'terminos', title: 'Términos' },
]

interface Props {
  onClose: () => void
  opens?: Tab
}

/** The popup 'CÓMO REALIZAR UNA COMPRA'. */
export function RulesDialog({ onClose, opens = 'participacion' }: Props) {
  const [tab, setTab] = useState<Tab>(opens)
  const [site] = useState(pageSite)
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const sides: Record<string, Tab> = { Home: 'participacion', End: 'terminos' }
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      sides[event.key] = tab === 'participacion' ? 'terminos' : 'participacion'
    const next = sides[event.key]
    if (!next) return
    event.preventDefault()
    setTab(next)
    list.current?.querySelector<HTMLElement>(`#pestana-${next}`)?.focus()
  }

  return (
    <Dialog
      title="CÓMO REALIZAR UNA COMPRA"
      onClose={onClose}
      foot={<Button look="go" text="Entendido" onClick={onClose} />}
    >
      <div className="tabs" role="tablist" aria-label="Reglas" ref={list} onKeyDown={move}>
        {TABS.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`pestana-${name}`}
            aria-selected={tab === name}
            aria-controls={`panel-${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="panels">
        {TABS.map(({ name }) => (
          <div
            key={name}
            role="tabpanel"
            id={`panel-${name}`}
            aria-labelledby={`pestana-${name}`}
            data-behind={tab !== name || undefined}
          >
            {name === 'participacion' ? (
              <ol className="steps">{points(participationSteps(site))}</ol>
            ) : (
              <ul className="clauses">{points(terms(site))}</ul>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function points(clauses: readonly Clause[]) {
  return clauses.map(({ titulo, texto }) => (
    <li key={titulo}>
      <b>{titulo}</b>
      {texto}
    </li>
  ))
}

/** The same popup, opened at its terms. */
export function TermsDialog({ onClose }: Pick<Props, 'onClose'>) {
  return <RulesDialog onClose={onClose} opens="terminos" />
}

interface PrivacyProps {
  site: SiteSettings
  onClose: () => void
}

/** The privacy notice: the stored data of a buyer, its purpose and retention. Opened from the foot and from the form. */
export default function PrivacyDialog({ site, onClose }: PrivacyProps) {
  const whatsapp = whatsappAddress(site)
  return (
    <Dialog title="Tus datos personales" onClose={onClose} foot={<Button look="go" text="Cerrar" onClick={onClose} />}>
      <ul className="clauses">
        {points(privacyNotice(site))}
        {(site.operador || whatsapp) && (
          <li>
            <b>A quién preguntar</b>
            {site.operador && `Responsable: ${site.operador}. `}
            {whatsapp && (
              <a className="link" href={whatsapp} target="_blank" rel="noopener">
                Escribir a soporte
              </a>
            )}
          </li>
        )}
      </ul>
    </Dialog>
  )
}
