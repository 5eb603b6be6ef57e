import { queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { problemsOf } from '#platform/bare-message.ts'
import { RestoredNotice, SaveBar, unsavedChanges } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field, TextField } from '#platform/panel/parts/field.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import type { PanelSite } from '../calls.ts'
import { type SiteSettings, siteChanges, siteSettings } from '../contract.ts'
import { PROMISE_NAMES, PROMISES, participationSteps, terms } from '../rules.ts'
import { ClauseList, LinkList } from './clause-list.tsx'
import { LogoField, Part } from './site-fields.tsx'
import './site.css'

type TextName = { [Name in keyof SiteSettings]: SiteSettings[Name] extends string ? Name : never }[keyof SiteSettings]

/** Each is a point of the terms, behind the others. */
const PROMISE_HINTS: Record<keyof typeof PROMISES, string> = {
  devoluciones: 'Cuándo devuelves el dinero y cómo. Vacío, no se muestra.',
  plazo_premios: 'Lo que vale cuando la regla de la rifa no dice otra cosa.',
  reclamos: 'A dónde escribe quien no está conforme: sale también en el pie.',
}

/** Problems of the changes, in words that do not name the field again. */
function check(draft: SiteSettings, saved: SiteSettings) {
  const changes = Object.entries(draft).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof SiteSettings]),
  )
  return problemsOf(siteChanges.safeParse(Object.fromEntries(changes)))
}

/** All settings in one form: only changes are sent, with the values that were seen. */
function SiteForm({ ajustes }: PanelSite) {
  const form = useForm({
    saved: ajustes,
    draftOf: (saved) => saved,
    check,
    keep: { name: 'panel-sitio', base: siteSettings, draft: siteSettings },
  })
  const save = useDeed('POST /api/panel/sitio', {
    shows: queryOf('GET /api/panel/sitio'),
    // The frame of the panel shows the site's name.
    refreshes: ['GET /api/panel/estado'],
  })
  const { saved, draft, problems, change } = form
  const only = (settings: SiteSettings): Partial<SiteSettings> =>
    Object.fromEntries(form.changed.map((name) => [name, settings[name]]))

  const send = () =>
    save.mutate(
      { body: { cambios: only(draft), vistos: only(saved) } },
      { onSuccess: ({ ajustes }) => form.begin(ajustes), onError: form.refused },
    )

  const text = (name: TextName, label: string, more: { hint?: string; inputMode?: 'tel' | 'url' } = {}) => (
    <Field label={label} {...form.field(name)} {...more} />
  )

  return (
    <>
      <form
        className="site page page-barred gap-6"
        noValidate
        onSubmit={form.submit(send)}
        aria-label="Ajustes del sitio"
      >
        {form.restored ? (
          <RestoredNotice onDiscard={form.begin}>Guárdalo, o vuelve a lo guardado.</RestoredNotice>
        ) : null}
        <Part title="Marca" says="Lo primero que ve quien llega de un enlace.">
          {text('nombre', 'Nombre del sitio')}
          <LogoField logo={draft.logo} onChange={(logo) => change({ logo })} />
          <Field
            label="Color de los botones"
            type="color"
            className="input site-color"
            {...form.field('color')}
            hint="La letra del botón y los enlaces se ajustan solos en los dos temas."
          />
        </Part>
        <Part title="Contacto" says="El botón de WhatsApp de la cabecera y los enlaces del pie.">
          {text('whatsapp', 'WhatsApp de soporte', {
            hint: 'Como lo marcas, 0412-1234567, o con el código de otro país. Vacío, el botón no se muestra.',
            inputMode: 'tel',
          })}
          {text('whatsapp_texto', 'Con qué empieza el mensaje', { hint: 'Después va el nombre del sitio.' })}
          <LinkList links={draft.redes} problem={problems.redes} onChange={(redes) => change({ redes })} />
          <div className="pair">
            {text('credito', 'Crédito del estudio')}
            {text('credito_enlace', 'Su enlace', { inputMode: 'url' })}
          </div>
        </Part>
        <Part title="Quién organiza" says="La línea legal del pie.">
          {text('operador', 'Operador')}
          <div className="pair">
            {text('rif', 'RIF')}
            {text('autorizacion', 'Número de autorización')}
          </div>
          {text('conservacion', 'Cuánto se guardan los datos después del sorteo', {
            hint: 'En años: «cinco años». Lo dice el aviso de privacidad, y lo que es más viejo se borra solo: el diario dice cuándo.',
          })}
        </Part>
        <Part title="Cómo se compra" says="Los pasos de la ventana «Reglas».">
          <ClauseList
            what="paso"
            most={5}
            own={draft.participacion}
            ours={participationSteps({ participacion: [] })}
            problem={problems.participacion}
            onChange={(participacion) => change({ participacion })}
          />
        </Part>
        <Part
          title="Términos"
          says={`Versión ${saved.terminos_version}. Al cambiarlos sube, y cada compra recuerda la que aceptó.`}
        >
          <ClauseList
            what="punto"
            most={20}
            own={draft.terminos}
            ours={terms({ terminos: [], devoluciones: '', plazo_premios: '', reclamos: '' })}
            problem={problems.terminos}
            onChange={(terminos) => change({ terminos })}
          />
          {PROMISE_NAMES.map((name) => (
            <TextField key={name} label={PROMISES[name]} rows={2} {...form.field(name)} hint={PROMISE_HINTS[name]} />
          ))}
        </Part>
        <SaveBar
          className="save-bar"
          form={form}
          save={save}
          unsaved={unsavedChanges(form.changed.length)}
          done="Guardado. Las páginas ya lo muestran."
          rest="Cambia algo para guardar."
          stale={
            <Button
              text="Traer lo nuevo y conservar lo mío"
              onClick={() => {
                form.rebase()
                save.reset()
              }}
            />
          }
        />
      </form>
      <LeaveGuard dirty={form.dirty} onDiscard={form.begin} />
    </>
  )
}

/** Public settings of the operator: brand, contact, legal line, rules and terms. */
export function SiteScreen() {
  const site = useAsk('GET /api/panel/sitio')
  if (site.data) return <SiteForm {...site.data} />
  return <Waiting query={site} label="Cargando los ajustes" className="site page page-barred gap-6" />
}
