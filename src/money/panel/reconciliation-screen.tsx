import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { refresh, useAsk, usePages } from '#access/panel/ask.ts'
import { formatCount } from '#platform/money.ts'
import { part } from '#platform/panel/part.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Segments } from '#platform/panel/parts/segments.tsx'
import { Bone, ListState, MoreButton, StaleNotice, Waiting } from '#platform/panel/parts/states.tsx'
import type { Reconciliation, Suggestion } from '../contract.ts'
import { isNear } from '../verdict.ts'
import { ActBar } from './act-bar.tsx'
import type { Confirm } from './confirm/confirm-dialog.tsx'
import { NothingCame, NothingToMatch } from './empty.tsx'
import { OpenLists } from './lists/open-lists.tsx'
import { ReversedMoney } from './lists/reversed-money.tsx'
import { ToReturnLink } from './lists/to-return.tsx'
import { Accounts, Balance } from './overview.tsx'
import { MONEY_SHOWN, POLL } from './shown-money.ts'
import { PasteWay } from './sources/paste-way.tsx'
import { LastImport } from './statement/last-import.tsx'
import { SuggestionRow } from './suggestion-row.tsx'
import './reconciliation.css'

const ConfirmDialog = part(() => import('./confirm/confirm-dialog.tsx'), 'ConfirmDialog')
const JoinDialog = part(() => import('./join/join-dialog.tsx'), 'JoinDialog')

type Look = 'todas' | 'exactas' | 'por_mirar'

/**
 * The money that came in next to the reports: pairs, cases for a person, and the rest on both sides.
 * @param canDecide whether the viewer may confirm and join.
 * @param confirm function that confirms the exact ones.
 */
export function ReconciliationScreen(props: { owner: boolean; canDecide: boolean; confirm: Confirm }) {
  const { canDecide } = props
  const [look, setLook] = useState<Look>('todas')
  // Confirmed lines leave the list: the lists rest, and the dialog stays, until it has been read.
  const [confirmed, setConfirmed] = useState<readonly Suggestion[] | null>(null)
  const [joined, setJoined] = useState<Suggestion | null>(null)
  const summary = useAsk('GET /api/panel/conciliacion', { refetchInterval: POLL })
  const { exact, others, pairs, toLook } = useSuggestions(summary.data, confirmed !== null)
  const left = useLeftOut(pairs)
  const { data } = summary
  if (!data) {
    return <Waiting className="page" query={summary} label="Cargando la conciliación" />
  }
  const came = data.cuentas.some(({ movimientos }) => movimientos > 0)
  const reading = exact.hasNextPage && pairs.length < MOST
  const showsExact = look !== 'por_mirar'
  const showsOthers = look !== 'exactas'
  return (
    <div className="recon column">
      <header className="recon-ways pad-edge-3 row wrap apart">
        <p className="soft compact">Lo que llegó al banco, al lado de lo que se reportó.</p>
        <ToReturnLink />
        {canDecide ? <WaysIn first={!came} /> : null}
      </header>
      <div className="recon-stale maybe">
        <StaleNotice query={summary} />
      </div>
      {came ? (
        <>
          <ReversedMoney reversed={data.revertidos} owner={props.owner} canDecide={canDecide} />
          <section className="recon-head columns-narrow line-above line-below" aria-label="Resumen">
            <div className="stack gap-4 middle">
              {canDecide ? <LastImport /> : null}
              <Accounts accounts={data.cuentas} />
            </div>
            <Balance summary={data} onLook={setLook} />
          </section>
          <div className="recon-body columns grid fill">
            <section className="recon-pairs shrinks" aria-label="Sugerencias">
              <header className="recon-sub tall pad-y-2 row wrap apart">
                <h2>
                  Sugerencias <span className="faint">{formatCount(data.exactas.cantidad + data.por_mirar)}</span>
                </h2>
                <Segments
                  label="Qué sugerencias"
                  value={look}
                  onChange={setLook}
                  options={[
                    { value: 'todas', name: 'Todas' },
                    { value: 'exactas', name: `Exactas ${formatCount(data.exactas.cantidad)}` },
                    { value: 'por_mirar', name: `Por mirar ${formatCount(data.por_mirar)}` },
                  ]}
                />
              </header>
              <div className="pairs-row grid level pairs-head mid-none faint small line-below" aria-hidden="true">
                <span className="pairs-pair gap-x-3 grid level">
                  <span />
                  <span>En el banco</span>
                  <span />
                  <span>Reporte</span>
                </span>
                <span>Por qué</span>
                <span />
              </div>
              {showsExact ? <ListState query={exact} label="Cargando las sugerencias" /> : null}
              <ol>
                {showsExact
                  ? pairs.map((line) => (
                      <SuggestionRow
                        key={pairKey(line)}
                        line={line}
                        picked={canDecide ? left.isPicked(line) : null}
                        onPick={() => left.toggle(line)}
                        onJoin={null}
                      />
                    ))
                  : null}
              </ol>
              {showsOthers ? (
                <>
                  {showsExact && others.isPending ? null : (
                    <ListState query={others} label="Cargando las sugerencias" />
                  )}
                  <ol className={showsExact && pairs.length > 0 && toLook.length > 0 ? 'recon-after' : ''}>
                    {toLook.map((line) => (
                      <SuggestionRow
                        key={pairKey(line)}
                        line={line}
                        picked={null}
                        onPick={() => undefined}
                        // A near amount is accepted by its approval.
                        onJoin={canDecide && !isNear(line.regla) ? () => setJoined(line) : null}
                      />
                    ))}
                  </ol>
                  <MoreButton query={others} className="btn below-4" />
                </>
              ) : null}
              {exact.data &&
              others.data &&
              (showsExact ? pairs.length : 0) + (showsOthers ? toLook.length : 0) === 0 ? (
                <NothingToMatch summary={data} look={look} />
              ) : null}
            </section>
            <OpenLists summary={data} />
          </div>
          {canDecide && pairs.length > 0 ? (
            <ActBar
              picked={left.picked}
              pairs={pairs}
              total={Math.min(data.exactas.cantidad, MOST)}
              reading={reading}
              onAll={left.all}
              onNone={left.none}
              onConfirm={() => setConfirmed(left.picked)}
            />
          ) : null}
        </>
      ) : (
        <NothingCame canDecide={canDecide} />
      )}
      <Suspense fallback={null}>
        {confirmed ? (
          <ConfirmDialog lines={confirmed} confirm={props.confirm} onClose={() => setConfirmed(null)} />
        ) : null}
        {joined ? (
          <JoinDialog
            report={joined.compra}
            money={[joined.movimiento]}
            reasons={joined.razones}
            onClose={() => setJoined(null)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}

const StatementImport = part(() => import('./statement/statement-import.tsx'), 'StatementImport')

/** Ways to bring in more money data. @param first nothing has come yet. */
function WaysIn({ first }: { first: boolean }) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const close = () => setOpen(false)
  const name = first ? 'Subir extracto' : 'Otro extracto'
  return (
    <div className="recon-ways-in thumbs narrow-grow row wrap">
      <ButtonLink text="Fuentes" href="/conciliacion/fuentes" />
      <PasteWay />
      <Button icon="up" text={name} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open ? (
        <Dialog label={name} onClose={close}>
          <div className="dialog-body">
            <h2>{name}</h2>
            <Suspense fallback={<Bone height="12rem" />}>
              <StatementImport
                onImported={() => {
                  void refresh(client, MONEY_SHOWN)
                  close()
                }}
              />
            </Suspense>
          </div>
        </Dialog>
      ) : null}
    </div>
  )
}

/** So many are read and confirmed at most in one go; the rest is there when they are done. */
const MOST = 1_000

/** A pair is the same as long as both its ends are. */
function pairKey({ compra, movimiento }: Suggestion): string {
  return `${compra.id}-${movimiento.id}`
}

/**
 * The exact ones, all of them, because they are confirmed as they were shown; and those for a person, as far as read. Both are
 * queried again when the screen's counts have changed.
 * @param summary undefined until it is known.
 * @param resting while true nothing is queried again: lines being confirmed stay as they are.
 */
function useSuggestions(summary: Reconciliation | undefined, resting: boolean) {
  const client = useQueryClient()
  const exact = usePages('GET /api/panel/conciliacion/sugerencias', { query: { ver: 'exactas' } })
  const others = usePages('GET /api/panel/conciliacion/sugerencias', { query: { ver: 'por_mirar' } })
  const pairs = exact.data?.pages.flatMap(({ filas }) => filas) ?? []
  const { hasNextPage, isFetching, isError, fetchNextPage, dataUpdatedAt } = exact
  const goesOn = hasNextPage && !isFetching && !isError && pairs.length < MOST
  // A page that was on its way when the list was queried again never comes: continue from the pages that have come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the instant of what has come is why
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage, dataUpdatedAt])

  const counted = summary && JSON.stringify([summary.exactas, summary.por_mirar])
  const seen = useRef(counted)
  useEffect(() => {
    if (counted === undefined || resting || counted === seen.current) return
    if (seen.current !== undefined) void refresh(client, ['GET /api/panel/conciliacion/sugerencias'])
    seen.current = counted
  }, [client, counted, resting])
  return { exact, others, pairs, toLook: others.data?.pages.flatMap(({ filas }) => filas) ?? [] }
}

/** Which of the exact ones are left out; all the others are picked, also those that came later. */
function useLeftOut(pairs: readonly Suggestion[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  return {
    picked: pairs.filter((line) => !left.has(pairKey(line))),
    isPicked: (line: Suggestion) => !left.has(pairKey(line)),
    toggle(line: Suggestion) {
      const now = new Set(left)
      if (!now.delete(pairKey(line))) now.add(pairKey(line))
      setLeft(now)
    },
    all: () => setLeft(new Set()),
    none: () => setLeft(new Set(pairs.map(pairKey))),
  }
}
