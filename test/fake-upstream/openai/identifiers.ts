import { randomBytes } from 'node:crypto';

export function newId(prefix: string): string {
  return `${prefix}${randomBytes(12).toString('hex')}`;
}

export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
