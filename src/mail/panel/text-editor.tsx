import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readFailure } from '#platform/panel/api.ts'
import { dropKept, keep, readKept } from '#platform/panel/kept.ts'
import { LeaveGuard } from '#platform/panel/leave-guard.tsx'
import { Field, FieldProblem, TextField } from '#platform/panel/parts/field.tsx'
import { RestoredNotice } from '#platform/panel/parts/restored.tsx'
import { checkWords, type MailWords, mailWords, type PanelMailText } from '../mail-text.ts'
import { MailPaper } from './mail-preview.tsx'
import { useSaveText, useTextPreview } from './texts-query.ts'

const WHERE = 'localStorage'

type Problems = Partial<Record<keyof MailWords, string>>

/** What is wrong with the words, by the rules that the server has too. */
function problemsOf(text: PanelMailText, words: MailWords): Problems {
  const found: Problems = {}
  for (const issue of mailWords.safeParse(words).error?.issues ?? []) {
    found[issue.path[0] as keyof MailWords] ??= issue.message
  }
  const kind = { ...text, textos: text.original, marcadores: text.marcadores.map(stripUndefined) }
  return { ...checkWords(kind, words), ...found }
}

function stripUndefined({ nombre, dice, ejemplo, obligatorio }: PanelMailText['marcadores'][number]) {
  return { nombre, dice, ejemplo, ...(obligatorio === undefined ? {} : { obligatorio }) }
}

const SETTLED = 400

/** The value once it has not changed for a moment: the preview is not asked for at every letter. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** One mail's words beside how it will look; placeholders are put in where one writes. */
export function TextEditor({ text }: { text: PanelMailText }) {
  const [kept] = useState(() => readKeptWords(text))
  const [version, setVersion] = useState(kept?.version ?? text.version)
  const [words, setWords] = useState<MailWords>(kept?.words ?? text.actual)
  const [restored, setRestored] = useState(kept !== null)
  const [place, setPlace] = useState<{ field: keyof MailWords; at: number }>({ field: 'cuerpo', at: 0 })
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveText(text.clave)
  const problems = problemsOf(text, words)
  const right = Object.keys(problems).length === 0
  const shown = useSettled(words)
  const preview = useTextPreview(text.clave, shown, Object.keys(problemsOf(text, shown)).length === 0)
  const dirty = JSON.stringify(words) !== JSON.stringify(text.actual)
  const failure = save.error ? readFailure(save.error) : null
  const moved = text.version !== version

  useEffect(() => {
    if (dirty) keepWords(text.clave, { version, words })
    else dropWords(text.clave)
  }, [text.clave, dirty, version, words])

  function discard() {
    setWords(text.actual)
    setVersion(text.version)
    setRestored(false)
  }

  function keep(textos: MailWords | null) {
    save.mutate(
      { version, textos },
      {
        onSuccess: ({ textos: all }) => {
          const now = all.find(({ clave }) => clave === text.clave)
          if (!now) return
          setVersion(now.version)
          setWords(now.actual)
        },
      },
    )
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (right && dirty && !save.isPending) keep(words)
  }

  function insert(name: string) {
    const { field, at } = place
    const braces = `{${name}}`
    setWords({ ...words, [field]: `${words[field].slice(0, at)}${braces}${words[field].slice(at)}` })
    setPlace({ field, at: at + braces.length })
    const control = form.current?.elements.namedItem(field)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return
    control.focus()
    requestAnimationFrame(() => control.setSelectionRange(at + braces.length, at + braces.length))
  }

  const control = (field: keyof MailWords) => ({
    name: field,
    value: words[field],
    problem: problems[field],
    onChange: ({ target }: { target: { value: string; selectionStart: number | null } }) => {
      setWords({ ...words, [field]: target.value })
      setPlace({ field, at: target.selectionStart ?? target.value.length })
    },
    onSelect: ({ currentTarget }: { currentTarget: { selectionStart: number | null } }) =>
      setPlace({ field, at: currentTarget.selectionStart ?? 0 }),
  })

  return (
    <div className="text-editor">
      <form ref={form} className="text-form" noValidate onSubmit={submit}>
        {restored && dirty && !moved ? (
          <RestoredNotice onDiscard={discard}>Guárdalo, o vuelve a lo guardado.</RestoredNotice>
        ) : null}
        {moved ? (
          <div className="notice notice-aviso" role="alert">
            <div>
              <strong>Otra persona cambió este texto</strong>
              <p className="soft small">Si guardas, lo tuyo queda en lugar de lo suyo.</p>
              <button type="button" className="button" onClick={discard}>
                Usar lo nuevo
              </button>{' '}
              <button type="button" className="button" onClick={() => setVersion(text.version)}>
                Seguir con lo mío
              </button>
            </div>
          </div>
        ) : null}
        <Field label="Asunto" {...control('asunto')} />
        <Field label="Título" {...control('titulo')} />
        <TextField label="Texto" rows={9} hint="Una línea vacía separa los párrafos." {...control('cuerpo')} />
        <TextField label="Pie" rows={3} {...control('pie')} />
        <fieldset className="placeholders">
          <legend>Datos que puedes poner</legend>
          <ul>
            {text.marcadores.map(({ nombre, dice, obligatorio }) => (
              <li key={nombre}>
                <button type="button" className="button" onClick={() => insert(nombre)}>
                  {`{${nombre}}`}
                </button>
                <span className="faint small">
                  {dice}
                  {obligatorio ? ', obligatorio' : ''}
                </span>
              </li>
            ))}
          </ul>
        </fieldset>
        {failure && !moved ? (
          <FieldProblem>
            <span>
              {failure.title}. {failure.details}
            </span>
          </FieldProblem>
        ) : null}
        <div className="text-foot">
          <p className="faint small" id="texto-falta" aria-live="polite">
            {!right
              ? 'Revisa lo marcado para guardar.'
              : dirty
                ? ''
                : save.isSuccess
                  ? 'Guardado. Los correos nuevos salen así.'
                  : 'Cambia algo para guardar.'}
          </p>
          {text.cambiado ? (
            <button type="button" className="button" disabled={save.isPending || moved} onClick={() => keep(null)}>
              Volver al original
            </button>
          ) : null}
          <button
            type="submit"
            className="button button-main"
            aria-describedby="texto-falta"
            aria-busy={save.isPending}
            disabled={!right || !dirty || save.isPending || moved}
          >
            Guardar
          </button>
        </div>
      </form>
      <section className="text-preview" aria-label="Cómo llega">
        <h3>Cómo llega, con datos de ejemplo</h3>
        {preview.data ? (
          <>
            <p className="soft">
              <span className="faint small">Asunto </span>
              {preview.data.asunto}
            </p>
            <MailPaper html={preview.data.html} title="Vista previa con datos de ejemplo" />
          </>
        ) : preview.isError ? (
          <p className="soft">No se pudo preparar la vista. Guarda tu texto igual, o inténtalo en un momento.</p>
        ) : (
          <p className="soft">{right ? 'Preparando…' : 'La vista vuelve cuando el texto esté bien.'}</p>
        )}
      </section>
      <LeaveGuard dirty={dirty} onDiscard={discard} />
    </div>
  )
}

/** Words of a mail that were typed and not saved, with the version that they began from. */
interface KeptWords {
  version: number
  words: MailWords
}

function nameOf(clave: string): string {
  return `panel-correo:${clave}`
}

function keepWords(clave: string, kept: KeptWords): void {
  keep(WHERE, nameOf(clave), kept)
}

function dropWords(clave: string): void {
  dropKept(WHERE, nameOf(clave))
}

/** What this browser keeps for that mail; null when that is nothing, or what is saved by now. */
function readKeptWords(text: PanelMailText): KeptWords | null {
  const kept = readKept(WHERE, nameOf(text.clave)) as Partial<KeptWords> | null
  const words = kept?.words as Partial<Record<string, unknown>> | undefined
  if (!kept || !words || !Number.isSafeInteger(kept.version)) return null
  const { asunto, titulo, cuerpo, pie } = words
  for (const each of [asunto, titulo, cuerpo, pie]) if (typeof each !== 'string') return null
  const typed = { asunto, titulo, cuerpo, pie } as MailWords
  const saved = (Object.keys(typed) as (keyof MailWords)[]).every((field) => typed[field] === text.actual[field])
  return saved ? null : { version: kept.version as number, words: typed }
}
