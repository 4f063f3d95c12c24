/** How a channel proves who it is where it has no key: what is left out, the machine has to know. */
export type ChannelAuth = AwsAuth | GoogleAuth | EntraAuth;

/** Without keys, those of the standard credential chain of AWS. */
export interface AwsAuth {
  type: 'aws';
  accessKeyId?: string;
  secretAccessKey?: string;
  sessionToken?: string;
  /** Assumed with the keys, or with those of the chain. */
  roleArn?: string;
  /** In place of the Security Token Service's. */
  tokenUrl?: string;
}

/** Without either, the application default credentials of Google. */
export interface GoogleAuth {
  type: 'google';
  credentialsFile?: string;
  /** What would stand in the file: JSON as text. */
  credentials?: string;
  tokenUrl?: string;
}

/** Without a secret or a certificate, the workload or managed identity of Microsoft Entra ID. */
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

/** Members whose values nobody may read. */
const SECRET_MEMBERS = ['secretAccessKey', 'sessionToken', 'credentials', 'clientSecret'] as const;

type SecretMember = (typeof SECRET_MEMBERS)[number];

/** Those of the members that are secret; all others may be shown. */
export function pickAuthSecrets(auth: ChannelAuth): Partial<Record<SecretMember, string>> {
  return Object.fromEntries(Object.entries(auth).filter(([member]) => isSecretMember(member)));
}

export function isSecretMember(member: string): member is SecretMember {
  return (SECRET_MEMBERS as readonly string[]).includes(member);
}

/** In the JSON of Google's credentials. */
const GOOGLE_SECRETS = ['private_key', 'private_key_id', 'client_secret', 'refresh_token'];

/** Texts that must not be repeated to anybody, wherever they turn up. */
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
