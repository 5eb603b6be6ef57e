import { useState } from 'react'
import { Dialog } from '#platform/web/panel-dialog.tsx'
import { Icon, type IconName } from '#platform/web/panel-icon.tsx'
import { EmptyState } from '#platform/web/panel-states.tsx'
import { formatBytes } from '#purchases/proof.ts'
import type { ReviewedPurchase } from '../contract.ts'
import { ProofPicture } from './proof-picture.tsx'

const ZOOMS = [1, 1.5, 2, 3, 4] as const

/** The proof as large as it fits: zoom, rotate, the whole screen, and the original as a download. */
export function ProofViewer(props: {
  proof: ReviewedPurchase['comprobante']
  zoomed: boolean
  onZoom: (zoomed: boolean) => void
}) {
  const { proof } = props
  const [step, setStep] = useState(0)
  const [turn, setTurn] = useState(0)
  const [whole, setWhole] = useState(false)
  const [broken, setBroken] = useState(0)
  // Z goes between what fits and twice that; the buttons go on from there.
  const zoom = ZOOMS[step] ?? 1
  const shownZoom = props.zoomed && step === 0 ? 2 : zoom
  function zoomTo(next: number) {
    setStep(Math.min(Math.max(next, 0), ZOOMS.length - 1))
    props.onZoom(next > 0)
  }
  const at = props.zoomed && step === 0 ? 2 : step

  const tools = (
    <div className="proof-tools">
      <Tool icon="zoomOut" label="Alejar" disabled={shownZoom === 1} onClick={() => zoomTo(at - 1)} />
      <span className="proof-zoom" aria-live="polite">
        {Math.round(shownZoom * 100)} %
      </span>
      <Tool icon="zoomIn" label="Acercar" disabled={at === ZOOMS.length - 1} onClick={() => zoomTo(at + 1)} />
      <Tool icon="rotate" label="Girar" onClick={() => setTurn((turn + 90) % 360)} />
      {whole ? (
        <Tool icon="cross" label="Cerrar" onClick={() => setWhole(false)} />
      ) : (
        <Tool icon="fit" label="Pantalla completa" onClick={() => setWhole(true)} />
      )}
      <a
        className="icon-button"
        href={proof.original}
        download={proof.nombre}
        aria-label="Descargar el original"
        title="Descargar el original"
      >
        <Icon name="download" />
      </a>
    </div>
  )
  const name = (
    <p className="proof-name">
      <Icon name={proof.vista ? 'picture' : 'file'} />
      <span>{proof.nombre}</span> <span className="faint small">{formatBytes(proof.bytes)}</span>
    </p>
  )

  if (!proof.vista || broken > 1) {
    return (
      <section className="proof" aria-label="Comprobante">
        <header className="proof-head">{name}</header>
        <EmptyState icon="file" title={proof.vista ? 'No se pudo mostrar la imagen' : 'El comprobante es un PDF'}>
          <p>
            {proof.vista
              ? 'Puede estar dañada o ser demasiado grande. Descarga el original para verlo.'
              : 'Por seguridad no se abre aquí dentro: descárgalo para verlo.'}
          </p>
          <a className="button" href={proof.original} download={proof.nombre}>
            <Icon name="download" />
            Descargar
          </a>
          {proof.vista ? (
            <button type="button" className="button button-plain" onClick={() => setBroken(0)}>
              <Icon name="retry" />
              Reintentar
            </button>
          ) : null}
        </EmptyState>
      </section>
    )
  }
  const picture = (inside: 'pane' | 'screen') => (
    <ProofPicture
      key={`${inside} ${broken}`}
      address={proof.vista ?? ''}
      zoom={shownZoom}
      turn={turn}
      onBroken={() => setBroken(broken + 1)}
    />
  )
  return (
    <section className="proof" aria-label="Comprobante">
      <header className="proof-head">
        {name}
        {tools}
      </header>
      {picture('pane')}
      <button
        type="button"
        className="icon-button proof-open"
        aria-label="Ver el comprobante en pantalla completa"
        onClick={() => setWhole(true)}
      >
        <Icon name="zoomIn" />
      </button>
      {whole ? (
        <Dialog label="Comprobante" className="proof-dialog" onClose={() => setWhole(false)}>
          <header className="proof-head">
            {name}
            {tools}
          </header>
          {picture('screen')}
        </Dialog>
      ) : null}
    </section>
  )
}

function Tool(props: { icon: IconName; label: string; disabled?: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  )
}
