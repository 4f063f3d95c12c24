import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigFolder } from './testing/config-folder.js';

let folder: ConfigFolder;
beforeAll(() => {
  folder = new ConfigFolder();
});
afterAll(() => {
  folder.remove();
});

const priced = (price: string) => `models:\n  - id: one\n    price: ${price}`;
const USD = 'an amount in USD (0 to 1000000000)';

describe('the price of a model', () => {
  it.each([
    { inputPerMTok: 1, cachedInputPerMTok: 0.1, cacheWritePerMTok: 1.25, outputPerMTok: 5 },
    {
      cacheWrite1hPerMTok: 2,
      reasoningPerMTok: 6,
      imageOutputPerMTok: 30,
      perWebSearch: 0.01,
      perSearchedRequest: 0.035,
      perCodeSession: 0.03,
    },
    {
      flex: { inputPerMTok: 0.5, tiers: [{ aboveInputTokens: 1, cacheWrite1hPerMTok: 1 }] },
      priority: { reasoningPerMTok: 9 },
    },
    { audioInputPerMTok: 32, audioOutputPerMTok: 64, imageInputPerMTok: 5 },
    { perImage: 0.04 },
    { perImage: { '1024x1024': 0.04, 'high 1024x1024': 0.17, default: 0.02 } },
    { tiers: [{ aboveInputTokens: 200_000, inputPerMTok: 2 }, { aboveInputTokens: 300_000 }] },
    { batch: { inputPerMTok: 0.5, audioOutputPerMTok: 1, tiers: [{ aboveInputTokens: 1 }] } },
  ])('may be %j', (price) => {
    expect(folder.load(priced(JSON.stringify(price))).file?.models[0]?.price).toEqual(price);
  });

  it.each([
    ['{ inputPerMTok: free }', `3: models[0].price.inputPerMTok: "free" is not ${USD}`],
    ['{ inputPerMtok: 1 }', '3: models[0].price.inputPerMtok: unknown key; did you mean "inputPerMTok"?'],
    ['{ batch: { perImage: 1 } }', '3: models[0].price.batch.perImage: unknown key'],
    ['{ tiers: [] }', '3: models[0].price.tiers: an empty list is not a list of one or more tiers'],
    [
      '{ tiers: [{ inputPerMTok: 1 }] }',
      '3: models[0].price.tiers[0].aboveInputTokens: is missing: it must be a whole number from 1 to 1000000000',
    ],
    [
      '\n      tiers:\n        - { aboveInputTokens: 2 }\n        - { aboveInputTokens: 2 }',
      '6: models[0].price.tiers[1].aboveInputTokens: must be greater than that of the previous tier',
    ],
    [
      '{ perImage: { 1024x1024: 0.04 } }',
      `3: models[0].price.perImage.default: is missing: it must be ${USD}`,
    ],
    [
      '{ perImage: { "1024x1024 high": 0.04, default: 1 } }',
      '3: models[0].price.perImage["1024x1024 high"]: is neither a size such as 1024x1024 or high 1024x1024 nor default',
    ],
  ])('may not be %j', (yaml, message) => {
    expect(folder.getError(priced(yaml))).toBe(`modelgate.yaml:${message}`);
  });
});

function loadPrices(yaml: string): unknown {
  folder.write('prices.yaml', yaml);
  return folder.load('pricesFile: ./prices.yaml').prices;
}

function toPricesError(yaml: string): string {
  folder.write('prices.yaml', yaml);
  return folder.getError('pricesFile: ./prices.yaml');
}

describe('a prices file', () => {
  it('is a map of prices by model id', () => {
    expect(loadPrices('gpt-5.4: { inputPerMTok: 2.5 }\n"team/video": { perSecondVideo: 0.1 }')).toEqual({
      'gpt-5.4': { inputPerMTok: 2.5 },
      'team/video': { perSecondVideo: 0.1 },
    });
  });

  it('can be JSON, and can be empty', () => {
    expect(loadPrices('{"one": {"perRequest": 0}}')).toEqual({ one: { perRequest: 0 } });
    expect(loadPrices('# later')).toEqual({});
  });

  it('has a path relative to the config file', () => {
    folder.write('elsewhere.yaml', 'pricesFile: prices.yaml');
    folder.write('prices.yaml', 'one: { perRequest: 3 }');
    const environment = { MODELGATE_CONFIG: `${folder.path}/elsewhere.yaml` };
    expect(folder.load('', environment).prices).toEqual({ one: { perRequest: 3 } });
  });

  it('is optional', () => {
    expect(folder.load('sandbox: true').prices).toEqual({});
  });

  it.each([
    ['one: { inputPerMtok: 1 }', '1: one.inputPerMtok: unknown key; did you mean "inputPerMTok"?'],
    ['one:\n  inputPerMTok: -1', `2: one.inputPerMTok: -1 is not ${USD}`],
    ['one: 5', '1: one: 5 is not a map of prices'],
    [
      '"gpt-*": { perRequest: 1 }',
      '1: ["gpt-*"]: is not a model id (1 to 256 characters, no empty, "." or ".." segment between slashes, no "*")',
    ],
    ['- one', '1: a list is not a map of prices by model id'],
    ['one: { perRequest: 1 }\none: { perRequest: 2 }', '2: one: is defined twice, first on line 1'],
    ['one: {', '1: not valid YAML: wrong indentation, or a bracket that is not closed'],
  ])('may not be %j', (yaml, message) => {
    expect(toPricesError(yaml)).toBe(`./prices.yaml:${message}`);
  });

  it.each([
    ['sandbox: true\npricesFile: ./none.yaml', '2: pricesFile: "./none.yaml" cannot be read (ENOENT)'],
    ['pricesFile: .', '1: pricesFile: "." is not a file'],
    ['pricesFile: ""', '1: pricesFile: "" is not the path of a file'],
    ['pricesFile: [a]', '1: pricesFile: a list is not the path of a file'],
  ])('must be readable: %j', (yaml, message) => {
    expect(folder.getError(yaml)).toBe(`modelgate.yaml:${message}`);
  });
});
