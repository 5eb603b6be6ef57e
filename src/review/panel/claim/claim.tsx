import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { counted } from '#platform/money.ts'
import { type Asked, Bone, Loading, StaleNotice } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatCedula } from '#purchases/cedula.ts'
import { formatPhone, formatSum, methodName } from '#purchases/panel/wording.ts'
import { STATE_NAMES, stateName } from '#purchases/state-names.ts'
import type { Check, ReviewedPurchase, Trait } from '../../contract.ts'
import { BankVoice, BankWord } from '../bank.tsx'
import { countChecks, isUnfound } from '../wording.ts'
import { Alike } from './alike.tsx'
import { CheckShape } from './check-shape.tsx'
import { Compared } from './compared.tsx'
import './claim.css'

const RestOfClaim = lazy(async () => ({ default: (await import('./rest.tsx')).RestOfClaim }))

/** The claim, the amount due, the results of the checks; then all other known data. */
export function Claim(props: {
  purchase: ReviewedPurchase
  query: Asked
  /** Shows its proof next to the one of another purchase. */
  onCompare: (id: number) => void
  /** Opens those that share that with it; null for operators who may not decide about it now. */
  onAlike: ((por: Trait) => void) | null
}) {
  const { purchase } = props
  const owed = purchase.monto === null ? 'Sin tasa' : formatSum(purchase.monto, purchase.monto_moneda)
  return (
    <section className="claim line-left may-scroll column" aria-label="Lo que reporta">
      <header className="claim-who pad-1-5 grid middle compact head">
        <h2 className="subheading">
          {purchase.nombre} <span className="plain compact faint">{purchase.codigo}</span>
        </h2>
        <p className="soft">
          {[formatCedula(purchase.cedula), formatPhone(purchase.telefono)].filter(Boolean).join(' · ')}
        </p>
      </header>
      <div className="claim-body scroller column gap-3">
        <StaleNotice query={props.query} />
        <div className="flow gap-3 wrap apart low">
          <p>
            <span className="faint small">Debía pagar</span>
            <br />
            <span className="claim-amount whole tight strong">{owed}</span>
          </p>
          <p className="claim-side text-end">
            <strong className="whole">{formatSum(purchase.total, purchase.moneda)}</strong>
            <br />
            <span className="faint small">
              {counted(purchase.cantidad_tickets, 'boleto')} · {methodName(purchase.metodo_pago, purchase.vendida_por)}
            </span>
          </p>
        </div>
        {purchase.estado === 'en revision' ? (
          <>
            <Suspense fallback={null}>
              <BankWord report={purchase} canJoin={props.onAlike !== null} />
            </Suspense>
            <Verdict checks={purchase.comprobaciones} level={purchase.nivel} />
          </>
        ) : (
          <State purchase={purchase} />
        )}
        {purchase.estado === 'en revision' ? (
          <Suspense fallback={<Compared purchase={purchase} owed={owed} bank={null} />}>
            <BankVoice id={purchase.id}>{(bank) => <Compared purchase={purchase} owed={owed} bank={bank} />}</BankVoice>
          </Suspense>
        ) : (
          <Compared purchase={purchase} owed={owed} bank={null} />
        )}
        <section className="claim-checks pad-start-4 line-above stack gap-3">
          <h3>Comprobaciones</h3>
          <ul className="stack gap-3">
            {purchase.comprobaciones.filter(isWorthALine).map((check) => (
              <CheckLine key={check.sobre} check={check} onCompare={props.onCompare} />
            ))}
          </ul>
          <Fine checks={purchase.comprobaciones.filter((check) => !isWorthALine(check))} />
        </section>
        {props.onAlike ? <Alike id={purchase.id} onOpen={props.onAlike} /> : null}
        <Rest purchase={purchase} />
      </div>
    </section>
  )
}

/** One line with the result of the checks; the reasons follow. */
function Verdict({ checks, level }: { checks: Check[]; level: Check['nivel'] }) {
  return (
    <p className={`notice notice-${level} claim-verdict pad-2-3 round level`}>
      <VerdictShape level={level} />
      <strong>{level === 'bien' ? 'Todo en orden' : checks[0]?.titulo}</strong>
      <span className="soft small">{countChecks(checks)}</span>
    </p>
  )
}

function State({ purchase }: { purchase: ReviewedPurchase }) {
  const level = purchase.estado === 'confirmado' ? 'bien' : 'aviso'
  return (
    <div className={`notice notice-${level}`}>
      <VerdictShape level={level} word={false} />
      <div>
        <strong>{stateName(purchase)}</strong>
        {purchase.motivo ? <p className="soft">{purchase.motivo}</p> : null}
        {purchase.estado === 'confirmado' ? <p className="strong">{purchase.numeros.join(' · ')}</p> : null}
      </div>
    </div>
  )
}

/** A check that is fine and names no other purchase needs only a word; one that found nothing must say where it looked. */
function isWorthALine(check: Check): boolean {
  return check.nivel !== 'bien' || check.compras.length > 0 || isUnfound(check)
}

function Fine({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return null
  return (
    <p className="check flow gap-3 compact soft">
      <VerdictShape level="bien" />
      <span>{checks.map((check) => check.titulo).join(' · ')}</span>
    </p>
  )
}

function CheckLine({ check, onCompare }: { check: Check; onCompare: (id: number) => void }) {
  const other = check.sobre === 'comprobante' || check.sobre === 'referencia' ? check.compras[0] : undefined
  return (
    <li className="check flow gap-3 compact">
      <CheckShape check={check} />
      <div>
        <p className={check.nivel === 'bien' ? 'soft' : ''}>{check.titulo}</p>
        {check.detalle ? <p className="faint small">{check.detalle}</p> : null}
        {check.compras.length > 0 ? (
          <p className="small gap-x-4 flow wrap">
            {check.compras.map((other) => (
              <Link key={other.id} href={`/revision/${other.id}`} className="link">
                {other.codigo} · {STATE_NAMES[other.estado].toLowerCase()}
              </Link>
            ))}
          </p>
        ) : null}
      </div>
      {other ? (
        <button type="button" className="link small self-start to-end fixed" onClick={() => onCompare(other.id)}>
          Comparar
        </button>
      ) : null}
    </li>
  )
}

/** Rarely needed data: their words are loaded once the payment is shown, and drawn when they are opened. */
function Rest({ purchase }: { purchase: ReviewedPurchase }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="claim-rest compact line-above" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="row gap-0 control-high soft press">Más datos e historia</summary>
      {open ? (
        <Suspense fallback={<Bone height="12rem" />}>
          <RestOfClaim purchase={purchase} />
        </Suspense>
      ) : null}
    </details>
  )
}

export function ClaimBones() {
  return (
    <>
      <div className="proof shrinks may-scroll ground column" aria-hidden="true">
        <div className="proof-head pad-x-4 canvas line-below fixed row gap-3">
          <Bone width="9rem" />
        </div>
        <div className="proof-pane may-scroll flow gap-0 anchor fill ring-in">
          <span className="bone proof-bone" />
        </div>
      </div>
      <section className="claim line-left may-scroll column">
        <Loading label="Cargando el pago">
          <Bone width="60%" height="1.25rem" />
          <Bone width="45%" />
          <Bone width="70%" height="2rem" />
          <Bone height="2.75rem" />
          <Bone />
          <Bone />
          <Bone />
          <Bone width="80%" />
        </Loading>
      </section>
      <div className="bar whole-grid surface pad-3-4 line-above stack" aria-hidden="true">
        <Bone height="2.5rem" />
      </div>
    </>
  )
}
