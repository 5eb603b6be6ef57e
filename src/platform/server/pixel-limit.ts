/**
 * Pixels that any picture may have, read from its header before anything is decoded: a 776 kB PNG of 16,000 × 16,000 would
 * take 824 MB.
 */
export const PIXEL_LIMIT = 40_000_000
