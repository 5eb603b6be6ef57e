import { byMail } from '#mail/mail-leaves.ts'

/** The steps after the report, and how the typed data are cared for. */
export function AfterReport({ onPrivacy }: { onPrivacy: () => void }) {
  return (
    <div className="small centred">
      {byMail(
        'Revisamos tu pago y te enviamos tus números por correo. Si no los ves, revisa tu spam.',
        'Revisamos tu pago. Guarda el enlace que te damos al enviarlo: ahí, y con tu cédula, ves tus números.',
      )}{' '}
      <button type="button" className="link" onClick={onPrivacy}>
        Cómo cuidamos tus datos
      </button>
    </div>
  )
}
