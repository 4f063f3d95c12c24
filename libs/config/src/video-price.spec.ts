import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from './testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const priced = (perSecondVideo: string) =>
  `models:\n  - id: video\n    price:\n      perSecondVideo: ${perSecondVideo}`;

describe('the price of a second of video', () => {
  it.each([
    ['0.1', 0.1],
    ['{ default: 0 }', { default: 0 }],
    ['{ 1280x720: 0.1, 99999x1: 0.2, default: 0.3 }', { '1280x720': 0.1, '99999x1': 0.2, default: 0.3 }],
  ])('may be %s', (yaml, expected) => {
    expect(folder.load(priced(yaml)).file?.models[0]?.price).toEqual({ perSecondVideo: expected });
  });

  it.each([
    ['-1', '4: models[0].price.perSecondVideo: -1 is not an amount in USD (0 to 1000000000)'],
    [
      '10 cents',
      '4: models[0].price.perSecondVideo: "10 cents" is not an amount in USD, or a map of them by size',
    ],
    ['[0.1]', '4: models[0].price.perSecondVideo: a list is not an amount in USD, or a map of them by size'],
    [
      '',
      '4: models[0].price.perSecondVideo: an empty value is not an amount in USD, or a map of them by size',
    ],
    [
      '{ 1280x720: 0.1 }',
      '4: models[0].price.perSecondVideo.default: is missing: it must be an amount in USD (0 to 1000000000)',
    ],
    [
      '\n        default: 0.1\n        1280x720: free',
      '6: models[0].price.perSecondVideo.1280x720: "free" is not an amount in USD (0 to 1000000000)',
    ],
    [
      '\n        default: 0.1\n        720p: 0.2',
      '6: models[0].price.perSecondVideo.720p: is neither a size such as 1280x720 nor default',
    ],
    [
      '{ default: 0.1, 1280×720: 0.2 }',
      '4: models[0].price.perSecondVideo["1280×720"]: is neither a size such as 1280x720 nor default',
    ],
    [
      '{ default: 0.1, 01280x720: 0.2 }',
      '4: models[0].price.perSecondVideo.01280x720: is neither a size such as 1280x720 nor default',
    ],
  ])('may not be %j', (yaml, message) => {
    expect(folder.getError(priced(yaml))).toBe(`modelgate.yaml:${message}`);
  });
});
