import { describe, expect, it } from '@jest/globals';
import { type Config } from '#config';
import { toFileSection } from './file-settings.js';
import { LiveSettings } from './live-settings.js';
import { type StoredSetting } from './setting.repository.js';

const stored = (key: string, value: unknown): StoredSetting => ({ key, value, updatedAt: new Date(0) });

/** A config file that has only these settings. */
const getFile = (settings: object) => ({ path: '/etc/modelgate.yaml', ...settings }) as Config['file'];

const buildSettings = (file: Config['file'], rows: StoredSetting[] = []) =>
  new LiveSettings({ findAll: () => Promise.resolve(rows) }, { file });

describe('LiveSettings', () => {
  it('has the defaults and the values of the file before the first load', () => {
    expect(buildSettings(undefined).current).toMatchObject({
      'usage.retention_days': 90,
      'responses.store': true,
      'budgets.global': null,
      'policies.redact': null,
    });
    const file = getFile({ responses: { store: false, retentionDays: 7 }, policies: { maxChoices: 2 } });
    expect(buildSettings(file).current).toMatchObject({
      'responses.store': false,
      'responses.retention_days': 7,
      'policies.max_choices': 2,
      'policies.redact': null,
    });
  });

  it('uses stored values, unless the file has the setting', async () => {
    const rows = [
      stored('policies.max_choices', 9),
      stored('policies.redact', ['email']),
      stored('usage.retention_days', 1),
      stored('of.another.version', true),
    ];
    const settings = buildSettings(getFile({ policies: { maxChoices: 2 } }), rows);
    await settings.reload();
    expect(settings.current).toMatchObject({
      'policies.max_choices': 2,
      'policies.redact': ['email'],
      'usage.retention_days': 1,
    });
    expect(settings.current).not.toHaveProperty(['of.another.version']);
  });

  it('accepts a budget section without an amount', () => {
    const file = getFile({ budgets: { period: 'total', allowUnpricedModels: true } });
    expect(buildSettings(file).current).toMatchObject({
      'budgets.global': null,
      'budgets.allow_unpriced_models': true,
    });
  });

  it('returns to the default when the stored value is deleted', async () => {
    const rows = [stored('usage.retention_days', 1)];
    const settings = buildSettings(undefined, rows);
    await settings.reload();
    rows.pop();
    await settings.reload();
    expect(settings.current['usage.retention_days']).toBe(90);
  });

  it('ends with the latest load, even if an earlier one takes longer', async () => {
    const pending: ((rows: StoredSetting[]) => void)[] = [];
    const settings = new LiveSettings(
      { findAll: () => new Promise<StoredSetting[]>((resolve) => pending.push(resolve)) },
      { file: undefined },
    );
    const loads = [settings.reload(), settings.reload()];
    for (const days of [1, 2]) {
      await new Promise(setImmediate);
      pending.shift()?.([stored('usage.retention_days', days)]);
    }
    await Promise.all(loads);
    expect(settings.current['usage.retention_days']).toBe(2);
  });

  it('keeps its values when loading fails', async () => {
    const outcomes = [
      Promise.resolve([stored('usage.retention_days', 1)]),
      Promise.reject(new Error('gone')),
    ];
    const settings = new LiveSettings(
      { findAll: () => outcomes.shift() ?? Promise.resolve([]) },
      { file: undefined },
    );
    await settings.reload();
    await expect(settings.reload()).rejects.toThrow('gone');
    expect(settings.current['usage.retention_days']).toBe(1);
    await settings.reload();
    expect(settings.current['usage.retention_days']).toBe(90);
  });
});

describe('toFileSection', () => {
  it('returns the policies as the config file has them', () => {
    const policies = {
      maxOutputTokens: 100,
      maxChoices: 2,
      maxImageSize: { width: 1024, height: 768 },
      maxVideoSize: { width: 1280, height: 720 },
      maxVideoSeconds: 8,
      moderation: { model: 'm', action: 'flag' },
      redact: ['email'],
    };
    expect(toFileSection(buildSettings(getFile({ policies })).current, 'policies')).toEqual(policies);
    expect(toFileSection(buildSettings(undefined).current, 'policies')).toEqual({});
  });
});
