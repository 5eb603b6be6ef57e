import { useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { TextField } from '#platform/panel/parts/field.tsx'
import { RAFFLE_FIELDS } from '../../raffle-fields.ts'
import { htmlOf, marksOf } from './marks.ts'
import { type FormPart, LockReason } from './raffle-field.tsx'

/**
 * The description, typed with the marks of WhatsApp above its preview. One with more than marks can express stays as it
 * is until somebody chooses to change it; typing the old text again is no change.
 */
export function DescriptionField({ of: { form, locks } }: { of: FormPart }) {
  const html = form.draft.descripcion
  const [typed, setTyped] = useState(() => begin(html))
  const now = typed.html === html ? typed : begin(html)
  const lock = locks.descripcion
  const { label } = RAFFLE_FIELDS.descripcion

  function type(text: string): void {
    const same = now.kept.whole && text === now.kept.text
    const next = { ...now, text, html: same ? now.first : htmlOf(text) }
    setTyped(next)
    form.change({ descripcion: next.html })
  }

  if (lock === undefined && now.text !== null) {
    return (
      <>
        <TextField
          label={label}
          name="descripcion"
          rows={7}
          value={now.text}
          problem={form.problems.descripcion}
          hint="Como en WhatsApp: *negrita*, _cursiva_ y «- » delante de cada línea de una lista. Un enlace: https://… o [texto](https://…)."
          // After choosing to change it, the person types immediately.
          autoFocus={!now.kept.whole}
          onChange={({ target }) => type(target.value)}
        />
        {html !== '' && <Look name="Así se lee" html={html} />}
      </>
    )
  }
  return (
    <>
      <Look name={label} html={html} />
      {lock === undefined ? (
        <>
          <p className="field-hint">
            Tiene títulos, subrayado u otra cosa que aquí no se escribe. Queda así mientras no la cambies. Si la
            cambias, los títulos pasan a negrita y lo demás queda como texto.
          </p>
          <Button text="Cambiar la descripción" name="descripcion" onClick={() => type(now.kept.text)} />
        </>
      ) : (
        <p className="field-hint">
          <LockReason>{lock}</LockReason>
        </p>
      )}
    </>
  )
}

function Look({ name, html }: { name: string; html: string }) {
  return (
    <figure className="field">
      <figcaption className="label">{name}</figcaption>
      <div
        className="description-look round dashed breaks pad-3"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: as the server keeps it, or by marks.ts, which a test holds to that.
        dangerouslySetInnerHTML={{ __html: html.replace(/\r\n?|\n/g, '<br>') }}
      />
    </figure>
  )
}

/** A description from outside: `text` is null until somebody chooses to edit one that marks cannot express. */
function begin(html: string) {
  const kept = marksOf(html)
  return { first: html, html, kept, text: kept.whole ? kept.text : null }
}
