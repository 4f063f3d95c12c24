import type { NativeAnswer } from '../service.js';

/** The body of a response without streaming, as it is on the wire. */
export function getBodyText({ body }: NativeAnswer): string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}

/** Everything that a service without a fault sends for this response. */
export function getBodyBytes(answer: NativeAnswer): Buffer {
  if (!answer.isStream) return Buffer.from(getBodyText(answer));
  const { framing } = answer;
  const events = answer.events().map((event, index) => framing.event(event, index));
  return Buffer.from([...events, framing.end].join(''));
}
