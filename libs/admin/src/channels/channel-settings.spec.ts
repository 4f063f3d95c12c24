import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GatewayError } from '#canonical';
import { IdentityRules } from '#credentials';
import { applyChannelSettings } from './channel-settings.js';

const rules = new IdentityRules([]);
const SOURCES = [
  { file: '/etc/passwd' },
  { url: 'http://169.254.169.254/' },
  { executable: { command: '/bin/id' } },
  { environment_id: 'aws1' },
  { certificate: {} },
  {},
];

/** Characters that only some parsers treat as space or ignore. */
const INVISIBLE = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\v',
  '\f',
  '\0',
  '\u00a0',
  '\u00ad',
  '\u1680',
  '\u180e',
  '\u2000',
  '\u2028',
  '\u200b',
  '\u200d',
  '\u2060',
  '\u3000',
  '\ufeff',
  '\ud800',
];
const space = fc.array(fc.constantFrom(...INVISIBLE), { maxLength: 3 }).map((parts) => parts.join(''));

const external = fc.constantFrom(...SOURCES).map((source) => ({
  type: 'external_account',
  audience: 'a',
  subject_token_type: 't',
  token_url: 'https://tokens.example.com',
  credential_source: source,
}));
/** The external account alone, or nested in impersonated accounts. */
const federated = fc.tuple(external, fc.integer({ min: 0, max: 5 })).map(([document, depth]): object =>
  Array.from({ length: depth }).reduce<object>(
    (inner) => ({
      type: 'impersonated_service_account',
      service_account_impersonation_url: 'https://tokens.example.com',
      source_credentials: inner,
    }),
    document,
  ),
);

function create(credentials: unknown): unknown {
  const auth = { type: 'google', credentials };
  const input = { name: 'c', provider: 'vertex', project: 'p', models: ['m'], auth };
  try {
    return applyChannelSettings(input, rules).settings.auth;
  } catch (error) {
    if (error instanceof GatewayError) return error.param;
    throw error;
  }
}

describe('Google credentials from the API', () => {
  it('never read from the machine, in any form of the text', () => {
    const text = fc
      .tuple(space, federated, fc.constantFrom(0, 2), space)
      .map(([before, document, indent, after]) => before + JSON.stringify(document, null, indent) + after);
    // Of two members with the same name, the last one applies.
    const twice = federated.map((document) =>
      JSON.stringify(document).replace('{', '{"type":"authorized_user","client_id":"c",'),
    );
    fc.assert(
      fc.property(fc.oneof(federated, text, twice), (credentials) => {
        expect(create(credentials)).toBe('auth.credentials');
      }),
      { numRuns: 200 },
    );
  });

  it('are stored as they were parsed', () => {
    const user = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'r' };
    const stored = { type: 'google', credentials: JSON.stringify(user) };
    fc.assert(
      fc.property(space, space, (before, after) => {
        const result = create(`${before}${JSON.stringify(user, null, 1)}${after}`);
        expect([stored, 'auth.credentials']).toContainEqual(result);
      }),
      { numRuns: 100 },
    );
    expect(create(`\u00a0\ufeff${JSON.stringify(user)}`)).toEqual(stored);
    expect(create(user)).toEqual(stored);
  });
});
