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
    const body = toTokenSettings(Object.fromEntries(OPTIONS.map((name) => [name, 1])));
    const set = Object.keys(body).filter((name) => body[name] !== undefined);
    const settings = Object.keys(TOKEN_SETTINGS);
    expect(set).toEqual(settings.filter((name) => !WITHOUT_OPTION.includes(name)).map(snakeCase));
    expect(Object.keys(CLEARABLE_SETTINGS)).toEqual(settings.map(snakeCase));
  });
});
