import { describe, expect, it } from '@jest/globals';
import { getServiceName } from './service-name.js';

describe('getServiceName', () => {
  it.each([
    [{ provider: 'openai' }, 'openai'],
    [{ provider: 'bedrock', region: 'eu-west-1' }, 'bedrock'],
    [{ provider: 'bedrock', region: 'us-gov-west-1' }, 'bedrock-gov'],
    [{ provider: 'vertex' }, 'vertex'],
    [{ provider: 'vertex', location: 'global' }, 'vertex'],
    [{ provider: 'vertex', location: 'europe-west1' }, 'vertex-regional'],
  ])('returns for %j: %s', (channel, name) => {
    expect(getServiceName(channel)).toBe(name);
  });
});
