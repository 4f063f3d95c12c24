import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Config, loadConfig } from '#config';
import { type GatewaySetting, type GatewaySettingKind, LISTED_SETTINGS } from '#declarations';
import { type FileEntry, toFileSection, writeToFile } from './file-settings.js';
import { resolveSettings, toValues } from './resolve-settings.js';
import { type SettingValue } from './setting-values.js';

/** A value of each kind. */
const SAMPLES: Readonly<Record<Exclude<GatewaySettingKind['kind'], 'flag'>, SettingValue>> = {
  count: 7,
  days: 7,
  quota: 7,
  size: '640x480',
  budget: { usd: 5, period: 'daily' },
  models: ['gpt-*'],
  moderation: { model: 'omni-moderation-latest', action: 'flag' },
  redaction: ['email'],
};

const getSample = (setting: GatewaySetting): SettingValue =>
  setting.kind === 'flag' ? !setting.defaultValue : SAMPLES[setting.kind];

function loadFile(entries: readonly FileEntry[]): Config['file'] {
  const content: Record<string, unknown> = {};
  for (const { path, value } of entries) {
    const [section = '', name] = path;
    if (name === undefined) content[section] = value;
    else content[section] = { ...(content[section] as object | undefined), [name]: value };
  }
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  try {
    writeFileSync(join(folder, 'modelgate.json'), JSON.stringify(content));
    return loadConfig({ MODELGATE_CONFIG: join(folder, 'modelgate.json') }, folder, []).file;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('every setting', () => {
  it.each(LISTED_SETTINGS.map((listed) => [listed.key, listed] as const))(
    '%s has a form in the config file, and is the same when it is read',
    (key, { setting }) => {
      const value = getSample(setting);
      const resolved = resolveSettings(loadFile(writeToFile(key, value)), []);
      expect(resolved.find((one) => one.key === key)).toEqual({ key, value, source: 'file' });
    },
  );

  it.each(['policies', 'members'] as const)('of %s is in that section of the parsed file', (section) => {
    const settings = LISTED_SETTINGS.filter((listed) => listed.section === section);
    const file = loadFile(settings.flatMap(({ key, setting }) => writeToFile(key, getSample(setting))));
    const parsed = toFileSection(toValues(resolveSettings(file, [])), section);
    expect(parsed).toEqual(file?.[section]);
    expect(Object.keys(parsed).toSorted()).toEqual(settings.map(({ fileName }) => fileName).toSorted());
  });
});
