import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import OpenAI from 'openai';
import { API_SCHEMAS } from '#api-schemas';
import { eventually } from '../harness/index.js';
import { RunningModelgate, isAlive, makeDataFolder, removeFolder } from './running-modelgate.js';

describe('npm start', () => {
  const folder = makeDataFolder();
  const dataDir = `${folder}/data`;
  let first: RunningModelgate;

  beforeAll(async () => {
    first = new RunningModelgate(dataDir);
    await first.ready();
  });

  afterAll(async () => {
    await first.stop();
    removeFolder(folder);
  });

  it('prints on its first start what a new user needs', () => {
    expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(first.stdout).toMatch(/Console\s+http:\/\/127\.0\.0\.1:\d+\/console/);
    expect(first.stdout).toMatch(/Admin e-mail\s+admin@localhost/);
    expect(first.stdout).toMatch(/Password\s+\S{20,}/);
    expect(first.token).toMatch(/^sk-mg-\w{43}$/);
  });

  it('serves the official client, streamed and not', async () => {
    const client = new OpenAI({ baseURL: first.baseUrl, apiKey: first.token, maxRetries: 0 });
    const request = {
      model: 'sandbox-chat',
      messages: [{ role: 'user' as const, content: 'Are you there?' }],
    };
    const whole = await client.chat.completions.create(request);
    const chunks: string[] = [];
    for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) {
      chunks.push(chunk.choices[0]?.delta.content ?? '');
    }
    expect(whole.choices[0]?.message.content).toContain('Are you there?');
    expect(chunks.join('')).toBe(whole.choices[0]?.message.content);
    expect(chunks.length).toBeGreaterThan(10);
  });

  it('runs the worker with its queue in the database, and its maintenance', async () => {
    await eventually(() => first.stderr.includes('"msg":"maintenance done"') || undefined);
    expect(first.stderr).toContain('"queue":"postgres"');
  });

  it('describes its API with the names that the console uses', async () => {
    const described = await fetch(new URL('/openapi.json', first.baseUrl));
    const { components } = (await described.json()) as { components: { schemas: object } };
    const types = readFileSync(new URL('../../apps/web/src/api/schema.ts', import.meta.url), 'utf8');
    const isKnown = (name: string): boolean => name in API_SCHEMAS || types.includes(` ${name}: {`);
    expect(Object.keys(components.schemas).filter((name) => !isKnown(name))).toEqual([]);
  });

  it('writes nothing but JSON lines to stderr', () => {
    const lines = first.stderr.split('\n').filter((line) => line !== '');
    for (const line of lines) expect(() => JSON.parse(line) as unknown).not.toThrow();
  });

  it('rejects a second start on the same data folder, in one line', async () => {
    const second = new RunningModelgate(dataDir);
    expect(await second.exited).toBe(75);
    expect(second.stdout.trim()).toContain(`in use by a running Modelgate (pid ${first.supervisorPid})`);
  });

  it('stops every process when npm is stopped', async () => {
    const pids = first.pids();
    expect(await first.stop()).toBe(0);
    expect(pids.filter(isAlive)).toEqual([]);
  });
});
