import { type ChannelAuth } from '../channel-auth.js';
import { type Credentials } from '../credential-source.js';
import { type GoogleDocument, parseGoogleDocument } from '../google/google-document.js';

/** The credentials of the machine on which the gateway runs, from its cloud or its operator. */
interface FromMachine {
  kind: 'machine';
}

/** A file on the machine of the gateway. */
interface FromFile {
  kind: 'file';
  path: string;
}

export type AwsKeys = Extract<Credentials, { kind: 'aws' }>;

export interface AwsIdentity {
  type: 'aws';
  from: { kind: 'keys'; keys: AwsKeys } | FromMachine;
  roleArn: string | undefined;
  tokenUrl: string | undefined;
}

export interface GoogleIdentity {
  type: 'google';
  from: { kind: 'document'; document: GoogleDocument } | FromFile | FromMachine;
  tokenUrl: string | undefined;
}

export interface EntraIdentity {
  type: 'entra';
  from: { kind: 'secret'; secret: string } | FromFile | FromMachine;
  tenantId: string | undefined;
  clientId: string | undefined;
  tokenUrl: string | undefined;
}

/** A completely parsed identity. The functions that fetch credentials require it. */
export type ParsedAuth = AwsIdentity | GoogleIdentity | EntraIdentity;

/** Throws a CredentialFault if the credentials cannot be parsed. */
export function parseAuth(auth: ChannelAuth): ParsedAuth {
  const { tokenUrl } = auth;
  switch (auth.type) {
    case 'aws':
      return { type: 'aws', from: readAwsOrigin(auth), roleArn: auth.roleArn, tokenUrl };
    case 'google':
      return { type: 'google', from: readGoogleOrigin(auth), tokenUrl };
    case 'entra': {
      const { tenantId, clientId } = auth;
      return { type: 'entra', from: readEntraOrigin(auth), tenantId, clientId, tokenUrl };
    }
  }
}

type Auth<Type extends ChannelAuth['type']> = Extract<ChannelAuth, { type: Type }>;

function readAwsOrigin(auth: Auth<'aws'>): AwsIdentity['from'] {
  const { accessKeyId, secretAccessKey, sessionToken } = auth;
  if (accessKeyId === undefined || secretAccessKey === undefined) return { kind: 'machine' };
  const session = sessionToken === undefined ? {} : { sessionToken };
  return { kind: 'keys', keys: { kind: 'aws', accessKeyId, secretAccessKey, ...session } };
}

function readGoogleOrigin({ credentials, credentialsFile }: Auth<'google'>): GoogleIdentity['from'] {
  if (credentials !== undefined)
    return { kind: 'document', document: parseGoogleDocument(credentials, 'auth.credentials') };
  return credentialsFile === undefined ? { kind: 'machine' } : { kind: 'file', path: credentialsFile };
}

function readEntraOrigin({ clientSecret, certificateFile }: Auth<'entra'>): EntraIdentity['from'] {
  if (clientSecret !== undefined) return { kind: 'secret', secret: clientSecret };
  return certificateFile === undefined ? { kind: 'machine' } : { kind: 'file', path: certificateFile };
}
