import { type DecipherGCM, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type SecretKeys, fixedKeys } from './secret-keys.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How many bytes are encrypted or decrypted before the event loop runs again: less than a millisecond of work. */
const SLICE_BYTES = 512 * 1024;

/**
 * Encrypts secrets and contents for the database and the data folder. Each value is authenticated with its storage
 * location as context (`channels/<id>/secrets`), so that it cannot be decrypted after a copy to another row or column.
 */
export class SecretBox {
  readonly keys: SecretKeys;

  constructor(keys: Uint8Array | SecretKeys) {
    this.keys = keys instanceof Uint8Array ? fixedKeys(Buffer.from(keys)) : keys;
    if (this.keys.all().length === 0 || this.keys.all().some(({ length }) => length !== KEY_BYTES)) {
      throw new Error(`a secret box needs a key of ${KEY_BYTES} bytes`);
    }
  }

  seal(plaintext: string, context: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.currentKey(), nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Uint8Array, context: string): string {
    for (const key of this.keys.all()) {
      const opened = openWith(key, sealed, context);
      if (opened !== undefined) return opened;
    }
    throw new SecretUnreadable(context);
  }

  /** Like `seal`, for large values: the event loop runs between slices. */
  async sealLarge(plaintext: Uint8Array, context: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.currentKey(), nonce).setAAD(Buffer.from(context));
    const sealed: Buffer[] = [];
    for (const slice of sliceBytes(plaintext)) {
      if (sealed.length > 0) await yieldToEventLoop();
      sealed.push(cipher.update(slice));
    }
    sealed.push(cipher.final());
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), ...sealed]);
  }

  /** Like `open`, for large values: the event loop runs between slices. */
  async openLarge(sealed: Uint8Array, context: string): Promise<Buffer> {
    for (const key of this.keys.all()) {
      const opened = await openLargeWith(key, sealed, context);
      if (opened !== undefined) return opened;
    }
    throw new SecretUnreadable(context);
  }

  /** Whether the value was sealed with the current key. */
  isCurrent(sealed: Uint8Array, context: string): boolean {
    return openWith(this.currentKey(), sealed, context) !== undefined;
  }

  private currentKey(): Uint8Array {
    const [key] = this.keys.all();
    if (key === undefined) throw new Error('the secret key is missing');
    return key;
  }
}

/** Undefined if the value was not sealed with this key and context. */
function openWith(key: Uint8Array, sealed: Uint8Array, context: string): string | undefined {
  const started = startOpening(key, sealed, context);
  if (started === undefined) return undefined;
  const { decipher, content } = started;
  try {
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

async function openLargeWith(
  key: Uint8Array,
  sealed: Uint8Array,
  context: string,
): Promise<Buffer | undefined> {
  const started = startOpening(key, sealed, context);
  if (started === undefined) return undefined;
  const { decipher, content } = started;
  const opened: Buffer[] = [];
  for (const slice of sliceBytes(content)) {
    if (opened.length > 0) await yieldToEventLoop();
    opened.push(decipher.update(slice));
  }
  try {
    return Buffer.concat([...opened, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Undefined if the bytes are not a sealed value. */
function startOpening(
  key: Uint8Array,
  sealed: Uint8Array,
  context: string,
): { decipher: DecipherGCM; content: Buffer } | undefined {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag);
  return { decipher, content: bytes.subarray(1 + NONCE_BYTES + TAG_BYTES) };
}

function* sliceBytes(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    yield bytes.subarray(from, from + SLICE_BYTES);
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor(readonly context: string) {
    super(`the secret at ${context} cannot be decrypted with this MODELGATE_SECRET_KEY`);
  }
}
