import { type DecipherGCM, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type SecretKeys, fixedKeys } from './secret-keys.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** How much is encrypted or decrypted before the event loop runs again: less than a millisecond of work. */
const SLICE_BYTES = 512 * 1024;

/**
 * Seals secrets and contents for the database and the data folder. Each sealed value is bound to the place it is stored in
 * (`channels/<id>/secrets`): copied into another row or column, it no longer opens.
 */
export class SecretBox {
  readonly keys: SecretKeys;

  constructor(keys: Uint8Array | SecretKeys) {
    this.keys = keys instanceof Uint8Array ? fixedKeys(Buffer.from(keys)) : keys;
    if (this.keys.all().length === 0 || this.keys.all().some(({ length }) => length !== KEY_BYTES)) {
      throw new Error(`a secret box needs a key of ${KEY_BYTES} bytes`);
    }
  }

  seal(plaintext: string, place: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.currentKey(), nonce).setAAD(Buffer.from(place));
    const sealed = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), sealed]);
  }

  open(sealed: Uint8Array, place: string): string {
    for (const key of this.keys.all()) {
      const opened = openWith(key, sealed, place);
      if (opened !== undefined) return opened;
    }
    throw new SecretUnreadable(place);
  }

  /** Like `seal`, for bytes of any length: the event loop runs between slices of them. */
  async sealLarge(plaintext: Uint8Array, place: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.currentKey(), nonce).setAAD(Buffer.from(place));
    const sealed: Buffer[] = [];
    for (const slice of slicesOf(plaintext)) {
      if (sealed.length > 0) await nextTurn();
      sealed.push(cipher.update(slice));
    }
    sealed.push(cipher.final());
    return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), ...sealed]);
  }

  /** Like `open`, for what may be large: the event loop runs between slices of it. */
  async openLarge(sealed: Uint8Array, place: string): Promise<Buffer> {
    for (const key of this.keys.all()) {
      const opened = await openLargeWith(key, sealed, place);
      if (opened !== undefined) return opened;
    }
    throw new SecretUnreadable(place);
  }

  /** Whether it was sealed with the current key. */
  isCurrent(sealed: Uint8Array, place: string): boolean {
    return openWith(this.currentKey(), sealed, place) !== undefined;
  }

  private currentKey(): Uint8Array {
    const [key] = this.keys.all();
    if (key === undefined) throw new Error('there is no secret key');
    return key;
  }
}

/** Undefined where it was not sealed with this key, for this place. */
function openWith(key: Uint8Array, sealed: Uint8Array, place: string): string | undefined {
  const started = startOpening(key, sealed, place);
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
  place: string,
): Promise<Buffer | undefined> {
  const started = startOpening(key, sealed, place);
  if (started === undefined) return undefined;
  const { decipher, content } = started;
  const opened: Buffer[] = [];
  for (const slice of slicesOf(content)) {
    if (opened.length > 0) await nextTurn();
    opened.push(decipher.update(slice));
  }
  try {
    return Buffer.concat([...opened, decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Undefined where it is not a sealed value. */
function startOpening(
  key: Uint8Array,
  sealed: Uint8Array,
  place: string,
): { decipher: DecipherGCM; content: Buffer } | undefined {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  if (bytes[0] !== VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place)).setAuthTag(tag);
  return { decipher, content: bytes.subarray(1 + NONCE_BYTES + TAG_BYTES) };
}

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array, void> {
  for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
    yield bytes.subarray(from, from + SLICE_BYTES);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable';

  constructor(readonly place: string) {
    super(`the secret at ${place} cannot be opened with this MODELGATE_SECRET_KEY`);
  }
}
