import { type FormEvent, type ReactNode, useState } from 'react'
import { bareMessage } from '#platform/bare-message.ts'
import { readFailure } from '#platform/panel/api.ts'
import { LeaveGuard } from '#platform/panel/leave-guard.tsx'
import { Field, FieldProblem } from '#platform/panel/parts/field.tsx'
import { RestoredNotice } from '#platform/panel/parts/restored.tsx'
import { type SiteSettings, siteChanges } from '../contract.ts'
import type { PanelSite } from '../panel-contract.ts'
import { participationSteps, terms } from '../rules.ts'
import { movesContact } from '../whatsapp.ts'
import { ClauseList, LinkList } from './clause-list.tsx'
import { BrandPreview, LogoField } from './logo-field.tsx'
import { ColorField, Part, RafflePick } from './site-fields.tsx'
import { useSaveSite } from './site-query.ts'
import { useSiteDraft } from './use-site-draft.ts'

type Problems = Record<string, string>
type TextName = { [Name in keyof SiteSettings]: SiteSettings[Name] extends string ? Name : never }[keyof SiteSettings]

/** The number that buyers write to is about to be another. */
export interface ContactMove {
  before: string
  /** Empty when there will be none. */
  after: string
  /** Saves with the code. */
  onConfirm: (code: string) => Promise<unknown>
  onClose: () => void
}

function problemsOf(changes: Partial<SiteSettings>): Problems {
  const problems: Problems = {}
  for (const issue of siteChanges.safeParse(changes).error?.issues ?? [])
    problems[String(issue.path[0])] ??= bareMessage(issue.message)
  return problems
}

/**
 * All settings in one form: only what changed is sent, with what was seen of it.
 * @param ContactDialog asks for a fresh code where one is wanted.
 */
export function SiteForm({
  site,
  ContactDialog,
}: {
  site: PanelSite
  ContactDialog: (move: ContactMove) => ReactNode
}) {
  const { saved, draft, changes, ...editing } = useSiteDraft(site.ajustes)
  const [problems, setProblems] = useState<Problems>({})
  const [moving, setMoving] = useState(false)
  const save = useSaveSite()
  const count = Object.keys(changes).length
  const failure = save.error ? readFailure(save.error) : null
  const stale = failure?.code === 'VERSION_VIEJA'

  function change(part: Partial<SiteSettings>) {
    editing.change(part)
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (count === 0 || save.isPending) return
    const found = problemsOf(changes)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      ;(event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus()
      return
    }
    if (movesContact(saved, changes)) setMoving(true)
    else void send().catch(() => undefined)
  }

  async function send(codigo?: string) {
    const vistos = Object.fromEntries(Object.keys(changes).map((name) => [name, saved[name as keyof SiteSettings]]))
    try {
      const { ajustes } = await save.mutateAsync({
        cambios: changes,
        vistos,
        ...(codigo === undefined ? {} : { codigo }),
      })
      editing.begin(ajustes)
    } catch (error) {
      const campos = Object.entries(readFailure(error).fields)
      setProblems(Object.fromEntries(campos.map(([name, text]) => [name.replace(/^cambios\./, ''), bareMessage(text)])))
      throw error
    }
  }

  const text = (name: TextName, label: string, more: { hint?: string; inputMode?: 'tel' | 'url' } = {}) => (
    <Field
      label={label}
      name={name}
      value={draft[name]}
      onChange={({ target }) => change({ [name]: target.value })}
      problem={problems[name]}
      {...more}
    />
  )

  return (
    <>
      <form className="site" noValidate onSubmit={submit} aria-label="Ajustes del sitio">
        {editing.restored ? (
          <RestoredNotice onDiscard={() => editing.begin(site.ajustes)}>
            Guárdalo, o vuelve a lo guardado.
          </RestoredNotice>
        ) : null}
        <Part title="Marca" says="Lo primero que ve quien llega de un enlace.">
          {text('nombre', 'Nombre del sitio')}
          <LogoField logo={draft.logo} onChange={(logo) => change({ logo })} />
          <ColorField value={draft.color} problem={problems['color']} onChange={(color) => change({ color })} />
          <BrandPreview site={draft} />
        </Part>
        <Part title="Contacto" says="El botón de WhatsApp de la cabecera y los enlaces del pie.">
          {text('whatsapp', 'WhatsApp de soporte', {
            hint: 'Con código de país: 58 412 1234567. Vacío, el botón no se muestra.',
            inputMode: 'tel',
          })}
          {text('whatsapp_texto', 'Con qué empieza el mensaje', { hint: 'Después va el nombre del sitio.' })}
          <LinkList links={draft.redes} problem={problems['redes']} onChange={(redes) => change({ redes })} />
          <div className="site-pair">
            {text('credito', 'Crédito del estudio')}
            {text('credito_enlace', 'Su enlace', { inputMode: 'url' })}
          </div>
        </Part>
        <Part title="Quién organiza" says="La línea legal del pie.">
          {text('operador', 'Operador')}
          <div className="site-pair">
            {text('rif', 'RIF')}
            {text('autorizacion', 'Número de autorización')}
          </div>
          {text('conservacion', 'Cuánto se guardan los datos después del sorteo', {
            hint: 'Lo dice el aviso de privacidad: «cinco años».',
          })}
        </Part>
        <Part title="Páginas" says="Qué rifa muestra cada una.">
          <div className="site-pair">
            <RafflePick name="rifa_a" label="/rifa" site={site} draft={draft} problems={problems} onChange={change} />
            <RafflePick name="rifa_b" label="/rifa1" site={site} draft={draft} problems={problems} onChange={change} />
          </div>
        </Part>
        <Part title="Cómo se compra" says="Los pasos de la ventana «Reglas».">
          <ClauseList
            what="paso"
            most={5}
            own={draft.participacion}
            ours={participationSteps({ participacion: [] })}
            problem={problems['participacion']}
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
            ours={terms({ terminos: [] })}
            problem={problems['terminos']}
            onChange={(terminos) => change({ terminos })}
          />
        </Part>
        <div className="site-foot">
          {failure && (stale || Object.keys(failure.fields).length === 0) ? (
            <FieldProblem>
              <span>
                {failure.title}. {failure.details}
              </span>
            </FieldProblem>
          ) : null}
          <p className="faint small" id="sitio-falta" aria-live="polite">
            {Object.keys(problems).length > 0
              ? 'Revisa lo marcado para guardar.'
              : count > 0
                ? count === 1
                  ? '1 cambio sin guardar.'
                  : `${count} cambios sin guardar.`
                : save.isSuccess
                  ? 'Guardado. Las páginas ya lo muestran.'
                  : 'Cambia algo para guardar.'}
          </p>
          {stale ? (
            <button
              type="button"
              className="button"
              onClick={() => {
                editing.begin(site.ajustes, changes)
                save.reset()
              }}
            >
              Traer lo nuevo y conservar lo mío
            </button>
          ) : null}
          <button
            type="submit"
            className="button button-main"
            aria-describedby="sitio-falta"
            aria-busy={save.isPending}
            disabled={count === 0 || save.isPending}
          >
            {save.isPending ? 'Guardando…' : 'Guardar'}
          </button>
        </div>
      </form>
      {moving ? (
        <ContactDialog
          before={saved.whatsapp}
          after={draft.whatsapp}
          onConfirm={async (code) => {
            await send(code)
            setMoving(false)
          }}
          onClose={() => setMoving(false)}
        />
      ) : null}
      <LeaveGuard dirty={count > 0} onDiscard={() => editing.begin(site.ajustes)} />
    </>
  )
}
