import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from '../testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

describe('the policies of a config file', () => {
  it('have sizes as numbers, and block as the default action of moderation', () => {
    const yaml = `policies:
  maxOutputTokens: 32000
  maxChoices: 4
  maxImageSize: 1024x1536
  maxVideoSize: 1280x720
  maxVideoSeconds: 12
  moderation: { model: omni-moderation-latest }
  redact: [email, card, phone]`;
    expect(folder.load(yaml).file?.policies).toEqual({
      maxOutputTokens: 32_000,
      maxChoices: 4,
      maxImageSize: { width: 1024, height: 1536 },
      maxVideoSize: { width: 1280, height: 720 },
      maxVideoSeconds: 12,
      moderation: { model: 'omni-moderation-latest', action: 'block' },
      redact: ['email', 'card', 'phone'],
    });
  });

  it.each([
    ['maxImageSize: 1024', 'policies.maxImageSize: 1024 is not a size in pixels, such as 1024x1024'],
    ['maxImageSize: 0x10', 'policies.maxImageSize: 16 is not a size in pixels, such as 1024x1024'],
    ['maxVideoSize: 1280*720', '"1280*720" is not a size in pixels, such as 1024x1024'],
    ['maxChoices: 0', 'policies.maxChoices: 0 is not a whole number from 1 to 1000'],
    ['maxVideoSeconds: 1.5', 'policies.maxVideoSeconds: 1.5 is not a whole number from 1 to 3600'],
    ['maxOutputToken: 5', 'did you mean "maxOutputTokens"?'],
  ])('are rejected with %s', (yaml, problem) => {
    expect(() => folder.load(`policies:\n  ${yaml}`)).toThrow(problem);
  });
});
