/** The parts of prom-client that are loaded, apart from its measurements of Node, which bring four times as much code. */
declare module 'prom-client/lib/registry.js' {
  export { Registry as default } from 'prom-client'
}
declare module 'prom-client/lib/counter.js' {
  export { Counter as default } from 'prom-client'
}
declare module 'prom-client/lib/gauge.js' {
  export { Gauge as default } from 'prom-client'
}
declare module 'prom-client/lib/histogram.js' {
  export { Histogram as default } from 'prom-client'
}
