import { isMap } from '../ask-token-service.js';
import { settingFault } from '../credential-fault.js';
import { type Members, CHECK_CREDENTIALS, getText, requireText } from './google-question.js';

/** Credentials of one identity may lead to another, but not on and on. */
const MAX_DEPTH = 3;

/** The JSON of Google credentials, parsed: what is judged and what is used are this one value. */
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

/** A federated identity: its token comes from a file, a program, an address or the cloud that the gateway runs in. */
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

/** Throws a CredentialFault that repeats nothing of the text. `place` says where the text is from. */
export function parseGoogleDocument(text: string, place: string): GoogleDocument {
  const members = parseJson(text);
  if (isMap(members)) return readDocument(members, 0);
  throw settingFault(`There is no JSON of Google credentials in ${place}.`, `Check ${place}.`);
}

/** Whether the credentials, or those that they build on, read anything on the machine of the gateway. */
export function isFederated(document: GoogleDocument): boolean {
  if (document.type === 'impersonated_service_account') return isFederated(document.source);
  return document.type === 'external_account';
}

function readDocument(members: Members, depth: number): GoogleDocument {
  if (depth > MAX_DEPTH)
    throw settingFault('The credentials lead from one identity to the next.', CHECK_CREDENTIALS);
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
        throw settingFault('The credentials have no source_credentials.', CHECK_CREDENTIALS);
      return { type, source: readDocument(source, depth + 1), impersonation: readImpersonation(members) };
    }
    default:
      throw settingFault('The credentials have no type that is known.', CHECK_CREDENTIALS);
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
    // The message of the parser may repeat the text.
    return undefined;
  }
}
