import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { descriptionSchema } from './description-schema.ts'

const { nodes, marks } = descriptionSchema

export type Tool =
  | 'strong'
  | 'em'
  | 'underline'
  | 'title'
  | 'subtitle'
  | 'bullets'
  | 'numbers'
  | 'link'
  | 'undo'
  | 'redo'

/** What each tool does to the text. The link asks for its address first, so it is not here. */
export const COMMANDS: Record<Exclude<Tool, 'link'>, Command> = {
  strong: toggleMark(marks.strong),
  em: toggleMark(marks.em),
  underline: toggleMark(marks.underline),
  title: toggleHeading(3),
  subtitle: toggleHeading(4),
  bullets: toggleList(nodes.bullet_list),
  numbers: toggleList(nodes.ordered_list),
  undo,
  redo,
}

/** Whether the tool's mark or block is on where the caret is. */
export function isOn(state: EditorState, tool: Tool): boolean {
  switch (tool) {
    case 'strong':
    case 'em':
    case 'underline':
    case 'link':
      return hasMark(state, marks[tool])
    case 'title':
    case 'subtitle':
      return headingLevel(state) === (tool === 'title' ? 3 : 4)
    case 'bullets':
      return listAround(state) === nodes.bullet_list
    case 'numbers':
      return listAround(state) === nodes.ordered_list
    default:
      return false
  }
}

function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection
  if (empty) return type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
  return state.doc.rangeHasMark(from, to, type)
}

function headingLevel({ selection }: EditorState): number | null {
  const block = selection.$from.parent
  return block.type === nodes.heading ? (block.attrs['level'] as number) : null
}

function listAround({ selection: { $from } }: EditorState): NodeType | null {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === nodes.bullet_list || type === nodes.ordered_list) return type
  }
  return null
}

function toggleHeading(level: 3 | 4): Command {
  return (state, dispatch, view) => {
    const back = headingLevel(state) === level
    const command = back ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level })
    return command(state, dispatch, view)
  }
}

/** A title becomes a line of the list: a list has none. */
function listFromTitle(type: NodeType): Command {
  return (state, dispatch) => {
    const tr = state.tr.setBlockType(state.selection.from, state.selection.to, nodes.paragraph)
    return wrapInList(type)(state.apply(tr), (wrapping) => {
      for (const step of wrapping.steps) tr.step(step)
      dispatch?.(tr.scrollIntoView())
    })
  }
}

/** Into that list, out of it, or from the other kind of list into it. */
function toggleList(type: NodeType): Command {
  return (state, dispatch, view) => {
    const around = listAround(state)
    if (around === null) return wrapInList(type)(state, dispatch, view) || listFromTitle(type)(state, dispatch, view)
    if (around === type) return liftListItem(nodes.list_item)(state, dispatch, view)
    const { $from } = state.selection
    const depth = Array.from({ length: $from.depth }, (_, up) => $from.depth - up).find(
      (at) => $from.node(at).type === around,
    )
    if (depth === undefined) return false
    dispatch?.(state.tr.setNodeMarkup($from.before(depth), type))
    return true
  }
}

interface LinkRange {
  from: number
  to: number
  href: string
}

/** The link that holds the whole selection, from its first to its last letter. */
export function linkAround(state: EditorState): LinkRange | null {
  const { $from, from, to } = state.selection
  const ranges: LinkRange[] = []
  let at = $from.start()
  for (const node of $from.parent.children) {
    const href = marks.link.isInSet(node.marks)?.attrs['href'] as string | undefined
    const last = ranges.at(-1)
    const end = at + node.nodeSize
    if (href !== undefined && last?.to === at && last.href === href) last.to = end
    else if (href !== undefined) ranges.push({ from: at, to: end, href })
    at = end
  }
  return ranges.find((range) => range.from <= from && to <= range.to) ?? null
}

/** Puts the link on what is selected, on the link around the caret, or writes the address where the caret is. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const around = linkAround(state)
    const { from, to } = around ?? state.selection
    const mark = marks.link.create({ href })
    const { tr } = state
    if (from === to) {
      const shown = href.replace(/^(https:\/\/|mailto:|tel:)/, '').replace(/\/$/, '')
      tr.replaceSelectionWith(descriptionSchema.text(shown, [mark]), false)
    } else {
      tr.removeMark(from, to, marks.link).addMark(from, to, mark)
      tr.setSelection(TextSelection.create(tr.doc, to))
    }
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView())
    return true
  }
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkAround(state) ?? state.selection
  dispatch?.(state.tr.removeMark(from, to, marks.link))
  return true
}

const lineBreak: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Undo, and the keys. Tab is not taken: it leaves the field, as everywhere. @param askForLink opens its dialog. */
export function plugins(askForLink: () => void): Plugin[] {
  return [
    history(),
    keymap({
      'Mod-b': COMMANDS.strong,
      'Mod-i': COMMANDS.em,
      'Mod-u': COMMANDS.underline,
      'Mod-k': () => {
        askForLink()
        return true
      },
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      'Shift-Enter': lineBreak,
      Enter: splitListItem(nodes.list_item),
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ]
}
