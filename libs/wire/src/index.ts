export { dialectOf } from './errors/dialect.js';
export { encodeError } from './errors/encode-error.js';
export { encodeModel, encodeModelList } from './models/model-list.js';
export { WIRE_FORMATS, type WireFormatId } from './registry.js';
export { type ForwardedRequest, type StreamTap, type WireFormat } from './wire-format.js';
