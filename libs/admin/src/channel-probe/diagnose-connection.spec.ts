import { describe, expect, it } from '@jest/globals';
import { GatewayError } from '#canonical';
import { type Channel } from '#catalog';
import { diagnoseConnection } from './diagnose-connection.js';

const PLACE = new URL('https://api.example:8443/v1/chat/completions');

function diagnose(error: GatewayError, settings: Partial<Channel> = {}) {
  const channel = { provider: 'openai', ...settings } as Channel;
  return diagnoseConnection(error, { place: PLACE, channel });
}

function failed(code?: string): GatewayError {
  const cause = code === undefined ? new Error('over') : Object.assign(new Error('over'), { code });
  return new GatewayError('upstream-unreachable', 'The connection failed.', { cause });
}

describe('why there was no answer', () => {
  it.each([
    ['ENOTFOUND', /host name "api\.example" was not found/, /DNS/],
    ['EAI_AGAIN', /host name "api\.example" was not found/, /DNS/],
    ['ECONNREFUSED', /api\.example:8443: the connection was refused/, /port/],
    ['UND_ERR_CONNECT_TIMEOUT', /No connection to api\.example:8443/, /firewall/],
    ['EHOSTUNREACH', /no way from this machine/, /base_url/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/, /http:\/\//],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /not trusted \(DEPTH_ZERO/, /NODE_EXTRA_CA_CERTS/],
    ['CERT_HAS_EXPIRED', /not trusted \(CERT_HAS_EXPIRED\)/, /base_url/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /not trusted/, /base_url/],
    ['HPE_INVALID_CONSTANT', /does not speak HTTP/, /https:\/\//],
    ['ECONNRESET', /closed the connection/, /proxy/],
  ])('%s', (code, message, advice) => {
    const found = diagnose(failed(code));
    expect(found.message).toMatch(message);
    expect(found.advice).toMatch(advice);
  });

  it.each([
    ['bedrock', 'ENOTFOUND', 'region', /no such region/],
    ['vertex', 'ENOTFOUND', 'location', /no such location/],
    ['azure-openai', 'ENOTFOUND', 'base_url', /no resource of that name/],
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

  it('is the address where it is not the usual one of a cloud', () => {
    const found = diagnose(failed('ENOTFOUND'), { provider: 'bedrock', baseUrl: 'https://api.example:8443' });
    expect(found).toMatchObject({ field: 'base_url', advice: expect.stringContaining('DNS') });
  });

  it('is said where there is no code, too', () => {
    expect(diagnose(failed()).message).toMatch(/closed the connection/);
  });

  it('may be that it took too long', () => {
    const late = new GatewayError('upstream-timeout', 'late');
    expect(diagnose(late).message).toMatch(/did not answer in time/);
  });
});
