import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '#platform/panel/parts/button.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { type Asked, Bone, FailedState, Loading } from '#platform/panel/parts/states.tsx'
import { formatBytes } from '#purchases/proof.ts'
import { STATE_NAMES } from '#purchases/state-names.ts'
import type { ReviewedPurchase, ShownProof } from '../../contract.ts'
import { CheckShape } from '../claim/check-shape.tsx'
import { countChecks } from '../wording.ts'
import { ProofDialog, useView } from './proof-viewer.tsx'
import { useDrawn } from './use-drawn.ts'
import './proof.css'

/** The proof next to the results of its checks, for an operator who looks a purchase up. */
export function ReviewedProof({ reviewed }: { reviewed: Asked & { data: ReviewedPurchase | undefined } }) {
  const purchase = reviewed.data
  if (!purchase) {
    return (
      <section className="part card" aria-label="Comprobante">
        {reviewed.error ? (
          <FailedState query={reviewed} />
        ) : (
          <Loading label="Cargando el comprobante">
            <Bone height="9rem" />
          </Loading>
        )}
      </section>
    )
  }
  const { comprobante } = purchase
  return (
    <section className="card reviewed grid shrinks clip" aria-label="Comprobante">
      {comprobante ? (
        <ReviewedPicture key={comprobante.original} proof={comprobante} />
      ) : (
        <div className="reviewed-none">
          <NoProof seller={purchase.vendida_por} />
        </div>
      )}
      <div className="reviewed-checks stack from-top">
        <h3>
          Comprobaciones <span className="faint small">{countChecks(purchase.comprobaciones)}</span>
        </h3>
        <ul>
          {purchase.comprobaciones.map((check) => (
            <li className="flow compact" key={check.sobre}>
              <CheckShape check={check} />
              <span>
                {check.titulo}
                {check.nivel === 'bien'
                  ? null
                  : check.compras.map((other) => (
                      <Link key={other.id} href={`/compras/${other.id}`} className="link small">
                        {other.codigo} · {STATE_NAMES[other.estado].toLowerCase()}
                      </Link>
                    ))}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The picture, small, and its description. One that is still in line to be drawn appears by itself. */
function ReviewedPicture({ proof }: { proof: ShownProof }) {
  const [open, setOpen] = useState(false)
  const view = useView()
  const { preparing, attempt, onBroken, ...drawn } = useDrawn(proof)
  const address = preparing ? null : drawn.address
  return (
    <>
      {address === null ? (
        <span className="reviewed-picture ground ring-in centre faint">
          <Icon name="file" />
        </span>
      ) : (
        <button
          type="button"
          className="reviewed-picture ground ring-in centre faint"
          aria-label="Ver el comprobante completo"
          onClick={() => setOpen(true)}
        >
          <img key={attempt} src={address} alt="" onError={onBroken} />
        </button>
      )}
      <div className="reviewed-file stack from-top">
        <h3>Comprobante</h3>
        <p className="soft small">
          {proof.nombre}
          <br />
          <span className="faint">
            {formatBytes(proof.bytes)}
            {proof.tipo === 'application/pdf' ? ' · PDF, primera página' : ''}
          </span>
        </p>
        {address !== null ? (
          <Button look="link" className="small" text="Ver completo" onClick={() => setOpen(true)} />
        ) : (
          <>
            {preparing ? <p className="soft small">Se está preparando: aparece solo en unos segundos.</p> : null}
            <a className="link small" href={proof.original} download={proof.nombre}>
              {preparing ? 'Descargar' : 'No se pudo mostrar: descargar'}
            </a>
          </>
        )}
      </div>
      {open && address !== null ? (
        <ProofDialog
          {...view}
          proof={proof}
          address={address}
          onClose={() => setOpen(false)}
          onBroken={() => {
            setOpen(false)
            onBroken()
          }}
        />
      ) : null}
    </>
  )
}

/** In place of the proof of a purchase that was sold by hand without one. */
export function NoProof({ seller }: { seller: string }) {
  return <p className="soft">Sin comprobante: la vendió a mano {seller}.</p>
}
