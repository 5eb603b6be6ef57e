import { DOMParser as DescriptionParser, type Node } from 'prosemirror-model'
import { type Command, EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { descriptionSchema } from './description-schema.ts'
import { COMMANDS, linkAround, plugins, removeLink, setLink, type Tool } from './editing.ts'
import { writeHtml } from './write-html.ts'

const BLOCKS = /<(p|br|ul|ol|li|h3|h4)\b/i
const parser = DescriptionParser.fromSchema(descriptionSchema)

interface Options {
  value: string
  onChange: (html: string) => void
  label: string
  disabled: boolean
  /** Ids of what describes it. */
  described: string
  invalid: boolean
}

/**
 * Ties the editor to React: it tells what was typed, and shows another value when one comes from outside, without moving
 * the caret for a value that says the same.
 */
export function useEditor({ value, onChange, label, disabled, described, invalid }: Options) {
  const id = useId()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [state, setState] = useState<EditorState | null>(null)
  const [link, setLinkAsked] = useState<{ href: string } | null>(null)
  const view = useRef<EditorView | null>(null)
  /** The value that came from outside last, and what it looks like: going back to it is going back to it. */
  const given = useRef<{ value: string; doc: Node } | null>(null)
  const told = useRef(value)
  const now = useRef({ onChange, disabled, attributes: {} })
  now.current = { onChange, disabled, attributes: attributesOf({ id, label, disabled, described, invalid }) }

  const askForLink = useCallback(() => {
    if (view.current) setLinkAsked({ href: linkAround(view.current.state)?.href ?? '' })
  }, [])

  useEffect(() => {
    if (place === null) return undefined
    const doc = readHtml(told.current)
    given.current = { value: told.current, doc }
    const begun = EditorState.create({ doc, plugins: plugins(askForLink) })
    const editor = new EditorView(place, {
      state: begun,
      editable: () => !now.current.disabled,
      attributes: () => now.current.attributes,
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction)
        editor.updateState(next)
        setState(next)
        if (!transaction.docChanged) return
        told.current = given.current?.doc.eq(next.doc) ? given.current.value : writeHtml(next.doc)
        now.current.onChange(told.current)
      },
    })
    view.current = editor
    setState(begun)
    return () => {
      view.current = null
      editor.destroy()
    }
  }, [place, askForLink])

  useEffect(() => {
    const editor = view.current
    if (!editor || value === told.current) return
    told.current = value
    const doc = readHtml(value)
    given.current = { value, doc }
    if (doc.eq(editor.state.doc)) return
    editor.updateState(EditorState.create({ doc, plugins: editor.state.plugins }))
    setState(editor.state)
  }, [value])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the attributes are read again whenever one of these is another
  useEffect(() => view.current?.setProps({}), [label, disabled, described, invalid])

  const perform = (command: Command) => {
    const editor = view.current
    if (!editor) return
    command(editor.state, editor.dispatch, editor)
    editor.focus()
  }
  const closeLink = () => {
    setLinkAsked(null)
    view.current?.focus()
  }
  return {
    id,
    place: setPlace,
    state,
    link,
    focus: () => view.current?.focus(),
    run: (tool: Exclude<Tool, 'link'>) => perform(COMMANDS[tool]),
    askForLink,
    closeLink,
    applyLink(href: string) {
      closeLink()
      perform(setLink(href))
    },
    dropLink() {
      closeLink()
      perform(removeLink)
    },
  }
}

function attributesOf(said: Omit<Options, 'value' | 'onChange'> & { id: string }): Record<string, string> {
  return {
    id: said.id,
    class: 'rich-text-body',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': said.label,
    'aria-invalid': String(said.invalid),
    'aria-readonly': String(said.disabled),
    ...(said.described === '' ? {} : { 'aria-describedby': said.described }),
    // What is only shown can be reached and read by keys too.
    ...(said.disabled ? { tabindex: '0' } : {}),
  }
}

/**
 * A stored description, or the plain text of an older one, whose lines end where it broke them. It is parsed apart from the
 * page: nothing in it runs or loads.
 */
function readHtml(html: string): Node {
  const text = BLOCKS.test(html) ? html : html.trim().replace(/\r\n?|\n/g, '<br>')
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return parser.parse(body)
}
