import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { AGENT_SETUPS } from './agent-setups.js';
import { SDK_SETUPS } from './sdk-setups.js';
import { findUsableModels } from './usable-models.js';

const SETUPS = [...AGENT_SETUPS, ...SDK_SETUPS];
const ISSUED = { gateway: 'https://gateway.example.com', key: 'sk-mg-abc', model: "o'model" };
const CLIENTS_PAGE = readFileSync(new URL('../../../../../../docs/clients.md', import.meta.url), 'utf8');
/** The values that the examples of the docs use. */
const IN_DOCS = { gateway: 'http://127.0.0.1:3000', key: 'TOKEN' };
const DOCS_MODELS: Readonly<Record<string, string>> = { 'claude-code': 'gpt-5.1' };

function build(id: string, values: Partial<typeof ISSUED> & { key: string | undefined } = ISSUED): string {
  const setup = SETUPS.find((one) => one.id === id);
  return (setup?.build({ ...ISSUED, ...values }) ?? []).map(({ code }) => code).join('\n');
}

describe('the setup of a client', () => {
  it.each(SETUPS.map(({ id }) => [id]))('contains the gateway and the key (%s)', (id) => {
    expect(build(id)).toContain('https://gateway.example.com');
    expect(build(id)).toContain('sk-mg-abc');
  });

  it.each(SETUPS.map(({ id }) => [id]).filter(([id]) => id !== 'cursor'))(
    'reads the environment variable if the key is unknown (%s)',
    (id) => {
      const code = build(id, { key: undefined });
      expect(code).not.toContain('sk-mg-abc');
      expect(code).not.toContain('undefined');
      expect(code).toContain('MODELGATE_TOKEN');
    },
  );

  it('quotes the model for each language', () => {
    expect(build('curl')).toContain(String.raw`"model":"o'\''model"`);
    expect(build('claude-code')).toContain(String.raw`ANTHROPIC_MODEL='o'\''model'`);
    expect(build('codex')).toContain(`model = "o'model"`);
    expect(build('openai')).toContain(`model="o'model"`);
    expect(build('openai')).toContain(String.raw`model: 'o\'model'`);
  });

  it.each(SETUPS.map((setup) => [setup.id, setup] as const))(
    'is the same as in the docs (%s)',
    (id, setup) => {
      const model = DOCS_MODELS[id] ?? 'claude-sonnet-4-5';
      for (const { title, code } of setup.build({ ...IN_DOCS, model })) {
        // The docs list the settings of Cursor's dialog in a table.
        const expected = id === 'cursor' ? title : `\n${code}\n\`\`\``;
        expect(CLIENTS_PAGE).toContain(expected);
      }
      expect(CLIENTS_PAGE.toLowerCase()).toContain(`\n### ${setup.anchor.replaceAll('-', ' ')}\n`);
    },
  );
});

describe('findUsableModels', () => {
  const catalog = [
    { id: 'a-sandbox', stand_in: true },
    { id: 'gpt-5.1', stand_in: false },
    { id: 'm', stand_in: false },
  ];

  it('returns the models that the token has access to, real models first', () => {
    expect(findUsableModels({ models: null }, catalog)).toEqual(['gpt-5.1', 'm', 'a-sandbox']);
    expect(findUsableModels({ models: ['gpt-*'] }, catalog)).toEqual(['gpt-5.1']);
    expect(findUsableModels({ models: ['gpt'] }, catalog)).toEqual([]);
  });
});
