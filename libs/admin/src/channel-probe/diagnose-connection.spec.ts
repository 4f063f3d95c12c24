import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { diagnoseConnection } from './diagnose-connection.js';

const TARGET_URL = new URL('https://api.example:8443/v1/chat/completions');

function diagnose(error: GatewayError, settings: Partial<Channel> = {}) {
  const channel = { provider: 'openai', ...settings } as Channel;
  return diagnoseConnection(error, { url: TARGET_URL, channel });
}

function failed(code?: string): GatewayError {
  const cause = code === undefined ? new Error('over') : Object.assign(new Error('over'), { code });
  return new GatewayError('upstream-unreachable', 'The connection failed.', { cause });
}

describe('the diagnosis of a missing response', () => {
  it.each([
    ['ENOTFOUND', /host name "api\.example" was not found/, /DNS/],
    ['EAI_AGAIN', /host name "api\.example" was not found/, /DNS/],
    ['ECONNREFUSED', /api\.example:8443: the connection was refused/, /port/],
    ['UND_ERR_CONNECT_TIMEOUT', /Connecting to api\.example:8443 timed out/, /firewall/],
    ['EHOSTUNREACH', /cannot be reached from this machine/, /base_url/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not use TLS/, /http:\/\//],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /not trusted \(DEPTH_ZERO/, /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /not trusted \(CERT_HAS_EXPIRED\)/, /base_url/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /not trusted/, /base_url/],
    ['HPE_INVALID_CONSTANT', /does not use HTTP/, /https:\/\//],
    ['ECONNRESET', /closed the connection/, /proxy/],
  ])('%s', (code, message, advice) => {
    const found = diagnose(failed(code));
    expect(found.message).toMatch(message);
    expect(found.advice).toMatch(advice);
  });

  it.each([
    ['bedrock', 'ENOTFOUND', 'region', /region does not exist/],
    ['vertex', 'ENOTFOUND', 'location', /location does not exist/],
    ['azure-openai', 'ENOTFOUND', 'base_url', /resource does not exist/],
    ['ollama', 'ECONNREFUSED', 'base_url', /ollama serve.*container/],
    ['vllm', 'ECONNREFUSED', 'base_url', /vllm serve/],
    ['lmstudio', 'ECONNREFUSED', 'base_url', /LM Studio/],
    ['openai', 'ENOTFOUND', 'base_url', /typing error/],
  ])('of %s, %s: the field %s', (provider, code, field, advice) => {
    expect(diagnose(failed(code), { provider })).toMatchObject({
      field,
      advice: expect.stringMatching(advice),
    });
  });

  it('is base_url if that is not the default of the cloud', () => {
    const found = diagnose(failed('ENOTFOUND'), { provider: 'bedrock', baseUrl: 'https://api.example:8443' });
    expect(found).toMatchObject({ field: 'base_url', advice: expect.stringContaining('DNS') });
  });

  it('does not require an error code', () => {
    expect(diagnose(failed()).message).toMatch(/closed the connection/);
  });

  it('can be a timeout', () => {
    const late = new GatewayError('upstream-timeout', 'late');
    expect(diagnose(late).message).toMatch(/did not respond in time/);
  });
});
