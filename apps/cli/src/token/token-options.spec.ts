import { TOKEN_SETTINGS, snakeCase } from '#declarations';
import { describe, expect, it } from '@jest/globals';
import { toFlagName } from '../frame/options.js';
import { CLEARABLE_SETTINGS, TOKEN_OPTIONS, toTokenSettings } from './token-options.js';

/** The webhook has a secret, which must not be on a command line. */
const WITHOUT_OPTION = ['webhook'];

const OPTIONS = Object.keys(TOKEN_OPTIONS);

describe('the options for a token', () => {
  it('have stable names', () => {
    expect(OPTIONS.map(toFlagName)).toEqual(
      expect.arrayContaining([
        '--owner',
        '--models',
        '--rpm',
        '--tpm',
        '--concurrency',
        '--requests-per-day',
        '--budget',
        '--budget-usd',
        '--budget-period',
        '--expires-at',
        '--allowed-ips',
        '--cache-ttl-seconds',
        '--store-content-days',
      ]),
    );
  });

  it('can set and clear every setting', () => {
    // One of the three options of a budget.
    const options = OPTIONS.filter((name) => name !== 'budget' && name !== 'budgetPeriod');
    const body = toTokenSettings(Object.fromEntries(options.map((name) => [name, 1])));
    const set = Object.keys(body).filter((name) => body[name] !== undefined);
    const settings = Object.keys(TOKEN_SETTINGS);
    expect(set).toEqual(settings.filter((name) => !WITHOUT_OPTION.includes(name)).map(snakeCase));
    expect(Object.keys(CLEARABLE_SETTINGS)).toEqual(settings.map(snakeCase));
  });

  it.each([
    [['20'], { usd: 20, period: 'total' }],
    [['2.5usd/daily'], { usd: 2.5, period: 'daily' }],
    [
      ['1usd/5h', '100000tokens/weekly', '5000requests'],
      [
        { usd: 1, period: '5h' },
        { tokens: 100_000, period: 'weekly' },
        { requests: 5_000, period: 'total' },
      ],
    ],
  ])('read the budgets %j', (budget, read) => {
    expect(toTokenSettings({ budget })).toMatchObject({ budget: read });
  });

  it.each([
    [{ budget: ['-5usd'] }, '"-5usd" is not'],
    [{ budget: ['5eur'] }, '"5eur" is not'],
    [{ budget: ['5usd/0h'] }, '"0h" is not a period'],
    [{ budget: ['5usd/yearly'] }, '"yearly" is not a period'],
    [{ budget: ['5usd'], budgetUsd: 5 }, 'cannot be combined'],
    [{ budgetUsd: 5, budgetPeriod: 'hourly' }, '"hourly" is not a period'],
    [{ budgetPeriod: 'daily' }, 'requires --budget-usd'],
  ])('refuse %j', (options, message) => {
    expect(() => toTokenSettings(options)).toThrow(message);
  });
});
