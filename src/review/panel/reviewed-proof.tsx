import { useState } from 'react'
import { Link } from 'wouter'
import { Icon } from '#platform/web/panel-icon.tsx'
import { Bone, FailedState, Loading } from '#platform/web/panel-states.tsx'
import { VerdictShape } from '#platform/web/panel-verdict.tsx'
import { formatBytes } from '#purchases/proof.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ReviewedPurchase, ShownProof } from '../contract.ts'
import { NoProof } from './no-proof.tsx'
import { FARTHEST, NEAREST, ProofDialog } from './proof-viewer.tsx'
import { countChecks } from './wording.ts'
import './reviewed-proof.css'

/** The proof beside what the checks say of it, for who looks a purchase up instead of deciding on it. */
export function ReviewedProof(props: { purchase: ReviewedPurchase | undefined; error: unknown; onRetry: () => void }) {
  const { purchase } = props
  const [open, setOpen] = useState(false)
  const [broken, setBroken] = useState(false)
  if (!purchase) {
    return (
      <section className="part" aria-label="Comprobante">
        {props.error ? (
          <FailedState error={props.error} onRetry={props.onRetry} />
        ) : (
          <Loading label="Cargando el comprobante">
            <Bone height="9rem" />
          </Loading>
        )}
      </section>
    )
  }
  const { comprobante } = purchase
  const address = broken ? null : (comprobante?.vista ?? null)
  return (
    <section className="part reviewed" aria-label="Comprobante">
      {!comprobante ? (
        <NoProof seller={purchase.vendida_por} />
      ) : address === null ? (
        <span className="reviewed-picture">
          <Icon name="file" />
        </span>
      ) : (
        <button
          type="button"
          className="reviewed-picture"
          aria-label="Ver el comprobante completo"
          onClick={() => setOpen(true)}
        >
          <img src={address} alt="" onError={() => setBroken(true)} />
        </button>
      )}
      {comprobante ? (
        <div className="reviewed-file">
          <h3>Comprobante</h3>
          <p className="soft small">
            {comprobante.nombre}
            <br />
            <span className="faint">
              {formatBytes(comprobante.bytes)}
              {comprobante.tipo === 'application/pdf' ? ' · PDF, primera página' : ''}
            </span>
          </p>
          {address === null ? (
            <a className="text-link small" href={comprobante.original} download={comprobante.nombre}>
              No se pudo mostrar: descargar
            </a>
          ) : (
            <button type="button" className="text-link small" onClick={() => setOpen(true)}>
              Ver completo
            </button>
          )}
        </div>
      ) : null}
      <div className="reviewed-checks">
        <h3>
          Comprobaciones <span className="faint small">{countChecks(purchase.comprobaciones)}</span>
        </h3>
        <ul>
          {purchase.comprobaciones.map((check) => (
            <li key={check.sobre}>
              <VerdictShape level={check.nivel} />
              <span>
                {check.titulo}
                {check.nivel === 'bien'
                  ? null
                  : check.compras.map((other) => (
                      <Link key={other.id} href={`/compras/${other.id}`} className="text-link small">
                        {other.codigo} · {STATE_NAMES[other.estado].toLowerCase()}
                      </Link>
                    ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
      {open && comprobante && address ? (
        <WholeProof
          proof={comprobante}
          address={address}
          onClose={() => setOpen(false)}
          onBroken={() => {
            setOpen(false)
            setBroken(true)
          }}
        />
      ) : null}
    </section>
  )
}

function WholeProof(props: { proof: ShownProof; address: string; onClose: () => void; onBroken: () => void }) {
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  return (
    <ProofDialog
      {...props}
      zoom={zoom}
      turn={turn}
      onZoom={(to) => setZoom(Math.min(Math.max(to, FARTHEST), NEAREST))}
      onTurn={() => setTurn((now) => (now + 90) % 360)}
    />
  )
}
