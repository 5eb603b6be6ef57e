import { useState } from 'react'
import { useLocation } from 'wouter'
import type { z } from 'zod'
import { queryOf, useDeed } from '#access/panel/ask.ts'
import { readFailure } from '#platform/panel/api.ts'
import { ChangedMeanwhile } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard, leave } from '#platform/panel/form/leave-guard.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { AskButton, Button } from '#platform/panel/parts/button.tsx'
import { FieldProblem } from '#platform/panel/parts/field.tsx'
import { BackLink, IconButton } from '#platform/panel/parts/icon.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import { checkMethod } from '../check-method.ts'
import {
  keptData,
  type MethodData,
  NO_DATA,
  type PanelMethod,
  type PanelMethods,
  type PaymentMethod,
  type recordedMethod,
  salesPage,
} from '../contract.ts'
import { FORM_NAMES, FORM_RULES, FORM_TITLES } from '../method-forms.ts'
import { compareMethods } from '../method-lines.ts'
import { accountName, type MethodForm } from '../methods.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { type MethodDraft, MethodFields, usePageNames } from './method-fields.tsx'
import './methods.css'
import { Compare } from '#platform/panel/parts/compare.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { paymentRows } from '../payment-rows.ts'

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
  // The method as the owner first saw it: another person's change meanwhile is shown, never overwritten.
  const edit = useForm<PanelMethod | null, MethodDraft>({
    saved: method ?? null,
    version: method?.version ?? 0,
    draftOf: (saved) => draftOf(saved, form),
    first: firstDraft(method ?? null, form),
    check({ paginas, ...typed }) {
      const { problems, missing } = checkMethod(form, typed)
      return { ...(paginas.length > 0 ? missing : {}), ...problems }
    },
    onChange: () => setSaved(false),
  })
  const [asked, setAsked] = useState<'change' | 'stop' | null>(null)
  const [saved, setSaved] = useState(false)
  const [, navigate] = useLocation()
  const { saved: base, draft } = edit
  const names = usePageNames()
  const { data } = checkMethod(form, draft)

  const title = base ? accountName(base) : FORM_NAMES[form]
  return (
    <div className="page">
      <header className="editor-head back-head row wrap">
        {onBack ? (
          <IconButton icon="back" label="Volver a los tipos" onClick={() => leave(onBack)} />
        ) : (
          <BackLink to="/cobros" label="Volver a los métodos" />
        )}
        <div>
          <h2 className="heading">{base ? title : `${title}, otra cuenta`}</h2>
          {base?.cambiado_en ? (
            <p className="faint small">
              Último cambio: {base.cambiado_por}, {formatMoment(base.cambiado_en)}
            </p>
          ) : null}
        </div>
        {base && base.paginas.length > 0 ? (
          <Button look="bad" text="Dejar de cobrar aquí" onClick={() => setAsked('stop')} />
        ) : null}
        {base ? <DeleteMethod method={base} onDeleted={() => navigate('/cobros')} /> : null}
      </header>
      {edit.moved && base && method ? (
        <ChangedMeanwhile
          title={`${method.cambiado_por || 'Otra persona'} lo cambió mientras editabas`}
          lines={compareMethods(base, method, names).filter(({ changed }) => changed)}
          since="Cuando abriste"
          form={edit}
        />
      ) : null}
      {base?.alterado && !edit.moved ? (
        <AlteredDecision
          method={base}
          onRestore={(recorded) => {
            edit.change({ ...recorded, precio_por_boleto: recorded.precio_por_boleto ?? '' })
            setAsked('change')
          }}
          onConfirm={() => setAsked('change')}
        />
      ) : null}
      <div className="columns gap-8 high">
        <form className="stack gap-4" noValidate onSubmit={edit.submit(() => setAsked('change'))} aria-label={title}>
          <MethodFields form={form} edit={edit} />
          {edit.wrong ? <FieldProblem>Revisa lo marcado para seguir.</FieldProblem> : null}
          <div className="form-foot">
            <p className="faint small" aria-live="polite" id="editor-why">
              {saved
                ? savedText(draft.paginas.map((page) => names[page]))
                : edit.dirty
                  ? ''
                  : 'Cambia algo para guardar.'}
            </p>
            <Button
              look="go"
              text="Revisar el cambio"
              type="submit"
              aria-describedby="editor-why"
              disabled={!edit.dirty || edit.moved}
            />
          </div>
        </form>
        <MethodPreview method={{ ...data, tipo: FORM_RULES[form].tipo, moneda: FORM_RULES[form].moneda }} />
      </div>
      {asked ? (
        <ChangeDialog
          base={base}
          form={form}
          // Stopped with its stored data, not with those being typed.
          data={asked === 'stop' && base ? keptData.parse(base) : data}
          paginas={asked === 'stop' ? [] : draft.paginas}
          list={list}
          onClose={() => setAsked(null)}
          onSaved={(fresh) => {
            setAsked(null)
            if (base === null) return navigate('/cobros')
            const now = fresh.metodos.find(({ id }) => id === base.id)
            if (!now) return
            edit.begin(now, now.version)
            setSaved(true)
          }}
          onRefused={(error) => {
            const { code, fields } = readFailure(error)
            if (code === 'VERSION_VIEJA') setAsked(null)
            if (Object.keys(fields).some((field) => field !== 'codigo' && field !== 'motivo')) {
              edit.refused(error)
              setAsked(null)
            }
          }}
        />
      ) : null}
      {/* Typed account data are kept nowhere. */}
      <LeaveGuard dirty={edit.typed} kept={false} onDiscard={() => undefined} />
    </div>
  )
}

/** Says which buyers see it now, by their raffles' names. */
function savedText(where: readonly string[]): string {
  if (where.length === 0) return 'Guardado. Está apagado: nadie lo ve.'
  // Before there is a raffle nobody does.
  if (where.every((name) => name.startsWith('/'))) return 'Guardado. Así lo verán tus compradores.'
  return `Guardado. Ya lo ven así los compradores de ${where.join(' y ')}.`
}

type Shown = MethodData & Pick<PaymentMethod, 'tipo' | 'moneda'>

/** The rows that the buyer reads and copies from, as they will be. */
function MethodPreview({ method }: { method: Shown }) {
  const rows = paymentRows(method)
  return (
    <section className="beside stack gap-3" aria-label="Así lo ve quien compra">
      <h3>Así lo ve quien compra</h3>
      <div className="round-3 ground edge-strong pad-5">
        <p className="faint small">Paga por {method.titulo || '…'}, exactamente</p>
        <p className="above-2 title strong">{AMOUNTS[method.moneda]}</p>
        {rows.length === 0 ? <p className="faint">Escribe los datos y aparecen aquí.</p> : null}
        <dl>
          {rows.map(({ label, shown, copied }) => (
            <div key={label} className="grid gap-hair pad-y-3 line-above">
              <dt className="small faint">{label}</dt>
              <dd className="flow gap-x-3 wrap apart subheading baseline">
                {shown}
                {copied === shown ? null : <span className="faint small">se copia {copied}</span>}
              </dd>
            </div>
          ))}
        </dl>
        {method.instrucciones === '' ? null : (
          <p className="pad-start-3 lines-kept soft line-above">{method.instrucciones}</p>
        )}
      </div>
      <p className="faint small">El monto es un ejemplo de 2 boletos.</p>
    </section>
  )
}

/** Offered only for methods that can be deleted; asks once. */
function DeleteMethod({ method, onDeleted }: { method: PanelMethod; onDeleted: () => void }) {
  const removal = useDeed('DELETE /api/panel/metodos/:id', {
    shows: queryOf('GET /api/panel/metodos'),
    refreshes: ['GET /api/panel/metodos/alterados'],
    done: onDeleted,
  })
  if (!method.borrable) return null
  return (
    <AskButton
      look="bad"
      text="Borrar"
      ask={(close) => (
        <AskDialog
          label={`Borrar ${accountName(method)}`}
          title={`¿Borrar ${accountName(method)}?`}
          lead="Sus datos desaparecen de la lista. Las compras que lo usaron no cambian y el diario guarda cómo era."
          deed={removal}
          leave="Conservar"
          action="Borrar"
          danger
          onConfirm={() => removal.mutate({ params: { id: method.id }, body: { version: method.version } })}
          onClose={close}
        />
      )}
    />
  )
}

/** The form of a method as it is, or an empty one of that kind. */
function draftOf(method: PanelMethod | null, form: MethodForm): MethodDraft {
  return {
    ...NO_DATA,
    titulo: FORM_TITLES[form],
    ...(method && keptData.parse(method)),
    precio_por_boleto: method?.precio_por_boleto?.replace(/\.00$/, '').replace('.', ',') ?? '',
    paginas: method?.paginas ?? [],
  }
}

/** First values of a method's form: one that nobody has filled in yet is offered everywhere. */
function firstDraft(method: PanelMethod | null, form: MethodForm): MethodDraft {
  const draft = draftOf(method, form)
  const filled = method !== null && (method.cambiado_en !== null || method.paginas.length > 0)
  return filled ? draft : { ...draft, paginas: [...salesPage.options] }
}

/** The row differs from the journal: its state by the journal, its current one, and both ways out. */
function AlteredDecision(props: {
  method: PanelMethod
  onRestore: (recorded: z.infer<typeof recordedMethod>) => void
  onConfirm: () => void
}) {
  const { method } = props
  const names = usePageNames()
  const recorded = method.alterado?.anotado ?? null
  return (
    <div className="notice notice-grave altered" role="alert">
      <VerdictShape level="grave" word={false} />
      <div>
        <strong>Cambió fuera del panel</strong>
        <p className="small">
          {recorded
            ? 'Alguien cambió la base de datos. Tus compradores ven «Lo que hay».'
            : 'El diario no sabe de esta cuenta: alguien la agregó en la base de datos.'}
        </p>
        <Compare
          lines={compareMethods(recorded && { ...recorded, tipo: method.tipo }, method, names)}
          names={['Anotado en el diario', 'Lo que hay']}
        />
        <div className="thumbs flow wrap">
          {recorded ? (
            <Button look="go" icon="undo" text="Restaurar lo anotado" onClick={() => props.onRestore(recorded)} />
          ) : null}
          <Button text="El cambio es mío" onClick={props.onConfirm} />
        </div>
      </div>
    </div>
  )
}
