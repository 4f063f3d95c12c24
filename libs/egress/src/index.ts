export { type ResponseKind, sendWithDeadlines } from './deadlines.js';
export { FetchTime } from './fetch-time.js';
export { HttpTransport } from './http-transport.js';
export { PublicFetcher } from './public-fetcher.js';
export { readBodyStart, readEach, readWholeBody } from './read-body.js';
export {
  type OutboundRequest,
  type ConsumeRead,
  type Transport,
  type UpstreamBody,
  type UpstreamResponse,
} from './transport.js';
export { EgressModule } from './egress.module.js';
