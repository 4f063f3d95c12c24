import { createHash } from 'node:crypto';

/** The value that Google specifies for calls that none of its models has made. */
const DUMMY = 'skip_thought_signature_validator';

const PREFIX = 'thought:';

/** The signature of this content of the model. It consists of bytes, so its text is base64. */
export function toSignature(content: unknown): string {
  const digest = createHash('sha256').update(canonical(content)).digest('hex');
  return Buffer.from(`${PREFIX}${digest}`).toString('base64');
}

/** Whether this model has made the signature, for this content or for another. */
export function isGenuine(signature: string): boolean {
  if (signature === DUMMY) return true;
  return /^thought:[0-9a-f]{64}$/.test(Buffer.from(signature, 'base64').toString('latin1'));
}

export function provesCall(signature: string, call: { name?: unknown; args?: unknown }): boolean {
  return signature === DUMMY || signature === toSignature([call.name, call.args ?? {}]);
}

/** JSON with sorted keys, because a client need not preserve their order. */
function canonical(content: unknown): string {
  return JSON.stringify(content, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  });
}
