import { ask, queryOf, useDeed } from '#access/panel/ask.ts'
import { mailLeaves, ownersLearn } from '#mail/mail-leaves.ts'
import { Consequences, FreshCodeDialog, useWhy, wantsCode } from '#operators/panel/factor/fresh-code-dialog.tsx'
import { counted } from '#platform/money.ts'
import { AskDialog } from '#platform/panel/parts/ask-dialog.tsx'
import { Compare } from '#platform/panel/parts/compare.tsx'
import type { MethodData, PanelMethod, PanelMethods, SalesPage } from '../contract.ts'
import { FORM_RULES } from '../method-forms.ts'
import { compareMethods } from '../method-lines.ts'
import { accountName, type MethodForm } from '../methods.ts'
import { usePageNames } from './method-fields.tsx'

interface Props {
  /** Null for a new one. */
  base: PanelMethod | null
  form: MethodForm
  data: MethodData
  paginas: SalesPage[]
  list: PanelMethods
  onClose: () => void
  onSaved: (list: PanelMethods) => void
  /** The server did not take it; the dialog shows why unless its owner closes it. */
  onRefused: (error: unknown) => void
}

/** Asks once before buyers pay somewhere else: before and after, affected visitors, notified owners, how to undo it. */
export function ChangeDialog(props: Props) {
  const { base, form, data, paginas, list } = props
  const write = useDeed(
    (codigo: string | undefined) => {
      const motivo = first ? undefined : why.motivo
      const said = { datos: data, paginas, motivo, ...(codigo === undefined ? {} : { codigo }) }
      return base
        ? ask('POST /api/panel/metodos/:id', { params: { id: base.id }, body: { version: base.version, ...said } })
        : ask('POST /api/panel/metodos', { body: { forma: form, codigo: '', ...said } })
    },
    { shows: queryOf('GET /api/panel/metodos'), refreshes: ['GET /api/panel/metodos/alterados'] },
  )
  // Before anybody could pay anywhere there is nothing to explain.
  const first = list.metodos.every(({ paginas }) => paginas.length === 0)
  const after = { ...data, tipo: FORM_RULES[form].tipo, paginas }
  const lines = compareMethods(base, after, usePageNames())
  const why = useWhy(base && onlyClosing(base, lines, paginas) ? 'Ya no cobramos aquí' : '')
  const missing = first ? undefined : why.missing

  async function save(codigo?: string) {
    try {
      props.onSaved(await write.mutateAsync(codigo))
    } catch (error) {
      props.onRefused(error)
      throw error
    }
  }

  if (base && onlyClosing(base, lines, paginas) && !(write.error && wantsCode(write.error))) {
    const title = accountName(base)
    const off = paginas.length === 0
    return (
      <AskDialog
        label={`Apagar ${title}`}
        title={off ? `Apagar ${title}` : `Quitar ${title} de una página`}
        lead="Los compradores dejan de verlo, y a quien ya está pagando le decimos que elija otro método. Sus datos se guardan."
        deed={write}
        leave="Dejar como está"
        action={off ? 'Dejar de cobrar aquí' : 'Quitar'}
        why={missing ?? ''}
        onConfirm={() => void save().catch(() => undefined)}
        onClose={props.onClose}
      >
        {why.field}
      </AskDialog>
    )
  }
  return (
    <FreshCodeDialog
      wide
      title={base ? `Cambiar dónde te pagan por ${accountName(base)}` : `Agregar ${accountName(after)}`}
      lead={
        paginas.length > 0
          ? 'Desde que confirmes, cada comprador nuevo verá estos datos.'
          : 'Queda apagado: ningún comprador lo ve todavía.'
      }
      action={base ? 'Cambiar dónde te pagan' : 'Agregar'}
      blocked={missing}
      onConfirm={save}
      onClose={props.onClose}
    >
      <Compare lines={lines} names={['Ahora', 'Después']} />
      <Consequences
        of={[
          base !== null && base.paginas.length > 0 && ['clock', payingNow(list.pagando)],
          ['mail', toldTo(list.avisados)],
          ['undo', 'Queda en el diario con tu nombre. Se deshace igual: con otro código y los datos de antes.'],
        ]}
      />
      {first ? null : why.field}
    </FreshCodeDialog>
  )
}

/** Pages are taken away and nothing else changes: no code, so that a lost account is closed immediately. */
function onlyClosing(base: PanelMethod, lines: ReturnType<typeof compareMethods>, paginas: SalesPage[]): boolean {
  return (
    base.alterado === null &&
    paginas.length < base.paginas.length &&
    paginas.every((page) => base.paginas.includes(page)) &&
    lines.every(({ label, changed }) => !changed || label === 'Páginas')
  )
}

function payingNow(pagando: number) {
  if (pagando === 0) return 'Nadie está pagando ahora mismo.'
  return (
    <>
      <strong>{counted(pagando, 'comprador está pagando ahora', 'compradores están pagando ahora')}</strong> y puede
      tener a la vista los datos de antes. Sus 10 minutos siguen valiendo: revisa también la cuenta anterior.
    </>
  )
}

function toldTo(names: readonly string[]): string {
  if (!mailLeaves()) return ownersLearn()
  const all = names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} y ${names.at(-1)}`
  return `${all} ${names.length === 1 ? 'recibe' : 'reciben'} un correo con este cambio.`
}
