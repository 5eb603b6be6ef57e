import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { bareMessage } from '#platform/bare-message.ts'
import { readFailure } from '#platform/panel/api.ts'
import { LeaveGuard } from '#platform/panel/leave-guard.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { Icon } from '#platform/panel/parts/icon.tsx'
import { RestoredNotice } from '#platform/panel/parts/restored.tsx'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { useWide } from '#platform/panel/wide.ts'
import type { RaffleField } from '../../contract.ts'
import type { PanelRaffle } from '../../panel-contract.ts'
import { FIELD_LABELS, type RaffleProblems } from '../../raffle-draft.ts'
import { type Locks, lockedFields, lockedRandom } from '../../raffle-locks.ts'
import { RaffleStateMark } from '../raffle-state-mark.tsx'
import { useSaveRaffle } from '../raffles-query.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { BuyingPart, GuardPart, PricePart, priceLines, ShownPart } from './form-parts.tsx'
import { PagesPart } from './pages-part.tsx'
import { RafflePreview } from './preview.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import type { FormPart } from './raffle-field.tsx'
import { SaleActions } from './sale-actions.tsx'
import { SaveBar } from './save-bar.tsx'
import { type RaffleEditing, useRaffleDraft } from './use-raffle-draft.ts'

interface Props {
  raffle: PanelRaffle
  canEdit: boolean
  /** Its pictures, which are kept by themselves. */
  pictures: ReactNode
  /** Another number when what visitors see of them is another. */
  picturesSeen: number
}

/** The pictures and the deeds keep themselves, with dialogs of their own: they stand beside the form, not in it. */
const FORM = 'rifa-campos'

const PARTS: readonly [id: string, name: string][] = [
  ['imagenes', 'Imágenes'],
  ['lo-que-se-ve', 'Lo que se ve'],
  ['precio-y-boletos', 'Precio y boletos'],
  ['como-se-compra', 'Cómo se compra'],
  ['proteccion', 'Protección'],
  ['donde-se-ve', 'Dónde se ve'],
  ['la-venta', 'La venta'],
]

/** One raffle: its form, its page as visitors will see it, and what can be done to it. */
export function RaffleEditor({ raffle, canEdit, pictures, picturesSeen }: Props) {
  const editing = useRaffleDraft(raffle, canEdit)
  const wide = useWide()
  const [shown, setShown] = useState<RaffleProblems>({})
  const [looking, setLooking] = useState(false)
  const [publishing, setPublishing] = useState(false)
  const [published, setPublished] = useState(false)
  const [pricing, setPricing] = useState(false)
  const save = useSaveRaffle(raffle.id)
  const locks = locksOf(raffle, canEdit)
  const { draft, base } = editing

  const part: FormPart = {
    draft,
    locks,
    shown,
    change(changed) {
      editing.change(changed)
      save.reset()
      setShown((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changed))))
    },
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!editing.dirty || editing.moved || save.isPending) return
    setShown(editing.problems)
    if (focusFirst(event.currentTarget, editing.problems)) return
    const prices = priceLines(base.campos, editing.changes)
    if (prices.length > 0 && (raffle.estado === 'publicada' || raffle.estado === 'pausada')) return setPricing(true)
    save.mutate(
      { version: base.version, campos: editing.changes },
      {
        onSuccess: editing.begin,
        onError: (error) => {
          const fields = Object.entries(readFailure(error).fields)
          setShown(
            Object.fromEntries(fields.map(([field, text]) => [field.replace(/^campos\./, ''), bareMessage(text)])),
          )
        },
      },
    )
  }

  const preview = (
    <RafflePreview
      raffleId={raffle.id}
      changes={editing.changes}
      stamp={`${raffle.version}:${raffle.estado}:${raffle.imagen?.id ?? ''}:${picturesSeen}`}
      first={raffle.paginas[0] ?? 'A'}
    />
  )

  return (
    <div className="raffle-editor">
      <EditorHead raffle={raffle} />
      <nav className="raffle-parts" aria-label="Partes">
        {PARTS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <div className="raffle-form">
        {canEdit ? null : <ReadOnlyNotice />}
        <Told raffle={raffle} editing={editing} published={published} />
        <div className="raffle-part" id="imagenes">
          {pictures}
        </div>
        <form id={FORM} className="raffle-fields" noValidate onSubmit={submit} aria-label={`Rifa ${raffle.titulo}`}>
          <ShownPart part={part} />
          <PricePart part={part} sold={raffle.ventas.en_revision + raffle.ventas.confirmados > 0} />
          <BuyingPart part={part} random={lockedRandom(raffle.ventas)} />
          <GuardPart part={part} />
        </form>
        <PagesPart raffle={raffle} readOnly={!canEdit} />
        {canEdit ? <SaleActions raffle={raffle} /> : null}
        <SaveBar
          raffle={raffle}
          form={FORM}
          canEdit={canEdit}
          editing={editing}
          problems={shown}
          save={save}
          onLook={wide ? null : () => setLooking(true)}
          onPublish={() => setPublishing(true)}
        />
      </div>
      {wide ? (
        <aside className="raffle-aside" aria-label="Vista previa">
          {preview}
        </aside>
      ) : null}
      {looking && !wide ? (
        <Dialog label="Vista previa" className="dialog preview-sheet" onClose={() => setLooking(false)}>
          {preview}
          <button type="button" className="button button-wide" onClick={() => setLooking(false)}>
            Volver a editar
          </button>
        </Dialog>
      ) : null}
      {pricing ? (
        <PriceDialog
          title={`Cambiar lo que se paga en ${raffle.titulo}`}
          action="Cambiar lo que se paga"
          lines={priceLines(base.campos, editing.changes)}
          onConfirm={async (given) => {
            editing.begin(await save.mutateAsync({ version: base.version, campos: editing.changes, ...given }))
            setPricing(false)
          }}
          onClose={() => setPricing(false)}
        />
      ) : null}
      {publishing ? (
        <PublishDialog
          raffle={raffle}
          onClose={() => setPublishing(false)}
          onPublished={() => {
            setPublishing(false)
            setPublished(true)
          }}
        />
      ) : null}
      <LeaveGuard dirty={editing.dirty && canEdit} onDiscard={() => editing.begin(raffle)} />
    </div>
  )
}

function locksOf(raffle: PanelRaffle, canEdit: boolean): Locks {
  if (canEdit) {
    return lockedFields({ ...raffle, registro_unico: raffle.campos.registro_unico }, raffle.ventas)
  }
  return Object.fromEntries(Object.keys(FIELD_LABELS).map((field) => [field, 'Solo un dueño la cambia.']))
}

function focusFirst(form: HTMLFormElement, problems: RaffleProblems): boolean {
  const first = (Object.keys(FIELD_LABELS) as RaffleField[]).find((field) => problems[field] !== undefined)
  if (first === undefined) return false
  const found = form.elements.namedItem(first)
  ;(found instanceof RadioNodeList ? (found[0] as HTMLElement) : (found as HTMLElement | null))?.focus()
  return true
}

function EditorHead({ raffle }: { raffle: PanelRaffle }) {
  return (
    <header className="raffle-head">
      <Link href="/rifas" className="icon-button" aria-label="Volver a las rifas">
        <Icon name="back" />
      </Link>
      <div className="raffle-head-what">
        <h2>{raffle.titulo}</h2>
        <p className="raffle-row-facts">
          <RaffleStateMark estado={raffle.estado} />
          <span>{raffle.archivada ? 'Archivada' : raffle.paginas.map((page) => PAGE_PATHS[page]).join(' y ')}</span>
        </p>
      </div>
      {raffle.estado === 'borrador' ? null : <StockBar shares={raffle.ventas} total={raffle.total_numeros} />}
    </header>
  )
}

function ReadOnlyNotice() {
  return (
    <div className="notice">
      <Icon name="lock" />
      <p>Puedes ver esta rifa. Solo un dueño la cambia.</p>
    </div>
  )
}

/** What happened while nobody looked, or just now. */
function Told({ raffle, editing, published }: { raffle: PanelRaffle; editing: RaffleEditing; published: boolean }) {
  if (editing.moved) {
    return (
      <ChangedMeanwhile
        before={editing.base.campos}
        now={raffle.campos}
        onTheirs={() => editing.begin(raffle)}
        onMine={editing.rebase}
      />
    )
  }
  if (editing.restored) {
    return (
      <RestoredNotice onDiscard={() => editing.begin(raffle)}>Sigue donde ibas, o vuelve a lo guardado.</RestoredNotice>
    )
  }
  if (published && raffle.estado === 'publicada') {
    const path = PAGE_PATHS[raffle.paginas[0] ?? 'A']
    return (
      <div className="notice notice-bien" role="status">
        <Icon name="check" />
        <p>
          <strong>Está en venta.</strong> Comparte el enlace de {path} y espera el primer reporte en Revisión.
        </p>
        <a className="text-link" href={path} target="_blank" rel="noreferrer">
          Ver la página
        </a>
      </div>
    )
  }
  return null
}
