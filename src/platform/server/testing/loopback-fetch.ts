/** Lets a test reach its own servers and nobody else. */
export const loopbackFetch: typeof globalThis.fetch = async (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname !== '127.0.0.1' && hostname !== 'localhost' && hostname !== '[::1]') {
    throw new TypeError(`a test asked for ${hostname}`)
  }
  return fetch(input, init)
}
