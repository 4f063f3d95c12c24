export type { SseEvent } from './sse-event.js';
export type { SseBlock } from './sse-block.js';
export { SseDecoder } from './sse-decoder.js';
export { SseEventTooLarge } from './sse-event-too-large.js';
export { encodeSseEvent, SSE_KEEP_ALIVE } from './encode-sse-event.js';
export type { EventStreamMessage } from './event-stream-message.js';
export { InvalidEventStream } from './invalid-event-stream.js';
export { EventStreamDecoder } from './event-stream-decoder.js';
