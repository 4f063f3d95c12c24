import { describe, expect, it } from '@jest/globals';
import { type Channel } from '#catalog';
import { diagnoseResponse } from './upstream-fault.js';

const KEY = 'sk-0123456789abcdef';
const AUTH = { type: 'aws' } as Channel['auth'];

function diagnose(provider: string, status: number, error: object, auth?: Channel['auth']) {
  const json = 'error' in error || '__type' in error ? error : { error };
  const bytes = Buffer.from(JSON.stringify(json));
  const channel = { provider, apiKeys: auth ? [] : [KEY], headers: {}, auth } as unknown as Channel;
  const url = new URL('https://api.example/v1/chat');
  return diagnoseResponse(
    { status, headers: {}, bytes, json },
    { channel, apiKey: auth ? undefined : KEY, url, upstreamModel: 'm' },
  );
}

const message = (words: string) => ({ message: words });

describe('the diagnosis of a response that cannot be used', () => {
  it.each<[string, string, number, object, boolean, string, RegExp, RegExp]>([
    [
      'a wrong key',
      'openai',
      401,
      message('Incorrect API key'),
      false,
      'api_keys',
      /rejected the key …/,
      /new key/,
    ],
    [
      'no permission',
      'openai',
      403,
      message('not allowed'),
      false,
      'api_keys',
      /is not allowed/,
      /models, projects/,
    ],
    [
      'no permission of a key',
      'bedrock',
      403,
      message('denied'),
      false,
      'api_keys',
      /is not allowed/,
      /bedrock:InvokeModel/,
    ],
    [
      'a refused identity',
      'bedrock',
      401,
      message('invalid'),
      true,
      'auth',
      /rejected the identity/,
      /clock/,
    ],
    [
      'a refused identity',
      'vertex',
      401,
      message('invalid'),
      true,
      'auth',
      /rejected the identity/,
      /service account/,
    ],
    [
      'a refused identity',
      'azure-openai',
      401,
      message('invalid'),
      true,
      'auth',
      /rejected the identity/,
      /tenant/,
    ],
    [
      'no role',
      'bedrock',
      403,
      message('denied'),
      true,
      'auth',
      /identity.*is not allowed/,
      /bedrock:InvokeModel/,
    ],
    [
      'no role, or another project',
      'vertex',
      403,
      message('denied'),
      true,
      'project',
      /is not allowed/,
      /Vertex AI User/,
    ],
    ['no role', 'azure-openai', 403, message('denied'), true, 'auth', /is not allowed/, /OpenAI User/],
    [
      'no model',
      'openai',
      404,
      message('no model'),
      false,
      'models',
      /does not have the model "m"/,
      /upstream name/,
    ],
    ['no model', 'bedrock', 404, message('no model'), false, 'models', /"m"/, /inference profile/],
    ['no model', 'vertex', 404, message('no model'), true, 'models', /"m"/, /location/],
    [
      'no deployment',
      'azure-openai',
      404,
      { code: 'DeploymentNotFound' },
      false,
      'models',
      /"m"/,
      /deployment/,
    ],
    ['no model', 'ollama', 404, message('model not found'), false, 'models', /"m"/, /ollama pull/],
    ['no model', 'vllm', 404, message('no model'), false, 'models', /"m"/, /served-model-name/],
  ])('%s at %s (%d)', (_what, provider, status, error, hasIdentity, field, words, advice) => {
    const found = diagnose(provider, status, error, hasIdentity ? AUTH : undefined);
    expect(found).toMatchObject({ status, field });
    expect(found.message).toMatch(words);
    expect(found.advice).toMatch(advice);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });
});
