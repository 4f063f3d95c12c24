import { createHmac } from 'node:crypto';
import type { Account } from '../account.js';

/** Encrypts this reasoning of the model for this account. */
export function encrypt(reasoning: string, { signatureSecret }: Account): string {
  const content = Buffer.from(reasoning).toString('base64url');
  const seal = createHmac('sha256', signatureSecret).update(content).digest('base64url');
  return `gAAAA-${content}.${seal}`;
}

export function isGenuine(encryptedContent: string, account: Account): boolean {
  const [, content] = /^gAAAA-([\w-]*)\./.exec(encryptedContent) ?? [];
  if (content === undefined) return false;
  return encryptedContent === encrypt(Buffer.from(content, 'base64url').toString('utf8'), account);
}
