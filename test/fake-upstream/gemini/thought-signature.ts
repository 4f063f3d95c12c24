import { createHash } from 'node:crypto';

/** What Google tells clients to send for a call that none of its models has made. */
const DUMMY = 'skip_thought_signature_validator';

const PREFIX = 'thought:';

/** Proves that the model has said this. It is bytes, so its text is base64. */
export function toSignature(content: unknown): string {
  const digest = createHash('sha256').update(canonical(content)).digest('hex');
  return Buffer.from(`${PREFIX}${digest}`).toString('base64');
}

/** Whether the signature is one of this model's, be it for this content or for another. */
export function isGenuine(signature: string): boolean {
  if (signature === DUMMY) return true;
  return /^thought:[0-9a-f]{64}$/.test(Buffer.from(signature, 'base64').toString('latin1'));
}

export function provesCall(signature: string, call: { name?: unknown; args?: unknown }): boolean {
  return signature === DUMMY || signature === toSignature([call.name, call.args ?? {}]);
}

/** JSON with the keys in order, which a client need not keep. */
function canonical(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}
