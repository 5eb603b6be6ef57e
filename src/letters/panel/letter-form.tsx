import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useAsk, useDeed } from '#access/panel/ask.ts'
import { mailWords } from '#mail/mail-text.ts'
import { portionOf, shareOf } from '#mail/pace.ts'
import { MailPaper } from '#mail/panel/mail-preview.tsx'
import { useSettled, WordsFields } from '#mail/panel/words-fields.tsx'
import { counted, formatCount } from '#platform/money.ts'
import { RestoredNotice } from '#platform/panel/form/form-parts.tsx'
import { LeaveGuard } from '#platform/panel/form/leave-guard.tsx'
import { checkFields } from '#platform/panel/form/problems.ts'
import { useForm } from '#platform/panel/form/use-form.ts'
import { Button } from '#platform/panel/parts/button.tsx'
import { Choice } from '#platform/panel/parts/choice.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { newKey } from '#platform/web/kept.ts'
import { daily, type LetterDraft, letterAbout, letterTo, type RaffleLetters } from '../contract.ts'
import { checkLetter, LETTER_PLACEHOLDERS } from '../letter-words.ts'
import { StartDialog } from './start-dialog.tsx'

const draftShape = mailWords.extend({
  asunto: z.string(),
  titulo: z.string(),
  cuerpo: z.string(),
  pie: z.string(),
  trata: letterAbout,
  a_quienes: letterTo,
  hasta: z.string(),
  al_dia: z.string(),
  /** Made with the first word: two windows that show the same draft send one letter. */
  clave: z.string(),
})
type Draft = z.infer<typeof draftShape>

const BLANK: Omit<Draft, 'al_dia'> = {
  asunto: '',
  titulo: '',
  cuerpo: '',
  pie: '',
  trata: 'compra',
  a_quienes: 'confirmados',
  hasta: '',
  clave: '',
}

function letterOf({ asunto, titulo, cuerpo, pie, trata, a_quienes, hasta }: Draft): LetterDraft {
  return { trata, a_quienes, hasta, textos: { asunto, titulo, cuerpo, pie } }
}

function wordsProblems(letter: LetterDraft): Record<string, string> {
  return { ...checkLetter(letter), ...checkFields(mailWords, letter.textos) }
}

function problemsOf(draft: Draft): Record<string, string> {
  const many = daily.safeParse(Number(draft.al_dia || 'x')).error?.issues[0]?.message
  return { ...wordsProblems(letterOf(draft)), ...(many && { al_dia: many }) }
}

/** The form of a letter: its words next to a preview, its recipients and its duration. */
export function LetterForm({ id, letters }: { id: number; letters: RaffleLetters }) {
  const form = useForm<Draft, Draft>({
    saved: { ...BLANK, al_dia: String(letters.al_dia) },
    draftOf: (saved) => saved,
    check: problemsOf,
    keep: { name: `panel-carta:${id}`, base: draftShape },
  })
  const { draft } = form
  const [asked, setAsked] = useState(false)
  const test = useDeed('POST /api/panel/rifas/:id/cartas/prueba')
  const letter = letterOf(draft)
  const begun = form.dirty
  const problems = begun ? { ...problemsOf(draft), ...form.problems } : {}
  const right = begun && Object.keys(problems).length === 0
  const people = peopleOf(letters, draft)
  const change = (part: Partial<Draft>) => {
    form.change({ ...part, clave: draft.clave || newKey() })
    test.reset()
  }

  const submit = form.submit(() => setAsked(true))
  return (
    <div className="columns gap-8">
      <form className="stack from-top gap-5" noValidate aria-label="Escribir" onSubmit={submit}>
        {form.restored ? (
          <RestoredNotice title="Recuperamos el comunicado que no enviaste." onDiscard={form.begin}>
            Sigue donde ibas.
          </RestoredNotice>
        ) : null}
        <WordsFields words={draft} problems={problems} marcadores={LETTER_PLACEHOLDERS} rows={8} onChange={change} />
        <Choice
          label="De qué trata"
          name="trata"
          value={draft.trata}
          options={[
            { value: 'compra', label: 'De su compra', says: 'Se aplazó, mañana se sortea. Le llega a todos.' },
            {
              value: 'novedad',
              label: 'De otra cosa',
              says: 'Gracias, otra rifa. Cada correo lleva cómo no recibir más, y se respeta.',
            },
          ]}
          onChange={(trata) => change({ trata })}
        />
        <Choice
          label="A quiénes"
          name="a_quienes"
          value={draft.a_quienes}
          options={[
            {
              value: 'confirmados',
              label: 'Con la compra confirmada',
              says: counted(letters.alcance.confirmados.personas, 'persona'),
            },
            { value: 'todos', label: 'También en revisión', says: counted(letters.alcance.todos.personas, 'persona') },
          ]}
          onChange={(a_quienes) => change({ a_quienes })}
        />
        <Reach letters={letters} draft={draft} />
        <div className="pair pair-stacks">
          <Field
            label="Correos al día que deja tu cuenta"
            inputMode="numeric"
            {...form.field('al_dia')}
            problem={problems['al_dia']}
            hint="Gmail gratis: 500. Google Workspace: 2000."
            onText={(text) => change({ al_dia: text.replace(/\D/g, '') })}
          />
          <Field
            label="Último día en que sale"
            type="date"
            {...form.field('hasta')}
            hint="Vacío si siempre sirve."
            onText={(hasta) => change({ hasta })}
          />
        </div>
        {problems['al_dia'] === undefined ? <PaceWords daily={Number(draft.al_dia)} people={people} /> : null}
        <div className="letter-foot form-foot gap-3 wrap">
          <p className="faint small" aria-live="polite">
            {!begun ? 'Escribe el comunicado.' : right ? '' : 'Revisa lo marcado para enviar.'}
          </p>
          <Button
            look="go"
            icon="send"
            text={`Enviar a ${counted(people, 'persona')}`}
            type="submit"
            disabled={!right || people === 0}
          />
        </div>
      </form>
      <Preview id={id} letter={letter} right={right} test={test} />
      {asked ? (
        <StartDialog
          id={id}
          start={{ clave: draft.clave, carta: letter, al_dia: Number(draft.al_dia) }}
          people={people}
          title={letters.titulo}
          onStarted={() => {
            setAsked(false)
            form.begin()
          }}
          onClose={() => setAsked(false)}
        />
      ) : null}
      <LeaveGuard dirty={form.typed && begun} onDiscard={form.begin} />
    </div>
  )
}

/** Number of recipients, for its audience. */
function peopleOf({ alcance }: RaffleLetters, { a_quienes, trata }: Pick<Draft, 'a_quienes' | 'trata'>): number {
  const { personas: all, no_existen, de_baja } = alcance[a_quienes]
  return all - no_existen - (trata === 'novedad' ? de_baja : 0)
}

/** People that it reaches, and those left out with the reason. */
function Reach({ letters, draft }: { letters: RaffleLetters; draft: Draft }) {
  const { no_existen, de_baja, sin_correo } = letters.alcance[draft.a_quienes]
  const without = [
    no_existen > 0 && `${formatCount(no_existen)} con una dirección que no existe`,
    draft.trata === 'novedad' && de_baja > 0 && `${formatCount(de_baja)} que pidió no recibir noticias`,
    sin_correo > 0 && `${counted(sin_correo, 'compra')} sin correo`,
  ].filter((part) => part !== false)
  return (
    <p className="soft" aria-live="polite">
      <strong>Llega a {counted(peopleOf(letters, draft), 'persona')}</strong>, uno a cada quien aunque haya comprado
      varias veces.
      {without.length > 0 ? ` No llega a ${without.join(', ni a ')}.` : ''}
    </p>
  )
}

/** How slowly it leaves. */
function PaceWords({ daily: many, people }: { daily: number; people: number }) {
  const days = Math.ceil(people / shareOf(many))
  return (
    <p className="soft small">
      Salen {formatCount(portionOf(many))} cada diez minutos, y esperan cuando ya salieron {formatCount(shareOf(many))}{' '}
      correos en un día: los demás son de los pagos.{' '}
      <strong>Tarda {days > 1 ? `${formatCount(days)} días` : 'menos de un día'}</strong>, o más si vendes mucho.
    </p>
  )
}

/** How it arrives, and in one's own mail. */
function Preview(props: {
  id: number
  letter: LetterDraft
  right: boolean
  test: ReturnType<typeof useDeed<'POST /api/panel/rifas/:id/cartas/prueba'>>
}) {
  const { id, letter, right, test } = props
  const shown = useSettled(letter)
  const preview = useAsk('POST /api/panel/rifas/:id/cartas/vista', {
    params: { id },
    body: shown,
    enabled: right && Object.keys(wordsProblems(shown)).length === 0,
    // The last preview stays until the next one is there.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  return (
    <section className="letter-preview beside self-start column gap-3" aria-label="Cómo llega">
      <h3>Cómo llega</h3>
      {preview.data ? (
        <>
          <MailPaper html={preview.data.html} subject={preview.data.asunto} title="Vista previa del comunicado" />
          <div className="thumbs row wrap">
            <Button
              icon="mail"
              text="Envíame la prueba"
              pending={test.isPending}
              disabled={!right}
              onClick={() => test.mutate({ params: { id }, body: letter })}
            />
            <span className="small maybe" role="status">
              {test.data ? `Va a ${test.data.para}.` : ''}
            </span>
          </div>
          <Failure of={test.error} />
        </>
      ) : (
        <p className="soft">{right ? 'Preparando…' : 'Aparece cuando el texto esté completo.'}</p>
      )}
    </section>
  )
}
