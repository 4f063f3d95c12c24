export { Access } from './access.js';
export { AccessDeclarations } from './access-declarations.js';
export { getCallerDialect } from './get-caller-dialect.js';
export { ErrorFilter } from './error.filter.js';
export {
  RequestContext,
  type SessionSummary,
  addResponseHeaders,
  getResponseHeaders,
} from './request-context.js';
export { Drain } from './drain.js';
export { HttpEdgeModule } from './http-edge.module.js';
export { type MediaFile } from './media/media-file.js';
export { describeMedia, sendMedia } from './media/send-media.js';
export { getPath } from './get-path.js';
export { prepareServer } from './prepare-server.js';
export { readJsonBody } from './read-body.js';
export { newRequestId, requestIdHeaders } from './request-id.js';
export { requireScraper } from './require-scraper.js';
export { RouteTable } from './route-table.js';
