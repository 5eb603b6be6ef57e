import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ask } from '#access/panel/ask.ts'
import { PAGE_PATHS } from '#payment-methods/method-lines.ts'
import { useWide } from '#platform/panel/device.ts'
import { ChangedMeanwhile, RestoredNotice, SaveBar, unsavedChanges } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Dialog } from '#platform/panel/parts/dialog.tsx'
import { BackLink, Icon } from '#platform/panel/parts/icon.tsx'
import { StockBar } from '#platform/panel/parts/stock-bar.tsx'
import { lockAll, lockedFields, lockedRandom } from '../../locked-fields.ts'
import type { PanelRaffle, RaffleSave } from '../../panel-contract.ts'
import { changesOf, draftOf, readDraft } from '../../raffle-draft.ts'
import { FIELD_NAMES, RAFFLE_FIELDS, type RaffleFields, raffleFields } from '../../raffle-fields.ts'
import { ownPath } from '../../raffle-path.ts'
import { RaffleImages } from '../images/raffle-images.tsx'
import { imagesOf } from '../images/use-uploads.ts'
import { RaffleStateMark } from '../raffle-state-mark.tsx'
import { useRaffleDeed } from '../use-raffle-deed.ts'
import { BuyingPart, GuardPart, PricePart, priceLines, ShownPart } from './form-parts.tsx'
import { WaitingRestored } from './go-on.tsx'
import { PagesPart } from './pages-part.tsx'
import { RafflePreview } from './preview.tsx'
import { JustPublished, PriceDialog, type Publishing } from './publish-dialog.tsx'
import type { FormPart, RaffleForm } from './raffle-field.tsx'
import { SaleActions } from './sale-actions.tsx'

interface Props {
  raffle: PanelRaffle
  canEdit: boolean
  /** The rule that decides its winners, which is saved by itself. */
  draw: ReactNode
  /** Dialog before it is published. */
  publish: (publishing: Publishing) => ReactNode
}

/** The pictures and the actions save themselves, with dialogs of their own: they are outside of the form. */
const FORM = 'rifa-campos'

const PARTS: readonly [id: string, name: string][] = [
  ['imagenes', 'Imágenes'],
  ['lo-que-se-ve', 'Lo que se ve'],
  ['precio-y-boletos', 'Precio y boletos'],
  ['como-se-compra', 'Cómo se compra'],
  ['proteccion', 'Protección'],
  ['el-sorteo', 'El sorteo'],
  ['el-permiso', 'Permiso'],
  ['donde-se-ve', 'Dónde se ve'],
  ['la-venta', 'La venta'],
]

/** One raffle: its form, its page as visitors will see it, and its actions. */
export function RaffleEditor({ raffle, canEdit, draw, publish }: Props) {
  const save = useRaffleDeed(raffle.id)
  const send = (body: RaffleSave) => ask('POST /api/panel/rifas/:id', { params: { id: raffle.id }, body })
  const form = useForm({
    saved: raffle.campos,
    version: raffle.version,
    draftOf,
    check: (draft) => readDraft(draft).problems,
    keep: canEdit ? { name: `panel-rifa:${raffle.id}`, base: raffleFields } : undefined,
    onChange: save.reset,
  })
  const wide = useWide()
  const [asked, setAsked] = useState<'vista' | 'precio' | 'publicar' | null>(null)
  const [published, setPublished] = useState(false)
  const close = () => setAsked(null)
  const changes = changesOf(form.saved, form.draft)
  const prices = priceLines(form.saved, changes)
  const locks = canEdit
    ? lockedFields({ ...raffle, registro_unico: raffle.campos.registro_unico }, raffle.ventas)
    : lockAll('Solo un dueño la cambia.')
  const part: FormPart = { form, locks }
  const body = { version: Number(form.version), campos: changes }
  const begin = ({ campos, version }: PanelRaffle) => form.begin(campos, version)

  const pictures = useQuery(imagesOf(raffle.id))
  const preview = pictures.isPending ? null : (
    <RafflePreview
      raffleId={raffle.id}
      changes={changes}
      stamp={JSON.stringify([raffle.version, raffle.estado, raffle.imagen?.id, pictures.data])}
      page={raffle.paginas[0] ?? 'A'}
    />
  )

  return (
    <div className="raffle-editor page page-barred">
      <EditorHead raffle={raffle} />
      <nav className="raffle-parts unseen" aria-label="Partes">
        {PARTS.map(([id, name]) => (
          <a key={id} href={`#${id}`}>
            {name}
          </a>
        ))}
      </nav>
      <div className="raffle-form shrinks stack from-top gap-6">
        {canEdit ? null : (
          <div className="notice">
            <Icon name="lock" />
            <p>Puedes ver esta rifa. Solo un dueño la cambia.</p>
          </div>
        )}
        <WaitingRestored raffle={raffle} canEdit={canEdit} />
        <Told raffle={raffle} form={form} published={published} />
        <div className="raffle-part pad-end-6 line-below stack gap-4" id="imagenes">
          <RaffleImages raffleId={raffle.id} readOnly={!canEdit || raffle.archivada} />
        </div>
        <form
          id={FORM}
          className="shrinks stack from-top gap-6"
          noValidate
          aria-label={`Rifa ${raffle.titulo}`}
          onSubmit={form.submit(() => {
            if (prices.length > 0 && (raffle.estado === 'publicada' || raffle.estado === 'pausada')) setAsked('precio')
            else save.mutate(() => send(body), { onSuccess: begin, onError: form.refused })
          })}
        >
          <ShownPart part={part} />
          <PricePart part={part} sold={raffle.ventas.en_revision + raffle.ventas.confirmados > 0} />
          <BuyingPart part={part} random={lockedRandom(raffle.ventas)} />
          <GuardPart part={part} />
        </form>
        {draw}
        <PagesPart raffle={raffle} readOnly={!canEdit} />
        {canEdit ? <SaleActions raffle={raffle} /> : null}
        <RaffleBar
          raffle={raffle}
          canEdit={canEdit}
          form={form}
          count={Object.keys({ ...changes, ...readDraft(form.draft).problems }).length}
          save={save}
          onLook={wide ? null : () => setAsked('vista')}
          onPublish={() => setAsked('publicar')}
        />
      </div>
      {wide ? (
        <aside className="beside self-start" aria-label="Vista previa">
          {preview}
        </aside>
      ) : null}
      {asked === 'vista' && !wide ? (
        <Dialog label="Vista previa" className="dialog raffle-preview-sheet pad-4" onClose={close}>
          {preview}
          <Button text="Volver a editar" className="btn-wide" onClick={close} />
        </Dialog>
      ) : null}
      {asked === 'precio' ? (
        <PriceDialog
          title={`Cambiar lo que se paga en ${raffle.titulo}`}
          action="Cambiar lo que se paga"
          lines={prices}
          onConfirm={async (given) => {
            begin(await save.mutateAsync(() => send({ ...body, ...given })))
            close()
          }}
          onClose={close}
        />
      ) : null}
      {asked === 'publicar'
        ? publish({
            raffle,
            onClose: close,
            onPublished: () => {
              close()
              setPublished(true)
            },
          })
        : null}
      <LeaveGuard dirty={form.dirty && canEdit} onDiscard={form.begin} />
    </div>
  )
}

/** State of the raffle, and its one next step. Changes of a raffle on sale are public: the button shows that. */
function RaffleBar(props: {
  raffle: PanelRaffle
  canEdit: boolean
  form: RaffleForm
  /** Changed fields, and those that cannot be read. */
  count: number
  save: ReturnType<typeof useRaffleDeed>
  /** Opens the preview, if it is not next to the form. */
  onLook: (() => void) | null
  onPublish: () => void
}) {
  const { raffle, form, count, onLook } = props
  const look = onLook ? (
    <Button icon="phone" onClick={onLook}>
      Vista<span className="sr"> previa</span>
    </Button>
  ) : null
  if (!props.canEdit) return <div className="save-bar save-bar-lined">{look}</div>
  const publishes = raffle.estado === 'borrador' && !raffle.archivada && !form.dirty
  const publish = <Button look="go" text="Publicar" onClick={props.onPublish} />
  return (
    <SaveBar
      className="save-bar save-bar-lined"
      of={FORM}
      form={form}
      save={props.save}
      unsaved={unsavedChanges(count)}
      offline="Sin conexión. Lo que escribiste queda en este navegador."
      done={
        raffle.estado === 'borrador'
          ? 'Guardado. Nadie la ve hasta que la publiques.'
          : 'Guardado. Las páginas ya lo muestran.'
      }
      rest="Todo está guardado."
      action={
        raffle.estado !== 'publicada' || count === 0
          ? 'Guardar'
          : count === 1
            ? 'Publicar 1 cambio'
            : `Publicar ${count} cambios`
      }
      instead={publishes ? publish : undefined}
    >
      {look}
    </SaveBar>
  )
}

function EditorHead({ raffle }: { raffle: PanelRaffle }) {
  return (
    <header className="raffle-head row-top wrap gap-3">
      <BackLink to="/rifas" label="Volver a las rifas" />
      <div className="stack gap-1 grow">
        <h2>{raffle.titulo}</h2>
        <p className="raffle-row-facts flow wrap compact soft">
          <RaffleStateMark estado={raffle.estado} />
          <span>
            {raffle.archivada
              ? 'Archivada'
              : [ownPath(raffle.id), ...raffle.paginas.map((page) => PAGE_PATHS[page])].join(' · ')}
          </span>
        </p>
      </div>
      {raffle.estado === 'borrador' ? null : <StockBar shares={raffle.ventas} total={raffle.total_numeros} />}
    </header>
  )
}

/** News since the last visit, or of this moment. */
function Told({ raffle, form, published }: { raffle: PanelRaffle; form: RaffleForm; published: boolean }) {
  if (form.moved) {
    return (
      <ChangedMeanwhile
        title="La rifa cambió desde que abriste esto"
        lines={changedLines(form.saved, raffle.campos)}
        form={form}
      />
    )
  }
  if (form.restored) {
    return <RestoredNotice onDiscard={form.begin}>Sigue donde ibas, o vuelve a lo guardado.</RestoredNotice>
  }
  if (published && raffle.estado === 'publicada') return <JustPublished raffle={raffle} />
  return null
}

function changedLines(one: RaffleFields, other: RaffleFields) {
  const [before, now] = [draftOf(one), draftOf(other)]
  return FIELD_NAMES.filter((field) => before[field] !== now[field]).map((field) => ({
    label: RAFFLE_FIELDS[field].label,
    before: tell(before[field]),
    after: tell(now[field]),
    changed: true,
  }))
}

function tell(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  const text = value.replace(/<[^>]*>/g, ' ').trim()
  return text.length > 160 ? `${text.slice(0, 160)}…` : text
}
