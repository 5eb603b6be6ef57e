import { useEffect, useState } from 'react'
import { suggestAddress } from '#mail/suggest-address.ts'

/** Milliseconds without a key after which an address counts as written. */
const WRITTEN = 800

interface Props {
  mail: string
  onUse: (mail: string) => void
}

/** What the address is for, or the one that was probably meant: `ana@gmail.con` is nobody's, and the numbers go there. */
export function MailHint({ mail, onUse }: Props) {
  const [meant, setMeant] = useState<string | null>(null)
  useEffect(() => {
    setMeant(null)
    const timer = setTimeout(() => setMeant(suggestAddress(mail.trim())), WRITTEN)
    return () => clearTimeout(timer)
  }, [mail])
  if (meant === null) return 'Aquí llegan tus números'
  return (
    <>
      ¿Quisiste escribir{' '}
      <button type="button" className="link" onClick={() => onUse(meant)}>
        {meant}
      </button>
      ?
    </>
  )
}
