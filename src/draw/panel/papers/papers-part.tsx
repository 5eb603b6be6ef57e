import { useQueryClient } from '@tanstack/react-query'
import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { problemsOf } from '#platform/bare-message.ts'
import { ChangedMeanwhile, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Field } from '#platform/panel/parts/field.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { FormSection } from '#raffles/panel/editor/raffle-field.tsx'
import { type PanelPapers, type PapersFields, papersFields } from '../../contract.ts'
import { PictureField } from '../pictures/picture-field.tsx'
import { sendPicture } from '../rule/rule-deeds.ts'

/** The permit of a raffle and where its draw is shown live, within the raffle's form; kept by itself. */
export function PapersPart({ id, canEdit }: { id: number; canEdit: boolean }) {
  const papers = useAsk('GET /api/panel/rifas/:id/papeles', { params: { id } })
  return (
    <FormSection id="el-permiso" title="Permiso y transmisión">
      {papers.data ? (
        <PapersForm id={id} kept={papers.data} canEdit={canEdit} />
      ) : (
        <Waiting query={papers} label="Cargando el permiso" />
      )}
    </FormSection>
  )
}

function PapersForm({ id, kept, canEdit }: { id: number; kept: PanelPapers; canEdit: boolean }) {
  const client = useQueryClient()
  const params = { id }
  const shows = queryOf('GET /api/panel/rifas/:id/papeles', { params })
  const save = useDeed('PUT /api/panel/rifas/:id/papeles', { shows, refreshes: ['GET /api/panel/rifas/:id'] })
  const form = useForm({
    saved: kept.papeles,
    version: kept.version,
    draftOf: (papeles) => papeles,
    check: (papeles) => problemsOf(papersFields.safeParse(papeles)),
    keep: canEdit ? { name: `panel-permiso:${id}`, base: papersFields } : undefined,
    onChange: save.reset,
  })
  const field = (
    name: Exclude<keyof PapersFields, 'permiso_imagen'>,
    label: string,
    more: { type?: string; hint?: string } = {},
  ) => <Field label={label} {...form.field(name)} {...more} readOnly={!canEdit} />
  return (
    <form
      className="stack gap-4"
      noValidate
      aria-label="Permiso y transmisión"
      onSubmit={form.submit(() =>
        save.mutate(
          { params, body: { version: Number(form.version), papeles: form.draft } },
          { onSuccess: ({ papeles, version }) => form.begin(papeles, version), onError: form.refused },
        ),
      )}
    >
      {form.moved ? <ChangedMeanwhile title="Otra persona cambió el permiso mientras escribías" form={form} /> : null}
      <div className="pair pair-stacks">
        {field('permiso_numero', 'Número del permiso')}
        {field('permiso_emisor', 'Quién lo dio', { hint: 'Como CONALOT o la lotería de tu estado.' })}
        {field('permiso_desde', 'Válido desde', { type: 'date' })}
        {field('permiso_hasta', 'Hasta', { type: 'date' })}
      </div>
      {field('permiso_enlace', 'Enlace al permiso', {
        type: 'url',
        hint: 'Donde cualquiera lo ve. Sale en la página.',
      })}
      {canEdit || form.draft.permiso_imagen !== null ? (
        <PictureField
          label="Foto del permiso"
          alt="Foto del permiso"
          most={1}
          fixed={!canEdit}
          pictures={kept.fotos.filter(({ sha256 }) => sha256 === form.draft.permiso_imagen)}
          hint="Sale en la página. Tapa antes lo que no quieras mostrar."
          upload={(file) => sendPicture(client, id, file)}
          onChange={(chosen) => form.change({ permiso_imagen: chosen.at(-1)?.sha256 ?? null })}
        />
      ) : null}
      {field('en_vivo', 'Transmisión del sorteo', {
        type: 'url',
        hint: 'El enlace de Instagram, YouTube o TikTok. Sale en la página antes del sorteo y mientras dura.',
      })}
      {canEdit ? (
        <SaveBar
          className="form-foot"
          form={form}
          save={save}
          unsaved="Cambios sin guardar."
          done="Guardado. La página ya lo muestra."
          rest=""
          action="Anotar el permiso"
        />
      ) : null}
    </form>
  )
}
