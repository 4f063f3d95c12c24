import { type AuthType } from '#credentials';

/** One setting of `auth`. */
export interface AuthMember {
  /** As the admin API calls it. */
  readonly name: string;
  readonly label: string;
  /** `secret`: never shown again. `json`: a secret of many lines. */
  readonly type: 'url' | 'text' | 'secret' | 'json';
  readonly help?: string;
}

/** What each type of `auth` may say. Where all is left out, it is what the machine itself is known as. */
export const AUTH_MEMBERS: Readonly<Record<AuthType, readonly AuthMember[]>> = {
  aws: [
    {
      name: 'access_key_id',
      label: 'Access key id',
      type: 'text',
      help: 'Without one, the standard chain of AWS: environment, profile, web identity, container, instance role.',
    },
    { name: 'secret_access_key', label: 'Secret access key', type: 'secret' },
    { name: 'session_token', label: 'Session token', type: 'secret', help: 'Of temporary keys only.' },
    {
      name: 'role_arn',
      label: 'Role',
      type: 'text',
      help: 'The ARN of a role to assume with the keys, or with those of the chain.',
    },
    tokenUrl('of the Security Token Service (STS), for private endpoints'),
  ],
  google: [
    {
      name: 'credentials',
      label: 'Credentials (JSON)',
      type: 'json',
      help: 'The key file of a service account, or the configuration of a federated identity.',
    },
    {
      name: 'credentials_file',
      label: 'Credentials file',
      type: 'text',
      help: 'Where such a file is on the machine of the gateway. Without either, the application default credentials.',
    },
    tokenUrl('that tokens are fetched from, for private endpoints'),
  ],
  entra: [
    {
      name: 'tenant_id',
      label: 'Tenant id',
      type: 'text',
      help: 'Without a secret or a certificate, the workload or managed identity of the machine.',
    },
    {
      name: 'client_id',
      label: 'Client id',
      type: 'text',
      help: 'Of the application, or of a managed identity.',
    },
    { name: 'client_secret', label: 'Client secret', type: 'secret' },
    {
      name: 'certificate_file',
      label: 'Certificate file',
      type: 'text',
      help: 'In place of a secret: a PEM file with key and certificate, on the machine of the gateway.',
    },
    tokenUrl('that tokens are fetched from, for private endpoints'),
  ],
};

function tokenUrl(what: string): AuthMember {
  return {
    name: 'token_url',
    label: 'Token address',
    type: 'url',
    help: `In place of the usual one ${what}.`,
  };
}
