import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './icon.tsx'

interface Look {
  /** Weight: main action, removal, minor action, link in a text. Most buttons have none of these. */
  look?: 'go' | 'bad' | 'bad-full' | 'plain' | 'link' | undefined
  icon?: IconName | undefined
  /** Its words, where they are no more than that. */
  text?: ReactNode
  /** Of its place. */
  className?: string | undefined
}

/**
 * A button. With `pending` it is one of a slow action: it shows that it is busy, and cannot be pressed again meanwhile. The action may end before
 * that is shown: the second tap of a double one, as the browser counts them (`detail`), is the first one's. Keys count 0.
 */
export function Button({ look, icon, text, className, children, pending, ...given }: Look & ButtonProps) {
  const button = { ...given, className: classOf(look, className), children: inside(icon, text ?? children) }
  if (pending === undefined) return <button type="button" {...button} />
  const { onClick, disabled } = given
  const tap: typeof onClick = (event) => (event.detail > 1 ? event.preventDefault() : onClick?.(event))
  return <button type="button" {...button} onClick={tap} aria-busy={pending} disabled={pending || disabled} />
}

type ButtonProps = ComponentProps<'button'> & { pending?: boolean | undefined }

/** The button that sends a form, as wide as it is. */
export function SubmitButton(button: { text: ReactNode; pending: boolean; disabled?: boolean }) {
  return <Button look="go" className="btn-wide" type="submit" {...button} />
}

/** A button that opens a question, which stays until it closes itself. */
export function AskButton({ ask, ...button }: Look & ButtonProps & { ask: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {open ? ask(() => setOpen(false)) : null}
    </>
  )
}

/** The way to another screen, as a button. @param out leads out of the panel, in another tab. */
export function ButtonLink({ look, icon, text, className, children, out, ...given }: Look & LinkProps) {
  const link = { ...given, className: classOf(look, className), children: inside(icon, text ?? children) }
  return out ? <a {...link} target="_blank" rel="noreferrer" /> : <Link {...link} />
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; replace?: boolean; out?: boolean }

function classOf(look: Look['look'], place = ''): string {
  const own = look === 'link' ? 'link' : look ? `btn btn-${look}` : 'btn'
  return place ? `${own} ${place}` : own
}

function inside(icon: IconName | undefined, words: ReactNode) {
  return icon ? (
    <>
      <Icon name={icon} />
      {words}
    </>
  ) : (
    words
  )
}
