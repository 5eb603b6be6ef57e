import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { readFailure } from '#platform/panel/api.ts'
import { LeaveGuard } from '#platform/panel/leave-guard.tsx'
import { leave } from '#platform/panel/leaving.ts'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { checkMethod } from '../check-method.ts'
import type { MethodData, PanelMethod, PanelMethods, PaymentMethod } from '../contract.ts'
import { FORM_RULES } from '../method-forms.ts'
import type { MethodForm } from '../methods.ts'
import { AlteredDecision, ChangedMeanwhile } from './altered-decision.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { draftOf, firstDraft, type MethodDraft, sameDraft } from './method-draft.ts'
import { MethodFields } from './method-fields.tsx'
import './methods.css'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { paymentRows } from '../payment-rows.ts'
import { useDeleteMethod } from './methods-query.ts'

const AMOUNTS: Record<PaymentMethod['moneda'], string> = {
  VES: 'Bs.\u00a06.714,24',
  USD: '$10,00',
  COP: 'COP\u00a08.000,00',
}

type Props = { list: PanelMethods } & (
  | { method: PanelMethod; form?: never; onBack?: never }
  | { method?: never; form: MethodForm; onBack: () => void }
)

/** One account: its form, how the buyer sees it, and the dialog that changes it for good. */
export function MethodEditor({ method, form = method?.forma ?? 'pago_movil', list, onBack }: Props) {
  // What the owner saw when he began: a change of somebody else meanwhile is told, never overwritten.
  const [base, setBase] = useState(method ?? null)
  const [draft, setDraft] = useState<MethodDraft>(() => firstDraft(base, form))
  const [asked, setAsked] = useState(false)
  const [saved, setSaved] = useState(false)
  const [, navigate] = useLocation()
  const { problems, missing, data } = checkMethod(form, draft)
  const wrong = { ...(draft.paginas.length > 0 ? missing : {}), ...problems }
  const [shown, setShown] = useState<Partial<Record<keyof MethodData, string>>>({})
  const dirty = !sameDraft(draft, draftOf(base, form))
  // A kind that nobody filled in yet begins with its usual pages: that is nothing of the owner's to lose.
  const typed = !sameDraft(draft, firstDraft(base, form))
  const moved = method && base && method.version !== base.version ? method : null

  function change(changes: Partial<MethodDraft>) {
    setDraft({ ...draft, ...changes })
    setSaved(false)
    setShown((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changes))))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setShown(wrong)
    const [first] = Object.keys(wrong)
    if (first === undefined) setAsked(true)
    else (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  const title = base?.titulo ?? FORM_RULES[form].name
  return (
    <div className="money">
      <header className="editor-head">
        {onBack ? (
          <button type="button" className="icon-button" aria-label="Volver a los tipos" onClick={() => leave(onBack)}>
            <Icon name="back" />
          </button>
        ) : (
          <Link href="/cobros" className="icon-button" aria-label="Volver a los métodos">
            <Icon name="back" />
          </Link>
        )}
        <div>
          <h2>{base ? title : `${title}, otra cuenta`}</h2>
          {base?.cambiado_en ? (
            <p className="faint small">
              Último cambio: {base.cambiado_por}, {formatMoment(base.cambiado_en)}
            </p>
          ) : null}
        </div>
        {base ? <DeleteMethod method={base} onDeleted={() => navigate('/cobros')} /> : null}
      </header>
      {moved && base ? (
        <ChangedMeanwhile
          before={base}
          now={moved}
          onTheirs={() => {
            setBase(moved)
            setDraft(draftOf(moved, form))
          }}
          onMine={() => setBase(moved)}
        />
      ) : null}
      {base?.alterado && !moved ? (
        <AlteredDecision
          method={base}
          onRestore={(recorded) => {
            setDraft({ ...recorded, precio_por_boleto: recorded.precio_por_boleto ?? '' })
            setAsked(true)
          }}
          onConfirm={() => setAsked(true)}
        />
      ) : null}
      <div className="editor">
        <form className="editor-form" noValidate onSubmit={submit} aria-label={title}>
          <MethodFields form={form} draft={draft} problems={shown} onChange={change} />
          {Object.keys(shown).length > 0 ? <FieldProblem>Revisa lo marcado para seguir.</FieldProblem> : null}
          <div className="editor-foot">
            <p className="faint small" aria-live="polite" id="editor-why">
              {saved ? 'Guardado. Los compradores ya lo ven así.' : dirty ? '' : 'Cambia algo para guardar.'}
            </p>
            <button
              type="submit"
              className="button button-main"
              aria-describedby="editor-why"
              disabled={!dirty || moved !== null}
            >
              Revisar el cambio
            </button>
          </div>
        </form>
        <MethodPreview method={{ ...data, tipo: FORM_RULES[form].tipo, moneda: FORM_RULES[form].moneda }} />
      </div>
      {asked ? (
        <ChangeDialog
          base={base}
          form={form}
          data={data}
          paginas={draft.paginas}
          list={list}
          onClose={() => setAsked(false)}
          onSaved={(fresh) => {
            setAsked(false)
            if (base === null) return navigate('/cobros')
            const now = fresh.metodos.find(({ id }) => id === base.id)
            if (!now) return
            setBase(now)
            setDraft(draftOf(now, form))
            setSaved(true)
          }}
          onRefused={(error) => {
            const { code, fields } = readFailure(error)
            const campos = fields as Partial<Record<keyof MethodData, string>>
            if (code === 'VERSION_VIEJA') setAsked(false)
            if (Object.keys(campos).some((field) => field !== 'codigo' && field !== 'motivo')) {
              setShown(campos)
              setAsked(false)
            }
          }}
        />
      ) : null}
      {/* What one types of an account is kept nowhere. */}
      <LeaveGuard dirty={typed} kept={false} onDiscard={() => undefined} />
    </div>
  )
}

type Shown = MethodData & Pick<PaymentMethod, 'tipo' | 'moneda'>

/** The rows that the buyer reads and copies from, as they will be. */
function MethodPreview({ method }: { method: Shown }) {
  const rows = paymentRows(method)
  return (
    <section className="preview" aria-label="Así lo ve quien compra">
      <h3>Así lo ve quien compra</h3>
      <div className="preview-card">
        <p className="faint small">Paga por {method.titulo || '…'}, exactamente</p>
        <p className="preview-amount">{AMOUNTS[method.moneda]}</p>
        {rows.length === 0 ? <p className="faint">Escribe los datos y aparecen aquí.</p> : null}
        <dl>
          {rows.map(({ label, shown, copied }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {shown}
                {copied === shown ? null : <span className="faint small">se copia {copied}</span>}
              </dd>
            </div>
          ))}
        </dl>
        {method.instrucciones === '' ? null : <p className="preview-notes">{method.instrucciones}</p>}
      </div>
      <p className="faint small">El monto es un ejemplo de 2 boletos.</p>
    </section>
  )
}

/** Offered for what can be deleted only; asks once. */
function DeleteMethod({ method, onDeleted }: { method: PanelMethod; onDeleted: () => void }) {
  const [asked, setAsked] = useState(false)
  const removal = useDeleteMethod()
  if (!method.borrable) return null
  const failure = removal.error ? readFailure(removal.error) : null
  return (
    <>
      <button type="button" className="button button-bad" onClick={() => setAsked(true)}>
        Borrar
      </button>
      {asked ? (
        <Dialog label={`Borrar ${method.titulo}`} onClose={() => setAsked(false)}>
          <div className="dialog-body">
            <div>
              <h2>¿Borrar {method.titulo}?</h2>
              <p className="soft">
                Sus datos desaparecen de la lista. Las compras que lo usaron no cambian y el diario guarda cómo era.
              </p>
            </div>
            {failure ? (
              <FieldProblem>
                <span>
                  {failure.title}. {failure.details}
                </span>
              </FieldProblem>
            ) : null}
            <div className="dialog-actions">
              <button type="button" className="button" onClick={() => setAsked(false)}>
                Conservar
              </button>
              <button
                type="button"
                className="button button-bad-full"
                aria-busy={removal.isPending}
                disabled={removal.isPending}
                onClick={() => removal.mutate(method, { onSuccess: onDeleted })}
              >
                Borrar
              </button>
            </div>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
