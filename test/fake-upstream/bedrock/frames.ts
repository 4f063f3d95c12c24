import { EventStreamCodec } from '@smithy/eventstream-codec';

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
);

/** Frames are padded, so that their lengths reveal nothing about the text. */
const PADDING = 'abcdefghijklm';

export function encodeFrame(type: string, payload: object): Uint8Array {
  return encode({ ':event-type': type, ':message-type': 'event' }, { ...payload, p: PADDING });
}

export function encodeException(type: string, message: string): Uint8Array {
  return encode({ ':exception-type': type, ':message-type': 'exception' }, { message });
}

function encode(headers: Record<string, string>, payload: object): Uint8Array {
  const named = { ...headers, ':content-type': 'application/json' };
  return codec.encode({
    headers: Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name, { type: 'string' as const, value }]),
    ),
    body: Buffer.from(JSON.stringify(payload)),
  });
}
