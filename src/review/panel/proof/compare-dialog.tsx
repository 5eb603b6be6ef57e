import type { ReactNode } from 'react'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { IconButton } from '#platform/panel/parts/icon.tsx'
import { Bone, FailedState } from '#platform/panel/parts/states.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { formatCedula } from '#purchases/cedula.ts'
import { formatSum } from '#purchases/panel/wording.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ReviewedPurchase, ShownProof } from '../../contract.ts'
import { usePurchase } from '../use-decision.ts'
import { NoProof } from './reviewed-proof.tsx'
import { useDrawn } from './use-drawn.ts'

/** Two proofs side by side, each with its claim. */
export function CompareDialog(props: { purchase: ReviewedPurchase; otherId: number; onClose: () => void }) {
  return (
    <ProofsDialog label="Comparar comprobantes" className="compare grid" onClose={props.onClose}>
      <Side purchase={props.purchase} title="Esta compra" />
      <Asked id={props.otherId} title="La otra" />
    </ProofsDialog>
  )
}

/** One report and its proof, looked at from a list. */
export function LookDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <ProofsDialog label="Comprobante del reporte" title="Comprobante" className="stack" onClose={onClose}>
      <Asked id={id} />
    </ProofsDialog>
  )
}

function ProofsDialog(props: {
  label: string
  title?: string
  className: string
  children: ReactNode
  onClose: () => void
}) {
  return (
    <Dialog label={props.label} className="compare-dialog canvas bright dialog-full" onClose={props.onClose}>
      <header className="proof-head pad-x-4 canvas line-below fixed row gap-3">
        <h2>{props.title ?? props.label}</h2>
        <IconButton icon="cross" label="Cerrar" className="to-end" onClick={props.onClose} />
      </header>
      <div className={`fill may-scroll ${props.className}`}>{props.children}</div>
    </Dialog>
  )
}

function Asked({ id, title }: { id: number; title?: string }) {
  const asked = usePurchase(id)
  if (asked.data) return <Side purchase={asked.data} {...(title && { title })} />
  return asked.isError ? <FailedState query={asked} /> : <Bone height="100%" />
}

function Side({ purchase, title }: { purchase: ReviewedPurchase; title?: string }) {
  const { comprobante: proof } = purchase
  return (
    <figure className="compare-side flush may-scroll shrinks pad-3 column gap-3">
      <figcaption>
        {title ? <span className="faint small">{title}</span> : null}
        <strong className="bold">
          {purchase.nombre} <span className="plain compact faint">{purchase.codigo}</span>
        </strong>
        <span className="soft small">
          {STATE_NAMES[purchase.estado]} · {formatCedula(purchase.cedula)} ·{' '}
          {purchase.monto === null ? 'sin tasa' : formatSum(purchase.monto, purchase.monto_moneda)} · ref.{' '}
          {purchase.referencia} · {formatMoment(purchase.en_revision_desde)}
        </span>
      </figcaption>
      {proof ? (
        <ComparedPicture key={proof.original} proof={proof} of={purchase.nombre} />
      ) : (
        <NoProof seller={purchase.vendida_por} />
      )}
    </figure>
  )
}

function ComparedPicture({ proof, of }: { proof: ShownProof; of: string }) {
  const { address, preparing, attempt, onBroken } = useDrawn(proof)
  if (address !== null && !preparing) {
    return (
      <a href={address} target="_blank" rel="noreferrer" className="compare-picture may-scroll block fill">
        <img key={attempt} src={address} alt={`Comprobante de ${of}`} onError={onBroken} />
      </a>
    )
  }
  return (
    <p className="soft">
      {preparing ? 'Se está preparando: aparece solo en unos segundos. ' : 'No se puede mostrar. '}
      <a className="link" href={proof.original} download={proof.nombre}>
        Descárgalo
      </a>{' '}
      para verlo{preparing ? ' ya' : ''}.
    </p>
  )
}
