/** How a channel without an API key authenticates. Missing members come from the machine. */
export type ChannelAuth = AwsAuth | GoogleAuth | EntraAuth;

/** Without keys, the standard credential chain of AWS is used. */
export interface AwsAuth {
  type: 'aws';
  accessKeyId?: string;
  secretAccessKey?: string;
  sessionToken?: string;
  /** The role to assume with the keys, or with those of the chain. */
  roleArn?: string;
  /** Replaces the URL of the Security Token Service. */
  tokenUrl?: string;
}

/** Without a file and without credentials, the application default credentials of Google are used. */
export interface GoogleAuth {
  type: 'google';
  credentialsFile?: string;
  /** The content of such a file: JSON as text. */
  credentials?: string;
  tokenUrl?: string;
}

/** Without a secret and a certificate, the workload or managed identity of Microsoft Entra ID is used. */
export interface EntraAuth {
  type: 'entra';
  tenantId?: string;
  clientId?: string;
  clientSecret?: string;
  /** PEM: a private key and its certificate. */
  certificateFile?: string;
  tokenUrl?: string;
}

export const AUTH_TYPES = ['aws', 'google', 'entra'] as const satisfies readonly ChannelAuth['type'][];
export type AuthType = ChannelAuth['type'];

/** Members whose values must not be shown. */
const SECRET_MEMBERS = ['secretAccessKey', 'sessionToken', 'credentials', 'clientSecret'] as const;

type SecretMember = (typeof SECRET_MEMBERS)[number];

/** The secret members. All others may be shown. */
export function pickAuthSecrets(auth: ChannelAuth): Partial<Record<SecretMember, string>> {
  return Object.fromEntries(Object.entries(auth).filter(([member]) => isSecretMember(member)));
}

export function isSecretMember(member: string): member is SecretMember {
  return (SECRET_MEMBERS as readonly string[]).includes(member);
}

/** The secret members in the JSON of Google credentials. */
const GOOGLE_SECRETS = ['private_key', 'private_key_id', 'client_secret', 'refresh_token'];

/** Texts that must be removed from all messages. */
export function listAuthSecrets(auth: ChannelAuth): string[] {
  const { credentials, ...secrets } = pickAuthSecrets(auth);
  return [...Object.values(secrets), ...(credentials === undefined ? [] : listGoogleSecrets(credentials))];
}

function listGoogleSecrets(credentials: string): string[] {
  try {
    const members = JSON.parse(credentials) as Readonly<Record<string, unknown>> | null;
    return GOOGLE_SECRETS.map((name) => members?.[name]).filter((value) => typeof value === 'string');
  } catch {
    return [];
  }
}
