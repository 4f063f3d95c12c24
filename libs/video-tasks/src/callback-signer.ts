import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';

/** The path of callbacks of providers. */
export const CALLBACK_PATH = '/v1/video/callbacks';

/** Signs the callback URL of a task, with the current secret key. Signatures with the former ones stay valid. */
@Injectable()
export class CallbackSigner {
  constructor(private readonly secretBox: SecretBox) {}

  sign(taskId: string): string {
    const [signature = ''] = this.getSignatures(taskId);
    return signature;
  }

  isGenuine(taskId: string, signature: string): boolean {
    return this.getSignatures(taskId).some((expected) => isSameText(signature, expected));
  }

  private getSignatures(taskId: string): string[] {
    return this.secretBox.keys
      .all()
      .map((secretKey) => createHmac('sha256', toSigningKey(secretKey)).update(taskId).digest('base64url'));
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
