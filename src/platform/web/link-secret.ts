/** The secret that a link carries in its fragment. Chats make the full stop or the bracket behind a link part of it. */
export function linkSecret(): string {
  return /^#([\w-]*)/.exec(location.hash)?.[1] ?? ''
}
