import { type ReactNode, useState } from 'react'
import { useKeys } from '#platform/panel/keys.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon, IconButton, type IconName } from '#platform/panel/parts/icon.tsx'
import { EmptyState } from '#platform/panel/parts/states.tsx'
import { formatBytes } from '#purchases/proof.ts'
import type { ShownProof } from '../../contract.ts'
import { ProofPicture } from './proof-picture.tsx'
import { useDrawn } from './use-drawn.ts'
import './proof.css'

const FARTHEST = 1
const NEAREST = 6
/** Zoom factor of a press. */
const STEP = 1.5

/** How a proof is seen: `turn` in degrees. */
export function useView() {
  const [zoom, setZoom] = useState(FARTHEST)
  const [turn, setTurn] = useState(0)
  return {
    zoom,
    turn,
    onZoom: (to: number) => setZoom(Math.min(Math.max(to, FARTHEST), NEAREST)),
    onTurn: () => setTurn((turn + 90) % 360),
  }
}
type Viewing = ReturnType<typeof useView> & { proof: ShownProof }

/** The proof as large as it fits: zoom, rotate, the whole screen, and the original as a download. */
export function ProofViewer({ proof }: { proof: ShownProof }) {
  const view = useView()
  const { zoom, turn, onZoom, onTurn } = view
  useKeys({
    z: () => onZoom(zoom === FARTHEST ? 2 : FARTHEST),
    '+': () => onZoom(zoom * STEP),
    '-': () => onZoom(zoom / STEP),
    g: onTurn,
  })
  const [whole, setWhole] = useState(false)
  const drawn = useDrawn(proof)
  const pdf = proof.tipo === 'application/pdf'

  if (drawn.address === null || drawn.preparing) {
    const again = proof.vista ?? proof.otra_vez
    return (
      <section className="proof shrinks may-scroll ground column" aria-label="Comprobante">
        <header className="proof-head pad-x-4 canvas line-below fixed row gap-3">
          <ProofName proof={proof} />
        </header>
        {drawn.preparing ? (
          <EmptyState icon="file" title="El comprobante se está preparando">
            <p>Aparece solo en unos segundos. También puedes descargar el original.</p>
            <Download proof={proof} />
          </EmptyState>
        ) : (
          <EmptyState icon="file" title={pdf ? 'No se pudo mostrar el PDF' : 'No se pudo mostrar la imagen'}>
            <p>
              {pdf
                ? 'Puede estar dañado o tener clave. Descarga el original para verlo.'
                : 'Puede estar dañada o ser demasiado grande. Descarga el original para verlo.'}
            </p>
            <Download proof={proof} />
            {again ? <Button look="plain" icon="retry" text="Reintentar" onClick={() => drawn.show(again)} /> : null}
          </EmptyState>
        )}
      </section>
    )
  }
  return (
    <section className="proof shrinks may-scroll ground column" aria-label="Comprobante">
      <header className="proof-head pad-x-4 canvas line-below fixed row gap-3">
        <ProofName proof={proof} />
        <Tools
          {...view}
          proof={proof}
          last={<Tool icon="fit" label="Pantalla completa" onClick={() => setWhole(true)} />}
        />
      </header>
      <ProofPicture
        key={drawn.attempt}
        address={drawn.address}
        zoom={zoom}
        turn={turn}
        onZoom={onZoom}
        onBroken={drawn.onBroken}
      />
      {pdf ? <FirstPage /> : null}
      <button
        type="button"
        className="proof-open unseen small"
        aria-label="Ver completo el comprobante, en toda la pantalla"
        onClick={() => setWhole(true)}
      >
        <Icon name="zoomIn" />
        Ver completo
      </button>
      {whole ? (
        <ProofDialog
          {...view}
          proof={proof}
          address={drawn.address}
          onClose={() => setWhole(false)}
          onBroken={() => {
            setWhole(false)
            drawn.onBroken()
          }}
        />
      ) : null}
    </section>
  )
}

/** The proof on the whole screen. */
export function ProofDialog(props: Viewing & { address: string; onClose: () => void; onBroken: () => void }) {
  const { proof } = props
  return (
    <Dialog label="Comprobante" className="proof-dialog ground bright dialog-full" onClose={props.onClose}>
      <header className="proof-head pad-x-4 canvas line-below fixed row gap-3">
        <ProofName proof={proof} />
        <Tools {...props} last={<Tool icon="cross" label="Cerrar" onClick={props.onClose} />} />
      </header>
      <ProofPicture
        address={props.address}
        zoom={props.zoom}
        turn={props.turn}
        onZoom={props.onZoom}
        onBroken={props.onBroken}
      />
      {proof.tipo === 'application/pdf' ? <FirstPage /> : null}
    </Dialog>
  )
}

function Download({ proof }: { proof: ShownProof }) {
  return (
    <a className="btn" href={proof.original} download={proof.nombre}>
      <Icon name="download" />
      Descargar
    </a>
  )
}

/** The unseen pages may say something else. */
function FirstPage() {
  return <p className="canvas pad-1-4 soft line-above fixed small">Primera página. Descarga el PDF para verlo todo.</p>
}

function ProofName({ proof }: { proof: Viewing['proof'] }) {
  const pdf = proof.tipo === 'application/pdf'
  return (
    <p className="proof-name whole row grow strong">
      <Icon name={pdf ? 'file' : 'picture'} />
      <span>{proof.nombre}</span> <span className="faint small">{formatBytes(proof.bytes)}</span>
    </p>
  )
}

/** @param last of the buttons that change how it is seen: to the whole screen, or back. */
function Tools({ proof, zoom, onZoom, onTurn, last }: Viewing & { last: ReactNode }) {
  return (
    <div className="row gap-0 fixed">
      <Tool icon="zoomOut" label="Alejar" disabled={zoom <= FARTHEST} onClick={() => onZoom(zoom / STEP)} />
      <span className="proof-zoom text-centre compact" aria-live="polite">
        {Math.round(zoom * 100)} %
      </span>
      <Tool icon="zoomIn" label="Acercar" disabled={zoom >= NEAREST} onClick={() => onZoom(zoom * STEP)} />
      <Tool icon="rotate" label="Girar" onClick={onTurn} />
      {last}
      <a
        className="icon-btn"
        href={proof.original}
        download={proof.nombre}
        aria-label="Descargar el original"
        title="Descargar el original"
      >
        <Icon name="download" />
      </a>
    </div>
  )
}

function Tool(props: { icon: IconName; label: string; disabled?: boolean; onClick: () => void }) {
  return <IconButton {...props} title={props.label} />
}
