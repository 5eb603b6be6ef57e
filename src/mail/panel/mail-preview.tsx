import { type FormEvent, useState } from 'react'
import { ask, queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { counted } from '#platform/money.ts'
import { readFailure } from '#platform/panel/api.ts'
import { Button, ButtonLink } from '#platform/panel/parts/button.tsx'
import { Failure, Field } from '#platform/panel/parts/field.tsx'
import { BackLink, Icon } from '#platform/panel/parts/icon.tsx'
import { Waiting } from '#platform/panel/parts/states.tsx'
import { VerdictShape } from '#platform/panel/parts/verdict.tsx'
import { formatMoment } from '#platform/panel/time.ts'
import type { OutboxMail } from '../contract.ts'
import { byMail } from '../mail-leaves.ts'
import { explainTrouble } from '../mail-trouble.ts'
import { suggestAddress } from '../suggest-address.ts'
import { describeMail, OUTBOX } from './mail-wording.ts'

interface Props {
  id: number
  canResend: boolean
  /** The list that it was opened from. */
  back: string
}

/** One mail as it arrives, why it did not, and the ways to send it again. */
export function MailPreview({ id, canResend, back }: Props) {
  const mail = useAsk('GET /api/panel/correos/:id', { params: { id }, refetchInterval: 15_000 })
  const { data } = mail
  return (
    <section className="mail shrinks may-scroll line-left ground column" aria-label="Correo">
      {data ? (
        <>
          <header className="mail-head canvas pad-2-5 head row">
            <BackLink to={back} label="Volver a la lista" className="icon-btn mail-back unseen" />
            <div className="grow">
              <h2>{data.asunto}</h2>
              <p className="soft small">
                Para {data.para_nombre ? `${data.para_nombre} · ` : ''}
                {data.para}
              </p>
            </div>
            {data.compra_id === null ? null : (
              <ButtonLink look="link" text="Ver la compra" href={`/compras/${data.compra_id}`} />
            )}
          </header>
          <MailStanding key={data.para} mail={data} canResend={canResend} />
          {data.reservado ? (
            <p className="notice mail-standing fixed">
              <Icon name="shield" />
              <span className="soft">Lleva un enlace personal: solo lo ve quien lo recibe.</span>
            </p>
          ) : (
            <MailPaper html={data.html} />
          )}
        </>
      ) : (
        <Waiting
          query={mail}
          label="Cargando el correo"
          back={<ButtonLink text="Ver los correos" href="/correos" />}
          className="pad-3-5 stack"
        />
      )}
    </section>
  )
}

/**
 * A mail as it looks by day, without scripts, forms or our origin. This page's policy allows no style sheet but its own, and a mail's
 * only holds the night's colours. @param subject where no head has it
 */
export function MailPaper(props: { html: string; title?: string; subject?: string }) {
  const { html, title = 'Vista previa del correo', subject } = props
  return (
    <>
      {subject === undefined ? null : (
        <p className="soft">
          <span className="faint small">Asunto </span>
          {subject}
        </p>
      )}
      <iframe className="mail-frame" title={title} sandbox="" srcDoc={html.replace(/<style>.*?<\/style>/s, '')} />
    </>
  )
}

/** State of a mail: the event, the next step, and the repair of a failure. */
function MailStanding({ mail, canResend }: { mail: OutboxMail; canResend: boolean }) {
  const params = { id: mail.id }
  // As it was seen; with an address, to that one from now on.
  const resend = useDeed(
    (para: string | undefined) =>
      para === undefined
        ? ask('POST /api/panel/correos/:id/reenviar', { params, body: { reenvios: mail.reenvios } })
        : ask('POST /api/panel/correos/:id/corregir', { params, body: { para } }),
    { shows: queryOf('GET /api/panel/correos/:id', { params }), refreshes: OUTBOX },
  )
  const failed = mail.estado === 'fallido'
  const trouble = failed || mail.estado === 'pendiente' ? explainTrouble(mail.ultimo_error) : null
  const aboutAddress = resend.error ? readFailure(resend.error).fields['para'] : undefined
  return (
    <div className={failed ? 'notice notice-grave mail-standing fixed' : 'notice mail-standing fixed'}>
      {failed ? (
        <VerdictShape level="grave" word={false} />
      ) : (
        <Icon name={mail.estado === 'enviado' ? 'check' : 'clock'} />
      )}
      <div>
        <strong>{trouble ? trouble.dice : describeMail(mail).word}</strong>
        <p className="soft small">
          {trouble ? `${trouble.haz} ` : ''}
          {mail.enviado_en ? `Salió: ${formatMoment(mail.enviado_en)} ` : ''}
          {mail.intentos > 0 ? `${counted(mail.intentos, 'intento')}. ` : ''}
          {mail.estado === 'pendiente' ? byMail('', 'Espera a que se configure el correo. ') : ''}
        </p>
        {mail.superado || mail.estado === 'cancelado' ? <p className="soft small">{untrue(mail)}</p> : null}
        {trouble ? <p className="faint small">El servidor dijo: «{mail.ultimo_error}»</p> : null}
        {failed && canResend && mail.compra_id !== null && !mail.reservado ? (
          <Repair
            mail={mail}
            pending={resend.isPending}
            problem={aboutAddress}
            onCorrect={(para) => resend.mutate(para)}
            onAgain={() => resend.mutate()}
          />
        ) : null}
        <Failure of={aboutAddress ? null : resend.error} />
      </div>
      {canResend &&
      !mail.reservado &&
      !mail.superado &&
      (mail.estado === 'enviado' || (failed && mail.compra_id === null)) ? (
        <Button
          look={failed ? 'go' : undefined}
          icon="send"
          text={resend.isPending ? 'Enviando…' : 'Reenviar'}
          pending={resend.isPending}
          onClick={() => resend.mutate()}
        />
      ) : null}
    </div>
  )
}

/** Why it does not leave, or not again. */
function untrue({ estado, superado, ultimo_error }: OutboxMail): string {
  if (estado === 'cancelado') return `Se canceló antes de salir. ${ultimo_error || 'Lo que dice ya no es cierto.'}`
  if (!superado) return ''
  return estado === 'enviado'
    ? 'La compra cambió después: lo que dice ya no es cierto, así que no se envía otra vez.'
    : 'La compra cambió mientras salía: si no llega, no se intenta otra vez.'
}

/** The address in a field and one button: corrected, it leaves immediately. */
function Repair(props: {
  mail: OutboxMail
  pending: boolean
  problem: string | undefined
  onCorrect: (para: string) => void
  onAgain: () => void
}) {
  const { mail, pending } = props
  const guess = suggestAddress(mail.para)
  const [para, setPara] = useState(guess ?? mail.para)
  const same = para.trim() === mail.para
  function submit(event: FormEvent) {
    event.preventDefault()
    if (pending) return
    if (same) props.onAgain()
    else props.onCorrect(para.trim())
  }
  return (
    <form className="mail-repair from-start below-3 stack gap-3" noValidate onSubmit={submit}>
      <Field
        label="Dirección"
        name="para"
        type="email"
        inputMode="email"
        spellCheck={false}
        value={para}
        onText={setPara}
        problem={props.problem}
        hint={
          guess
            ? 'Parece un error al escribir: te proponemos la corrección. También cambia en la compra y queda en el diario.'
            : 'También cambia en la compra: lo que no le llegó sale a la nueva. Queda anotado en el diario.'
        }
      />
      <Button
        look="go"
        icon="send"
        text={pending ? 'Enviando…' : same ? 'Reenviar' : 'Corregir y reenviar'}
        type="submit"
        pending={pending}
      />
    </form>
  )
}
