import type { ComponentProps } from 'react'

const LOOKS = { plain: 'btn', go: 'btn btn-go', link: 'link' }

type Props = { look?: keyof typeof LOOKS; text: string } & Omit<ComponentProps<'button'>, 'className' | 'children'>

/** A button with words. `go` is the main one of its screen, `link` stands in a text. */
export function Button({ look = 'plain', text, ...rest }: Props) {
  return (
    <button type="button" className={LOOKS[look]} {...rest}>
      {text}
    </button>
  )
}
