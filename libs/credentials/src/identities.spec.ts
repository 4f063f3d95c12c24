import { X509Certificate, createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import aws4 from 'aws4';
import { importSPKI, importX509, jwtVerify } from 'jose';
import { HttpTransport } from '#egress';
import { CERTIFICATE, CERTIFICATE_KEY } from './__fixtures__/certificate.js';
import { TokenService } from './__fixtures__/token-service.js';
import { type ChannelAuth } from './channel-auth.js';
import { type Clock, SYSTEM_CLOCK } from './clock.js';
import { type CredentialFault } from './credential-fault.js';
import { type Credentials } from './credential-source.js';
import { CredentialSources } from './credential-sources.js';
import { IdentityRules } from './identity/channel-identity.js';

const GOOGLE_SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const AZURE_SCOPE = 'https://cognitiveservices.azure.com/.default';
const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-EXAMPLEKEY' };
const ROLE = 'arn:aws:iam::123456789012:role/models';
const TOKEN = { json: { access_token: 'a-token', expires_in: 3600 } };
const BEARER = { kind: 'bearer', token: 'a-token' };

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

async function getFault(fetched: Promise<Credentials>): Promise<string> {
  const error: unknown = await fetched.catch((thrown: unknown) => thrown);
  return ((error as Error).cause as CredentialFault).message;
}

const serviceAccount = (): object => ({
  type: 'service_account',
  client_email: 'models@p.example',
  private_key: privateKey,
  private_key_id: 'k1',
});

const assumed = (action: string) => ({
  text: `<${action}Response xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><${action}Result><Credentials>
    <AccessKeyId>ASIA1</AccessKeyId><SecretAccessKey>temporary</SecretAccessKey>
    <SessionToken>session</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration>
    </Credentials></${action}Result></${action}Response>`,
});

describe('identities', () => {
  const http = new HttpTransport();
  let service: TokenService;
  let folder: string;
  const opened: CredentialSources[] = [];

  beforeAll(async () => {
    service = await new TokenService().start();
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-identities-'));
  });
  afterEach(() => {
    for (const sources of opened.splice(0)) sources.onModuleDestroy();
    service.requests.length = 0;
  });
  afterAll(async () => {
    await service.close();
    await http.close();
    rmSync(folder, { recursive: true });
  });

  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  function fetchAs(auth: ChannelAuth, environment: NodeJS.ProcessEnv = {}, clock: Clock = SYSTEM_CLOCK) {
    const logger = { info: () => undefined, warn: () => undefined } as never;
    // The folder has no credentials, so those of the developer are not used.
    const sources = new CredentialSources({
      http,
      clock,
      environment: { CLOUDSDK_CONFIG: folder, ...environment },
      logger,
      rules: new IdentityRules([]),
    });
    opened.push(sources);
    const account = { auth, region: 'eu-west-1', declaredBy: 'operator' as const };
    return sources.open(account).ready(AbortSignal.timeout(10_000));
  }

  describe('of Google', () => {
    it('are service accounts with self-signed assertions', async () => {
      service.respond = () => TOKEN;
      const auth = { type: 'google', tokenUrl: `${service.url}/token` } as const;
      const credentials = JSON.stringify(serviceAccount());
      expect(await fetchAs({ ...auth, credentials })).toEqual(BEARER);
      const { form } = service.last;
      expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
      const key = await importSPKI(publicKey, 'RS256');
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', key, {
        issuer: 'models@p.example',
        audience: 'https://oauth2.googleapis.com/token',
        algorithms: ['RS256'],
      });
      expect([payload['scope'], protectedHeader.kid]).toEqual([GOOGLE_SCOPE, 'k1']);
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3600);
      // The same from a file of the channel or of the environment.
      const credentialsFile = write('sa.json', credentials);
      expect(await fetchAs({ ...auth, credentialsFile })).toEqual(BEARER);
      expect(await fetchAs(auth, { GOOGLE_APPLICATION_CREDENTIALS: credentialsFile })).toEqual(BEARER);
      expect(service.requests).toHaveLength(3);
    });

    it('are users, and machines in Google Cloud', async () => {
      service.respond = () => TOKEN;
      const user = { type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r' };
      const tokenUrl = `${service.url}/token`;
      expect(await fetchAs({ type: 'google', credentials: JSON.stringify(user), tokenUrl })).toEqual(BEARER);
      expect(Object.fromEntries(service.last.form)).toEqual({
        grant_type: 'refresh_token',
        client_id: 'i',
        client_secret: 's',
        refresh_token: 'r',
      });
      const { host } = new URL(service.url);
      expect(await fetchAs({ type: 'google' }, { GCE_METADATA_HOST: host })).toEqual(BEARER);
      expect(service.last.url.pathname).toBe('/computeMetadata/v1/instance/service-accounts/default/token');
      expect(service.last.headers['metadata-flavor']).toBe('Google');
    });

    it('are federated, with and without impersonation of a service account', async () => {
      service.respond = ({ url }) => {
        if (url.pathname === '/subject') return { json: { id: 'from-elsewhere' } };
        if (url.pathname === '/impersonate')
          return { json: { accessToken: 'of-the-account', expireTime: '2099-01-01T00:00:00Z' } };
        return TOKEN;
      };
      const federated = {
        type: 'external_account',
        audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/x',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        token_url: `${service.url}/elsewhere`,
      };
      const file = { ...federated, credential_source: { file: write('subject', 'from-a-file') } };
      const tokenUrl = `${service.url}/token`;
      expect(await fetchAs({ type: 'google', credentials: JSON.stringify(file), tokenUrl })).toEqual(BEARER);
      expect(service.last.url.pathname).toBe('/token');
      expect(Object.fromEntries(service.last.form)).toEqual({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        audience: federated.audience,
        scope: GOOGLE_SCOPE,
        requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        subject_token: 'from-a-file',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      });
      const address = {
        ...federated,
        credential_source: {
          url: `${service.url}/subject`,
          format: { type: 'json', subject_token_field_name: 'id' },
        },
        service_account_impersonation_url: `${service.url}/impersonate`,
      };
      const impersonated = await fetchAs({ type: 'google', credentials: JSON.stringify(address) });
      expect(impersonated).toEqual({ kind: 'bearer', token: 'of-the-account' });
      expect(service.requests.at(-2)?.form.get('subject_token')).toBe('from-elsewhere');
      expect(service.last.headers.authorization).toBe('Bearer a-token');
      expect(JSON.parse(service.last.body)).toEqual({ scope: [GOOGLE_SCOPE] });
    });

    it('fail with helpful messages that contain no secrets', async () => {
      service.respond = () => ({
        status: 400,
        json: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
      });
      const tokenUrl = `${service.url}/token`;
      const wrong = { type: 'google', credentials: JSON.stringify(serviceAccount()), tokenUrl } as const;
      expect(await getFault(fetchAs(wrong))).toContain('the token request: invalid_grant: Invalid JWT');
      const missing = { type: 'google', credentialsFile: join(folder, 'none.json') } as const;
      // The message does not reveal whether the file exists.
      const unusable = { type: 'google', credentialsFile: write('text.json', 'hush-hush') } as const;
      for (const auth of [missing, unusable, { ...missing, credentialsFile: folder }]) {
        expect(await getFault(fetchAs(auth))).toMatch(/^The file of auth\.credentials_file contains no cred/);
      }
      const noKey = JSON.stringify({ ...serviceAccount(), private_key: 'hush-hush' });
      expect(await getFault(fetchAs({ type: 'google', credentials: noKey }))).toBe(
        'No RSA private key found in the private_key of the credentials.',
      );
    });
  });

  describe('of Entra ID', () => {
    const application = { type: 'entra', tenantId: 'contoso.example', clientId: 'app' } as const;

    it('are applications with a secret', async () => {
      service.respond = () => TOKEN;
      const tokenUrl = `${service.url}/token`;
      expect(await fetchAs({ ...application, clientSecret: 'a secret&', tokenUrl })).toEqual(BEARER);
      expect(Object.fromEntries(service.last.form)).toEqual({
        grant_type: 'client_credentials',
        client_id: 'app',
        scope: AZURE_SCOPE,
        client_secret: 'a secret&',
      });
    });

    it('are applications with a certificate', async () => {
      service.respond = () => TOKEN;
      const certificate = CERTIFICATE;
      const certificateFile = write('both.pem', `${certificate}\n${CERTIFICATE_KEY}`);
      const environment = { AZURE_AUTHORITY_HOST: `${service.url}/` };
      expect(await fetchAs({ ...application, certificateFile }, environment)).toEqual(BEARER);
      const { form, url } = service.last;
      expect(url.pathname).toBe('/contoso.example/oauth2/v2.0/token');
      expect(form.get('client_assertion_type')).toBe(
        'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      );
      const { payload, protectedHeader } = await jwtVerify(
        form.get('client_assertion') ?? '',
        await importX509(certificate, 'PS256'),
        { issuer: 'app', subject: 'app', audience: url.href, algorithms: ['PS256'] },
      );
      expect(payload.jti).toMatch(/^[\da-f-]{36}$/);
      const { raw } = new X509Certificate(certificate);
      expect(protectedHeader['x5t#S256']).toBe(createHash('sha256').update(raw).digest('base64url'));
    });

    it('are workloads with a token in a file that Kubernetes renews', async () => {
      service.respond = () => TOKEN;
      const environment = {
        AZURE_FEDERATED_TOKEN_FILE: write('federated', 'of-kubernetes\n'),
        AZURE_CLIENT_ID: 'app',
        AZURE_TENANT_ID: 't',
        AZURE_AUTHORITY_HOST: service.url,
      };
      expect(await fetchAs({ type: 'entra' }, environment)).toEqual(BEARER);
      expect(service.last.url.pathname).toBe('/t/oauth2/v2.0/token');
      expect(service.last.form.get('client_assertion')).toBe('of-kubernetes');
    });

    it('are the managed identity of this machine', async () => {
      const soon = Math.floor(Date.now() / 1000) + 3600;
      service.respond = () => ({ json: { access_token: 'a-token', expires_on: String(soon) } });
      const container = { IDENTITY_ENDPOINT: `${service.url}/msi`, IDENTITY_HEADER: 'h' };
      expect(await fetchAs({ type: 'entra', clientId: 'mine' }, container)).toEqual(BEARER);
      expect([service.last.method, service.last.url.pathname + service.last.url.search]).toEqual([
        'GET',
        '/msi?api-version=2019-08-01&resource=https%3A%2F%2Fcognitiveservices.azure.com&client_id=mine',
      ]);
      expect(service.last.headers['x-identity-header']).toBe('h');
      expect(await fetchAs({ type: 'entra', tokenUrl: `${service.url}/imds` })).toEqual(BEARER);
      expect(service.last.headers['metadata']).toBe('true');
      service.respond = () => ({
        status: 400,
        json: { error: 'invalid_request', error_description: 'Identity not found' },
      });
      expect(await getFault(fetchAs({ type: 'entra' }, container))).toMatch(
        /^No managed identity is available: .* invalid_request: Identity not found$/,
      );
    });
  });

  describe('of AWS', () => {
    const temporary = {
      kind: 'aws',
      accessKeyId: 'ASIA1',
      secretAccessKey: 'temporary',
      sessionToken: 'session',
    };

    it('are roles, assumed with a signed request', async () => {
      service.respond = () => assumed('AssumeRole');
      const auth = { type: 'aws', ...KEYS, roleArn: ROLE, tokenUrl: service.url } as const;
      expect(await fetchAs(auth)).toEqual(temporary);
      const { body, form, headers } = service.last;
      expect([form.get('Action'), form.get('RoleArn')]).toEqual(['AssumeRole', ROLE]);
      const { authorization = '' } = headers;
      const [, signedNames = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
      const signed = Object.fromEntries(signedNames.split(';').map((name) => [name, String(headers[name])]));
      const place = { service: 'sts', region: 'eu-west-1', method: 'POST', path: '/' };
      const request = { ...place, host: String(headers['host']), headers: signed, body };
      const again = aws4.sign(request, KEYS);
      expect(again.headers?.['Authorization']).toBe(authorization);
    });

    it('are those of the standard chain, with and without a role', async () => {
      const tokenFile = write('web-identity', 'of-the-cluster');
      const variables = {
        AWS_ROLE_ARN: ROLE,
        AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
        AWS_EC2_METADATA_DISABLED: 'true',
      };
      const before = { ...process.env };
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE']) delete process.env[name];
      Object.assign(process.env, variables);
      try {
        service.respond = ({ form }) => assumed(form.get('Action') ?? '');
        expect(await fetchAs({ type: 'aws', tokenUrl: service.url })).toEqual(temporary);
        expect(service.last.form.get('WebIdentityToken')).toBe('of-the-cluster');
        const above = { type: 'aws', roleArn: `${ROLE}-2`, tokenUrl: service.url } as const;
        expect(await fetchAs(above)).toEqual(temporary);
        expect(service.requests.map(({ form }) => form.get('Action'))).toEqual([
          'AssumeRoleWithWebIdentity',
          'AssumeRoleWithWebIdentity',
          'AssumeRole',
        ]);
        expect(service.last.headers['x-amz-security-token']).toBe('session');
      } finally {
        for (const name of Object.keys(variables)) delete process.env[name];
        Object.assign(process.env, before);
      }
    });

    it('fail with helpful messages', async () => {
      service.respond = () => ({
        status: 403,
        text: '<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>User: arn:aws:iam::1:user/a is not authorized to perform: sts:AssumeRole</Message></Error></ErrorResponse>',
      });
      const auth = { type: 'aws', ...KEYS, roleArn: ROLE, tokenUrl: service.url } as const;
      expect(await getFault(fetchAs(auth))).toBe(
        'AWS returned no credentials: AccessDenied: User: arn:aws:iam::1:user/a is not authorized to perform: sts:AssumeRole',
      );
    });
  });
});
