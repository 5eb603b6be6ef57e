import { byMail } from '#mail/mail-leaves.ts'

/** What comes after the report, and how what is typed is cared for. */
export function AfterReport({ onPrivacy }: { onPrivacy: () => void }) {
  return (
    <div className="small centred">
      Un operador revisa tu pago.{' '}
      {byMail(
        'Tus números llegan por correo al confirmarlo.',
        'Guarda el enlace que te damos al enviarlo: ahí, y con tu cédula, ves tus números.',
      )}{' '}
      <button type="button" className="link" onClick={onPrivacy}>
        Cómo cuidamos tus datos
      </button>
    </div>
  )
}
