import { Node } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { descriptionSchema } from './description-schema.ts'
import { COMMANDS, isOn, linkAround, removeLink, setLink } from './editing.ts'
import { writeHtml } from './write-html.ts'

/** A state with the caret, or what is selected, between these letters of the first block. */
function stateOf(block: object, from: number, to = from): EditorState {
  const doc = Node.fromJSON(descriptionSchema, { type: 'doc', content: [block] })
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, to) })
}

const title = { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Casco' }] }

test('a title becomes a line of a list, changes its kind, and comes out as text', () => {
  let state = stateOf(title, 3)
  const run = (tool: 'bullets' | 'numbers') =>
    COMMANDS[tool](state, (tr) => {
      state = state.apply(tr)
    })
  expect(run('bullets')).toBe(true)
  expect(writeHtml(state.doc)).toBe('<ul><li>Casco</li></ul>')
  expect(isOn(state, 'bullets')).toBe(true)
  expect(COMMANDS.title(state)).toBe(false)
  run('numbers')
  expect(writeHtml(state.doc)).toBe('<ol><li>Casco</li></ol>')
  run('numbers')
  expect(writeHtml(state.doc)).toBe('<p>Casco</p>')
})

test('a link is put on what is selected, found from within, changed and taken off', () => {
  let state = stateOf({ type: 'paragraph', content: [{ type: 'text', text: 'Las bases aquí' }] }, 5, 10)
  const keep = (tr: Parameters<NonNullable<Parameters<typeof removeLink>[1]>>[0]) => {
    state = state.apply(tr)
  }
  setLink('https://ejemplo.test/a')(state, keep)
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 7)))
  expect(linkAround(state)).toEqual({ from: 5, to: 10, href: 'https://ejemplo.test/a' })
  setLink('https://ejemplo.test/b')(state, keep)
  expect(writeHtml(state.doc)).toContain(
    'Las <a href="https://ejemplo.test/b" rel="noopener nofollow" target="_blank">bases</a> aquí',
  )
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 7)))
  removeLink(state, keep)
  expect(writeHtml(state.doc)).toBe('<p>Las bases aquí</p>')
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 2)))
  expect(linkAround(state)).toBeNull()
})
