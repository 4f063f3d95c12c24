import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Where a service says that a video has come further. */
export const CALLBACK_PATH = '/v1/video/callbacks';

/** Signs the address at which a service may say that one task has come further. */
export class CallbackSigner {
  /** The gateway's secrets, the current one first: what was signed with another of them stays valid. */
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

/** Takes the same time wherever the first difference is. */
function isSameText(given: string, expected: string): boolean {
  const givenBytes = Buffer.from(given);
  const expectedBytes = Buffer.from(expected);
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}
