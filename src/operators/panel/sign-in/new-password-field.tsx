import { useState } from 'react'
import { Field } from '#platform/panel/parts/field.tsx'

/** A new password: who has not learnt it yet may look at what he types. */
export function NewPasswordField(props: { label: string; name: string; problem: string | undefined }) {
  const [seen, setSeen] = useState(false)
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      autoComplete="new-password"
      // What is seen is text to a phone: it would correct it, and learn it.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      hint="15 caracteres o más. Una frase que solo tú digas es mejor que símbolos raros."
      beside={
        <button
          type="button"
          className="btn"
          // The name stays and the state changes; it has both words that are seen.
          aria-label="Ver u ocultar lo que escribes"
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        >
          {seen ? 'Ocultar' : 'Ver'}
        </button>
      }
    />
  )
}
