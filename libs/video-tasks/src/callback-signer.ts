import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The path of callbacks of providers. */
export const CALLBACK_PATH = '/v1/video/callbacks';

/** Signs the callback URL of a task. */
export class CallbackSigner {
  /** The gateway's secret keys, the current one first. Signatures with the others stay valid. */
  constructor(private readonly secretKeys: () => readonly Uint8Array[]) {}

  sign(taskId: string): string {
    const [signature = ''] = this.getSignatures(taskId);
    return signature;
  }

  isGenuine(taskId: string, signature: string): boolean {
    return this.getSignatures(taskId).some((expected) => isSameText(signature, expected));
  }

  private getSignatures(taskId: string): string[] {
    return this.secretKeys().map((secretKey) =>
      createHmac('sha256', toSigningKey(secretKey)).update(taskId).digest('base64url'),
    );
  }
}

function toSigningKey(secretKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secretKey, '', 'modelgate video callbacks', 32));
}

/** Compares in constant time. */
function isSameText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
