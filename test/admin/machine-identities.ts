const EXTERNAL = {
  type: 'external_account',
  audience: '//iam.googleapis.com/a',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
};
const OWN_USER = { type: 'authorized_user', client_id: 'c', client_secret: 'own-secret', refresh_token: 'r' };
export const ELSEWHERE = 'https://tokens.example.com/';

const vertex = (auth: object, more: object = {}): object => ({
  provider: 'vertex',
  project: 'p',
  auth: { type: 'google', ...auth },
  ...more,
});
const bedrock = (auth: object, more: object = {}): object => ({
  provider: 'bedrock',
  region: 'eu-west-1',
  auth: { type: 'aws', ...auth },
  ...more,
});
export const azure = (auth: object, base_url: string, more: object = {}): object => ({
  provider: 'azure-openai',
  base_url,
  auth: { type: 'entra', ...auth },
  ...more,
});
const federated = (source: object): object => ({ ...EXTERNAL, credential_source: source });

/** Settings that only the operator may give a channel, and the field that an error names. */
export const REFUSED: readonly [what: string, settings: object, param: string][] = [
  ['a file', vertex({ credentials_file: '/etc/passwd' }), 'auth.credentials_file'],
  ['a file that is not there', vertex({ credentials_file: '/no/such/file' }), 'auth.credentials_file'],
  [
    'a certificate in a file',
    azure({ tenant_id: 't', client_id: 'c', certificate_file: '/etc/passwd' }, 'https://a.openai.azure.com'),
    'auth.certificate_file',
  ],
  ['a token in a file', vertex({ credentials: federated({ file: '/etc/passwd' }) }), 'auth.credentials'],
  ['a token of an address', vertex({ credentials: federated({ url: ELSEWHERE }) }), 'auth.credentials'],
  [
    'a token of a program',
    vertex({ credentials: federated({ executable: { command: '/bin/id' } }) }),
    'auth.credentials',
  ],
  [
    'a token of AWS',
    vertex({ credentials: federated({ environment_id: 'aws1', region_url: ELSEWHERE }) }),
    'auth.credentials',
  ],
  ['a certificate as a source', vertex({ credentials: federated({ certificate: {} }) }), 'auth.credentials'],
  [
    'a file beneath an impersonated account',
    vertex({
      credentials: {
        type: 'impersonated_service_account',
        service_account_impersonation_url: ELSEWHERE,
        source_credentials: federated({ file: '/etc/passwd' }),
      },
    }),
    'auth.credentials',
  ],
  ...['\u00a0', '\ufeff', '\u2003', '\n\t '].map((space): [string, object, string] => [
    `a file, after ${JSON.stringify(space)}`,
    vertex({ credentials: `${space}${JSON.stringify(federated({ file: '/etc/passwd' }))}${space}` }),
    'auth.credentials',
  ]),
  ['Google defaults at a token address', vertex({ token_url: ELSEWHERE }), 'auth.token_url'],
  ['Google defaults at an address', vertex({}, { base_url: 'https://example.com' }), 'base_url'],
  [
    'Google defaults without encryption',
    vertex({}, { base_url: 'http://aiplatform.googleapis.com' }),
    'base_url',
  ],
  [
    'Google defaults at another port',
    vertex({}, { base_url: 'https://aiplatform.googleapis.com:8443' }),
    'base_url',
  ],
  [
    'Google defaults at a host that looks like it',
    vertex({}, { base_url: 'https://aiplatform.googleapis.com.example.com' }),
    'base_url',
  ],
  ['Google defaults under another name', vertex({}, { headers: { Host: 'example.com' } }), 'headers.Host'],
  ['AWS defaults at an address', bedrock({}, { base_url: 'https://example.com' }), 'base_url'],
  [
    'AWS defaults at a foreign endpoint',
    bedrock({}, { base_url: 'https://vpce-0a-1b.bedrock-runtime.eu-west-1.vpce.amazonaws.com' }),
    'base_url',
  ],
  ['AWS defaults at a token address', bedrock({ token_url: ELSEWHERE }), 'auth.token_url'],
  [
    'a role of AWS defaults at an address',
    bedrock({ role_arn: 'arn:aws:iam::123456789012:role/m' }, { base_url: 'https://example.com' }),
    'base_url',
  ],
  ['AWS defaults at a bucket', bedrock({}, { region: 's3' }), 'region'],
  ['a managed identity at an address', azure({}, 'https://example.com'), 'base_url'],
  ['a managed identity at an API gateway', azure({}, 'https://mine.azure-api.net'), 'base_url'],
  [
    'a managed identity at a token address',
    azure({ token_url: ELSEWHERE }, 'https://a.openai.azure.com'),
    'auth.token_url',
  ],
  [
    'a workload of another tenant at an address',
    azure({ tenant_id: 't', client_id: 'c' }, 'https://example.com'),
    'base_url',
  ],
];

/**
 * Settings that every admin may give a channel: own credentials at any address, and those of the machine at the
 * addresses of its cloud.
 */
export const TAKEN: readonly [what: string, settings: object][] = [
  ['own credentials of Google', vertex({ credentials: OWN_USER, token_url: ELSEWHERE })],
  ['own keys of AWS', bedrock({ access_key_id: 'a', secret_access_key: 's', token_url: ELSEWHERE })],
  [
    'an own application of Entra',
    azure({ tenant_id: 't', client_id: 'c', client_secret: 'own-secret' }, 'https://example.com'),
  ],
  ['Google defaults', vertex({}, { location: 'europe-west1' })],
  [
    'Google defaults at its own address',
    vertex({}, { base_url: 'https://us-central1-aiplatform.googleapis.com' }),
  ],
  ['AWS defaults', bedrock({ role_arn: 'arn:aws:iam::123456789012:role/m' })],
  [
    'AWS defaults at its own address',
    bedrock({}, { base_url: 'https://bedrock-runtime.us-gov-west-1.amazonaws.com' }),
  ],
  ['a managed identity', azure({}, 'https://a.services.ai.azure.com')],
];

export const OWN = {
  vertex: vertex({ credentials: OWN_USER }),
  bedrock: bedrock({ access_key_id: 'a', secret_access_key: 's' }),
  'azure-openai': azure({ tenant_id: 't', client_id: 'c', client_secret: 's' }, 'https://a.openai.azure.com'),
} as const;
/** Removes the channel's own credentials. */
export const GONE = {
  vertex: { credentials: null },
  bedrock: { access_key_id: null, secret_access_key: null },
  'azure-openai': { tenant_id: null, client_id: null, client_secret: null },
} as const;
