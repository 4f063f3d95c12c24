import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from './testing/config-folder.js';

const SECRET = 'hunter2-hunter2-hunter2';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const cloud = (provider: string, keys: string) =>
  `channels:\n- name: a\n  provider: ${provider}\n  models: [m]\n  ${keys}`;

describe('a channel in a cloud', () => {
  it('has a location and an identity', () => {
    const yaml = `
channels:
  - name: aws
    provider: bedrock
    region: eu-west-1
    auth:
      type: aws
      accessKeyId: AKIA
      secretAccessKey: \${A_SECRET}
      sessionToken: session
      roleArn: arn:aws:iam::123456789012:role/models
      tokenUrl: http://127.0.0.1:9/sts
    models: [m]
  - name: google
    provider: vertex
    project: my-project
    location: global
    auth: { type: google, credentials: { type: service_account, client_email: a@b, private_key: "\${A_SECRET}" } }
    models: [m]
  - name: google-text
    provider: vertex
    auth: { type: google, credentials: "\${GOOGLE_JSON}" }
    models: [m]
  - name: entra
    provider: azure-openai
    baseUrl: https://example.openai.azure.com
    auth: { type: entra, tenantId: t, clientId: c, clientSecret: \${A_SECRET} }
    models: [m]
  - { name: of-the-machine, provider: bedrock, region: eu-west-1, auth: { type: aws }, models: [m] }
`;
    const json = '{"type":"authorized_user","client_id":"c","client_secret":"s","refresh_token":"r"}';
    const { file } = folder.load(yaml, { A_SECRET: 'a-secret', GOOGLE_JSON: json });
    expect(
      file?.channels.map(({ name, region, project, location, auth }) => ({
        name,
        region,
        project,
        location,
        auth,
      })),
    ).toEqual([
      {
        name: 'aws',
        region: 'eu-west-1',
        auth: {
          type: 'aws',
          accessKeyId: 'AKIA',
          secretAccessKey: 'a-secret',
          sessionToken: 'session',
          roleArn: 'arn:aws:iam::123456789012:role/models',
          tokenUrl: 'http://127.0.0.1:9/sts',
        },
      },
      {
        name: 'google',
        project: 'my-project',
        location: 'global',
        auth: {
          type: 'google',
          credentials: '{"type":"service_account","client_email":"a@b","private_key":"a-secret"}',
        },
      },
      { name: 'google-text', auth: { type: 'google', credentials: json } },
      { name: 'entra', auth: { type: 'entra', tenantId: 't', clientId: 'c', clientSecret: 'a-secret' } },
      { name: 'of-the-machine', region: 'eu-west-1', auth: { type: 'aws' } },
    ]);
  });

  it.each([
    [cloud('openai', 'region: eu-west-1'), '5: channels[0].region: is supported only for provider bedrock'],
    [
      cloud('openai', 'auth: { type: aws }'),
      '5: channels[0].auth: is supported only for provider azure-openai, bedrock, vertex',
    ],
    [cloud('bedrock', ''), '2: channels[0].region: is missing: it is required for provider bedrock'],
    [
      cloud('bedrock', 'region: a.example.com/'),
      '5: channels[0].region: "a.example.com/" is not a region (lower-case letters, digits and hyphens)',
    ],
    [cloud('vertex', 'auth: { type: aws }'), '5: channels[0].auth.type: provider vertex supports google'],
    [
      cloud('vertex', 'auth: { type: gogle }'),
      '5: channels[0].auth.type: "gogle" is not aws, google or entra',
    ],
    [cloud('vertex', 'auth: x'), '5: channels[0].auth: text is not a map with a type'],
    [
      cloud('vertex', 'auth: { type: google, credentialFile: x }'),
      '5: channels[0].auth.credentialFile: unknown key; did you mean "credentialsFile"?',
    ],
    [
      cloud('vertex', 'auth: { type: google, credentials: "{\\"type\\": 1}" }'),
      '5: channels[0].auth.credentials: has no known type (service_account, authorized_user, external_account, impersonated_service_account)',
    ],
    [
      cloud('vertex', `auth: { type: google, credentials: ${SECRET} }`),
      '5: channels[0].auth.credentials: is not the JSON of Google credentials, as a map or as text',
    ],
    [
      cloud(
        'vertex',
        `auth: { type: google, credentials: { type: service_account, private_key: ${SECRET} } }`,
      ),
      '5: channels[0].auth.credentials: has no client_email, which is required for service_account',
    ],
    [
      cloud('vertex', `apiKey: k\n  auth: { type: google }`),
      '6: channels[0].auth: cannot be combined with apiKey',
    ],
    [
      cloud('bedrock', `region: r\n  auth: { type: aws, secretAccessKey: ${SECRET} }`),
      '6: channels[0].auth.accessKeyId: is missing: it is required for secretAccessKey',
    ],
    [
      cloud('bedrock', 'region: r\n  auth: { type: aws, roleArn: admin }'),
      '6: channels[0].auth.roleArn: "admin" is not the ARN of a role, such as arn:aws:iam::123456789012:role/models',
    ],
    [
      cloud(
        'azure-openai',
        `baseUrl: http://a\n  auth: { type: entra, clientId: c, clientSecret: ${SECRET} }`,
      ),
      '6: channels[0].auth.tenantId: is missing: it is required for clientSecret',
    ],
  ])('%j prevents the start', (yaml, message) => {
    expect(folder.getError(yaml, { SECRET })).toBe(`modelgate.yaml:${message}`);
  });
});
