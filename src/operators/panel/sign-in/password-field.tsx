import { type ComponentProps, useState } from 'react'
import { Button } from '#platform/panel/parts/button.tsx'
import { Field } from '#platform/panel/parts/field.tsx'

/** A password field that can show its text. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, 'type' | 'beside'>) {
  const [seen, setSeen] = useState(false)
  return (
    <Field
      {...props}
      type={seen ? 'text' : 'password'}
      // Shown, it is text to a phone: it would correct it, and learn it.
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      beside={
        <Button
          text={seen ? 'Ocultar' : 'Ver'}
          aria-label="Ver u ocultar lo que escribes"
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
        />
      }
    />
  )
}

/** A password that is new. */
export function NewPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'>) {
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      hint="15 caracteres o más. Una frase que solo tú digas es mejor que símbolos raros."
    />
  )
}
