import { useEffect, useState } from 'react'
import { byMail } from '#mail/mail-leaves.ts'
import { suggestAddress } from '#mail/suggest-address.ts'
import { Button } from '#platform/web/button.tsx'
import { Icon } from '#platform/web/icon.tsx'
import { dropKept, keep, readKept } from '#platform/web/kept.ts'
import type { Draft } from '../purchase-state.ts'
import { OWN_DATA, readOwnData } from './draft.ts'

/** Milliseconds without a key after which an address counts as written. */
const WRITTEN = 800

type Person = Pick<Draft, 'nombre' | 'prefijo' | 'cedula' | 'telefono' | 'correo'>

/** After a purchase, once: whether this phone shall keep the buyer's data for the next one. */
export function OwnDataOffer({ person }: { person: Person }) {
  const [state, setState] = useState<'ask' | 'kept' | 'none'>(() =>
    readKept('localStorage', OWN_DATA) === null ? 'ask' : 'none',
  )
  if (state === 'none') return null
  if (state === 'kept') {
    return (
      <p className="notice" role="status">
        <Icon name="check" small />
        Guardamos tus datos en este teléfono. En tu próxima compra los puedes olvidar con un toque.
      </p>
    )
  }
  const answer = (keeps: boolean) => {
    const { nombre, prefijo, cedula, telefono, correo } = person
    keep('localStorage', OWN_DATA, keeps ? { nombre, prefijo, cedula, telefono, correo } : 'no')
    setState(keeps ? 'kept' : 'none')
  }
  return (
    <section className="panel" aria-label="Tus datos para la próxima compra">
      <p className="small">¿Guardamos tu nombre, cédula, teléfono y correo en este teléfono para tu próxima compra?</p>
      <div className="two">
        <Button text="Guardar mis datos" onClick={() => answer(true)} />
        <Button text="No, gracias" onClick={() => answer(false)} />
      </div>
    </section>
  )
}

interface NoteProps {
  onForget: (empty: Person) => void
}

/** Next to a form that was filled from this phone: says so, and forgets the data with one press. */
export function OwnDataNote({ onForget }: NoteProps) {
  const [kept, setKept] = useState(() => readOwnData().cedula !== undefined)
  if (!kept) return null
  return (
    <p className="other-day">
      <span className="small">Usamos los datos guardados en este teléfono.</span>
      <Button
        look="link"
        text="Olvidar mis datos"
        onClick={() => {
          dropKept('localStorage', OWN_DATA)
          setKept(false)
          onForget({ nombre: '', prefijo: 'V', cedula: '', telefono: '', correo: '' })
        }}
      />
    </p>
  )
}

interface MailHintProps {
  mail: string
  onUse: (mail: string) => void
}

/** Purpose of the address, or the one that was probably meant: `ana@gmail.con` is nobody's, and the numbers go there. */
export function MailHint({ mail, onUse }: MailHintProps) {
  const [meant, setMeant] = useState<string | null>(null)
  useEffect(() => {
    setMeant(null)
    const timer = setTimeout(() => setMeant(suggestAddress(mail.trim())), WRITTEN)
    return () => clearTimeout(timer)
  }, [mail])
  if (meant === null) return <span>{byMail('Aquí llegan tus números', 'Queda con tu compra')}</span>
  return (
    <>
      ¿Quisiste escribir <Button look="link" text={meant} onClick={() => onUse(meant)} />?
    </>
  )
}
