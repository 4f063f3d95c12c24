import { isMap } from '../request-token.js';
import { createSettingFault } from '../credential-fault.js';
import { type Members, CHECK_CREDENTIALS, getText, requireText } from './google-request.js';

/** How deeply credentials of one identity can be nested in those of another. */
const MAX_DEPTH = 3;

/** Parsed Google credentials. The same value is checked by the rules and used for fetching. */
export type GoogleDocument = ServiceAccount | AuthorizedUser | ExternalAccount | ImpersonatedAccount;

export interface ServiceAccount {
  type: 'service_account';
  clientEmail: string;
  privateKey: string;
  privateKeyId: string | undefined;
  tokenUri: string | undefined;
}

export interface AuthorizedUser {
  type: 'authorized_user';
  clientId: string;
  clientSecret: string;
  refreshToken: string;
  tokenUri: string | undefined;
}

/** A federated identity. Its token comes from a file, a program, a URL or the cloud in which the gateway runs. */
export interface ExternalAccount {
  type: 'external_account';
  members: Members;
  impersonation: Impersonation | undefined;
}

interface ImpersonatedAccount {
  type: 'impersonated_service_account';
  source: GoogleDocument;
  impersonation: Impersonation | undefined;
}

export interface Impersonation {
  url: string;
  delegates: unknown;
}

/** Throws a CredentialFault without quoting the text. `place` is the origin of the text, for messages. */
export function parseGoogleDocument(text: string, place: string): GoogleDocument {
  const members = parseJson(text);
  if (isMap(members)) return readDocument(members, 0);
  throw createSettingFault(`No Google credentials in JSON format found in ${place}.`, `Check ${place}.`);
}

/** Whether the credentials, or their source credentials, read from the machine of the gateway. */
export function isFederated(document: GoogleDocument): boolean {
  if (document.type === 'impersonated_service_account') return isFederated(document.source);
  return document.type === 'external_account';
}

function readDocument(members: Members, depth: number): GoogleDocument {
  if (depth > MAX_DEPTH)
    throw createSettingFault('The credentials have too many nested source credentials.', CHECK_CREDENTIALS);
  const { type } = members;
  switch (type) {
    case 'service_account':
      return {
        type,
        clientEmail: requireText(members, 'client_email'),
        privateKey: requireText(members, 'private_key'),
        privateKeyId: getText(members, 'private_key_id'),
        tokenUri: getText(members, 'token_uri'),
      };
    case 'authorized_user':
      return {
        type,
        clientId: requireText(members, 'client_id'),
        clientSecret: requireText(members, 'client_secret'),
        refreshToken: requireText(members, 'refresh_token'),
        tokenUri: getText(members, 'token_uri'),
      };
    case 'external_account':
      return { type, members, impersonation: readImpersonation(members) };
    case 'impersonated_service_account': {
      const source = members['source_credentials'];
      if (!isMap(source))
        throw createSettingFault('The credentials have no source_credentials.', CHECK_CREDENTIALS);
      return { type, source: readDocument(source, depth + 1), impersonation: readImpersonation(members) };
    }
    default:
      throw createSettingFault('The credentials have an unknown type.', CHECK_CREDENTIALS);
  }
}

function readImpersonation(members: Members): Impersonation | undefined {
  const url = getText(members, 'service_account_impersonation_url');
  return url === undefined ? undefined : { url, delegates: members['delegates'] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of the parser could quote the text.
    return undefined;
  }
}
