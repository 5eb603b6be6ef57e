import { Link, useSearchParams } from 'wouter'
import { ask, queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { BackHead, Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import './mail-texts.css'
import { keepPreviousData } from '@tanstack/react-query'
import { ChangedMeanwhile, RestoredNotice, SaveBar } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { checkWords, type MailWords, mailWords, type PanelMailText } from '../mail-text.ts'
import { MailPaper } from './mail-preview.tsx'
import { useSettled, WordsFields } from './words-fields.tsx'

/** The mails that an owner may word: which one is open is in the address. */
export function MailTextsScreen() {
  const texts = useAsk('GET /api/panel/correos/textos')
  const [search] = useSearchParams()
  const open = texts.data?.textos.find(({ clave }) => clave === search.get('correo'))
  return (
    <div className="page">
      <BackHead
        to={open ? '/correos/textos' : '/correos'}
        back={open ? 'Volver a los textos' : 'Volver a los correos'}
        title={open ? open.nombre : 'Textos de los correos'}
        says={open ? open.cuando : 'Los que ya salieron o esperan no cambian.'}
      />
      {!texts.data ? (
        <Waiting query={texts} label="Cargando los textos" />
      ) : open ? (
        <TextEditor key={open.clave} text={open} />
      ) : (
        <ul className="mail-kinds card-wide lines card">
          {texts.data.textos.map((text) => (
            <li key={text.clave}>
              <Link className="lit row gap-4 pad-2-4 bare" href={`/correos/textos?correo=${text.clave}`}>
                <span className="grid fill">
                  <strong>{text.nombre}</strong>
                  <span className="faint small">{text.cuando}</span>
                </span>
                <span className="soft small">{text.version > 0 ? `Tuyo, ${text.cambiado_por}` : 'Original'}</span>
                <Icon name="next" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type Problems = Partial<Record<keyof MailWords, string>>

/** Problems of the words, by the rules that the server has too. */
function problemsOf(text: PanelMailText, words: MailWords): Problems {
  return { ...checkWords(text, words), ...checkFields(mailWords, words) }
}

/** One mail's words next to their preview; placeholders are inserted at the cursor. */
function TextEditor({ text }: { text: PanelMailText }) {
  const form = useForm({
    saved: text.actual,
    version: text.version,
    draftOf: (saved) => saved,
    check: (draft) => problemsOf(text, draft),
    keep: { name: `panel-correo:${text.clave}`, base: mailWords },
  })
  const { draft: words, dirty, moved } = form
  const params = { clave: text.clave }
  const version = Number(form.version)
  // None takes ours back.
  const save = useDeed(
    (textos: MailWords | null) =>
      textos === null
        ? ask('DELETE /api/panel/correos/textos/:clave', { params, body: { version } })
        : ask('POST /api/panel/correos/textos/:clave', { params, body: { version, textos } }),
    { shows: queryOf('GET /api/panel/correos/textos') },
  )
  const problems: Problems = { ...form.problems, ...problemsOf(text, words) }
  const right = Object.keys(problems).length === 0
  const shown = useSettled(words)
  const preview = useAsk('POST /api/panel/correos/textos/:clave/vista', {
    params,
    body: { textos: shown },
    enabled: Object.keys(problemsOf(text, shown)).length === 0,
    // The last preview stays until the next one is there.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

  function keep(textos: MailWords | null) {
    save.mutate(textos, {
      onSuccess: ({ textos: all }) => {
        const now = all.find(({ clave }) => clave === text.clave)
        if (now) form.begin(now.actual, now.version)
      },
      onError: form.refused,
    })
  }

  return (
    <div className="halves columns gap-8">
      <form className="stack from-top gap-4" noValidate onSubmit={form.submit(() => keep(words))}>
        {form.restored && !moved ? (
          <RestoredNotice onDiscard={form.begin}>Guárdalo, o vuelve a lo guardado.</RestoredNotice>
        ) : null}
        {moved ? (
          <ChangedMeanwhile title="Otra persona cambió este texto" form={form}>
            <p className="soft small">Si guardas, lo tuyo queda en lugar de lo suyo.</p>
          </ChangedMeanwhile>
        ) : null}
        <WordsFields words={words} problems={problems} marcadores={text.marcadores} rows={9} onChange={form.change} />
        <SaveBar
          className="text-foot form-foot gap-3 wrap"
          form={form}
          wrong={!right}
          save={save}
          done="Guardado. Los correos nuevos salen así."
          rest="Cambia algo para guardar."
          off={!right}
        >
          {text.version > 0 ? (
            <Button text="Volver al original" disabled={save.isPending || moved} onClick={() => keep(null)} />
          ) : null}
        </SaveBar>
      </form>
      <section className="text-preview beside column gap-3" aria-label="Cómo llega">
        <h3>Cómo llega, con datos de ejemplo</h3>
        {preview.data ? (
          <MailPaper html={preview.data.html} subject={preview.data.asunto} title="Vista previa con datos de ejemplo" />
        ) : preview.isError ? (
          <p className="soft">No se pudo preparar la vista. Guarda tu texto igual, o inténtalo en un momento.</p>
        ) : (
          <p className="soft">{right ? 'Preparando…' : 'La vista vuelve cuando el texto esté bien.'}</p>
        )}
      </section>
      <LeaveGuard dirty={dirty} onDiscard={form.begin} />
    </div>
  )
}
