import { createSettingFault } from '../credential-fault.js';
import { type FetchDependencies } from '../fetch-dependencies.js';

export const CHECK_CREDENTIALS = 'Check auth.credentials or the credentials file.';

/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** One attempt to fetch a Google token. */
export interface GoogleRequest extends FetchDependencies {
  tokenUrl?: string | undefined;
  signal: AbortSignal;
}

export function getText(members: Members, name: string): string | undefined {
  const value = Object.hasOwn(members, name) ? members[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function requireText(members: Members, name: string): string {
  const text = getText(members, name);
  if (text !== undefined) return text;
  throw createSettingFault(`The credentials have no ${name}.`, CHECK_CREDENTIALS);
}

export function parseUrl(address: string): URL {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address);
  throw createSettingFault('The credentials contain an invalid URL.', CHECK_CREDENTIALS);
}
