import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { RunningModelgate, makeDataFolder, removeFolder } from './running-modelgate.js';

describe('an installation', () => {
  it('can run next to another one, each with its own port and data folder, and can be started again', async () => {
    const folders = [makeDataFolder(), makeDataFolder()];
    const both = folders.map((folder) => new RunningModelgate(`${folder}/data`));
    await Promise.all(both.map((one) => one.ready()));
    expect(new Set(both.map((one) => one.baseUrl)).size).toBe(2);
    expect(await Promise.all(both.map((one) => one.stop()))).toEqual([0, 0]);
    const [folder = ''] = folders;
    await proveLaterStart(`${folder}/data`, both[0]?.token ?? '');
    for (const each of folders) removeFolder(each);
  });

  it('can run in a data folder that no other user can read', async () => {
    const base = process.getuid?.() === 0 ? homedir() : tmpdir();
    const folder = mkdtempSync(join(base, '.modelgate-test-private-'));
    const dataDir = join(folder, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const modelgate = new RunningModelgate(dataDir);
    await modelgate.ready();
    const isRoot = process.getuid?.() === 0;
    expect(modelgate.hasPrinted('/var/lib/modelgate/') ?? false).toBe(isRoot);
    expect(await modelgate.stop()).toBe(0);
    if (isRoot)
      rmSync(join('/var/lib/modelgate', readFileSync(join(dataDir, 'cluster-id'), 'utf8').trim()), {
        recursive: true,
      });
    removeFolder(folder);
  });
});

/** It prints no secrets, and accepts the token of its first start. */
async function proveLaterStart(dataDir: string, token: string): Promise<void> {
  const later = new RunningModelgate(dataDir);
  await later.ready();
  expect(later.stdout).toContain(`Base address   ${later.baseUrl}`);
  expect(later.stdout).not.toMatch(/Password|API token|sk-mg-/);
  const client = new OpenAI({ baseURL: later.baseUrl, apiKey: token, maxRetries: 0 });
  const answer = await client.chat.completions.create({
    model: 'sandbox-chat',
    messages: [{ role: 'user', content: 'again' }],
  });
  expect(answer.choices[0]?.message.content).toContain('again');
  later.signalNpm('SIGINT');
  expect(await later.exited).toBe(0);
}
