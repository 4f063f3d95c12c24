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

/**
 * The settings that each type of `auth` has in the API and the console. Without any, it is the identity of the gateway's
 * machine. Files of the machine and federated identities are for the config file alone.
 */
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
      help: 'The key file of a service account. Without it, the application default credentials of the machine.',
    },
    tokenUrl('that tokens are fetched from, for private endpoints'),
  ],
  entra: [
    {
      name: 'tenant_id',
      label: 'Tenant id',
      type: 'text',
      help: 'Without a secret, the workload or managed identity of the machine.',
    },
    {
      name: 'client_id',
      label: 'Client id',
      type: 'text',
      help: 'Of the application, or of a managed identity.',
    },
    { name: 'client_secret', label: 'Client secret', type: 'secret' },
    tokenUrl('that tokens are fetched from, for private endpoints'),
  ],
};

function tokenUrl(what: string): AuthMember {
  return {
    name: 'token_url',
    label: 'Token address',
    type: 'url',
    help: `In place of the usual one ${what}. Needs credentials of its own.`,
  };
}
