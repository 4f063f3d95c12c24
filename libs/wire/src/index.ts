export { type AnswerContext, type RouteHints, type StreamDecoder, type StreamEncoder } from './chat-codec.js';
export { dialectOf } from './errors/dialect.js';
export { encodeError } from './errors/encode-error.js';
export { parseModelPath } from './gemini-generate-content/index.js';
export { encodeModel, encodeModelList } from './models/model-list.js';
export * as responseState from './openai-responses/state.js';
export { TOKEN_COUNTERS, type TokenCounterId, WIRE_FORMATS, type WireFormatId } from './registry.js';
export { type ForwardedRequest, type StreamTap, type WireFormat } from './wire-format.js';
