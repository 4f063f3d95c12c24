import { type AuthType } from '#credentials';

/** One setting of `auth`. */
export interface AuthMember {
  /** The name in the admin API. */
  readonly name: string;
  readonly label: string;
  /** `secret`: never returned again. `json`: a secret of several lines. */
  readonly type: 'url' | 'text' | 'secret' | 'json';
  readonly help?: string;
}

/**
 * The settings of each type of `auth` in the API and the console. Without any, the identity of the gateway's host is
 * used. Files of the host and federated identities can be set only in the config file.
 */
export const AUTH_MEMBERS: Readonly<Record<AuthType, readonly AuthMember[]>> = {
  aws: [
    {
      name: 'access_key_id',
      label: 'Access key ID',
      type: 'text',
      help: 'If empty, the default AWS credential chain is used: environment, profile, web identity, container, instance role.',
    },
    { name: 'secret_access_key', label: 'Secret access key', type: 'secret' },
    {
      name: 'session_token',
      label: 'Session token',
      type: 'secret',
      help: 'For temporary credentials only.',
    },
    {
      name: 'role_arn',
      label: 'Role',
      type: 'text',
      help: 'The ARN of a role to assume with these credentials.',
    },
    buildTokenUrlMember('of the Security Token Service (STS), for private endpoints'),
  ],
  google: [
    {
      name: 'credentials',
      label: 'Credentials (JSON)',
      type: 'json',
      help: 'The key file of a service account. If empty, the application default credentials of the host are used.',
    },
    buildTokenUrlMember('that tokens are fetched from, for private endpoints'),
  ],
  entra: [
    {
      name: 'tenant_id',
      label: 'Tenant ID',
      type: 'text',
      help: 'If there is no client secret, the workload or managed identity of the host is used.',
    },
    {
      name: 'client_id',
      label: 'Client ID',
      type: 'text',
      help: 'Of an application or a managed identity.',
    },
    { name: 'client_secret', label: 'Client secret', type: 'secret' },
    buildTokenUrlMember('that tokens are fetched from, for private endpoints'),
  ],
};

function buildTokenUrlMember(what: string): AuthMember {
  return {
    name: 'token_url',
    label: 'Token URL',
    type: 'url',
    help: `Replaces the default address ${what}. Requires credentials in this form.`,
  };
}
