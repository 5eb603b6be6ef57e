type Sharp = typeof import('sharp')['default']

let loaded: Promise<Sharp> | undefined

/** The decoder of pictures, with the first picture: most days of a shop have none, and it takes 8 MB and 40 ms of every start. */
export function loadSharp(): Promise<Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Decoded data is not needed twice, and the cache only grows the process.
    sharp.cache(false)
    return sharp
  })
  return loaded
}
