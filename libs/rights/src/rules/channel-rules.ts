import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '#canonical';
import { type WantedChange } from '../wanted-change.js';
import { type Principal, isUnlimited } from '../principal.js';
import { needsScope } from '../refusals.js';

type Members = Readonly<Record<string, unknown>>;

/** Members of `auth` that hold the path of a file, and their names in the admin API. */
const FILE_MEMBERS = [
  ['credentialsFile', 'auth.credentials_file'],
  ['certificateFile', 'auth.certificate_file'],
] as const;

/** Files of the gateway's machine belong to the operator. */
export function checkChannel(principal: Principal, { before, after }: WantedChange<'channel'>): void {
  if (principal.kind === 'operator' || after?.auth === undefined) return;
  const auth = after.auth as Members;
  const former = (before?.auth ?? {}) as Members;
  if (!isDeepStrictEqual(auth['credentials'], former['credentials'])) refuseForeignFiles(auth['credentials']);
  if (isUnlimited(principal)) return;
  for (const [member, param] of FILE_MEMBERS) {
    if (auth[member] !== undefined && auth[member] !== former[member])
      throw needsScope('*', "it names a file of the gateway's machine", { param });
  }
}

/**
 * Federated credentials can name a file or a program whose content or output is sent to an address that they name, too.
 * Only the config file of the operator can have such credentials.
 */
export function refuseForeignFiles(credentials: unknown): void {
  if (!namesFile(credentials)) return;
  throw new GatewayError(
    'invalid-value',
    '"auth.credentials": names a file or a program of the gateway\'s machine; give such credentials by credentials_file, or in the config file.',
    { param: 'auth.credentials' },
  );
}

function namesFile(credentials: unknown): boolean {
  const members = typeof credentials === 'string' ? parse(credentials) : credentials;
  if (!isMap(members)) return false;
  const { credential_source: source, source_credentials: inner } = members;
  if (isMap(source) && ['file', 'executable', 'certificate'].some((name) => name in source)) return true;
  return inner !== undefined && namesFile(inner);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
