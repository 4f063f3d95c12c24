import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AGENT_SETUPS } from '../../apps/web/src/pages/tokens/setup/agent-setups.js';

interface AgentClient {
  setUp: (options: object) => void;
  environment: (options: object) => Record<string, string>;
}

const ORIGIN = 'http://127.0.0.1:3000';
const TOKEN = 'sk-mg-abc';
const MODEL = 'claude-sonnet-4-5';

async function loadClient(name: string): Promise<AgentClient> {
  const { href } = new URL(`../agents/clients/${name}.mjs`, import.meta.url);
  const clients = (await import(href)) as Record<string, AgentClient>;
  const [client] = Object.values(clients);
  if (client === undefined) throw new Error(`${name} exports no client`);
  return client;
}

/** The text that the console shows for a file or for the shell. */
function getBlock(id: string, title: string): string {
  const setup = AGENT_SETUPS.find((one) => one.id === id);
  const blocks = setup?.build({ gateway: ORIGIN, key: TOKEN, model: MODEL }) ?? [];
  return blocks.find((block) => block.title === title)?.code ?? '';
}

function getExports(id: string): Record<string, string> {
  const found = getBlock(id, 'Shell').matchAll(/^export (\w+)=(.*)$/gm);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]));
}

describe('the setup of agents in the console is the one that test:agents runs', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'agent-setups-'));
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it.each([
    ['claude-code', 4],
    ['gemini-cli', 2],
    ['codex', 1],
    ['opencode', 1],
  ] as const)('%s: the environment', async (id, count) => {
    const client = await loadClient(id);
    const shown = getExports(id);
    expect(Object.keys(shown)).toHaveLength(count);
    expect(client.environment({ origin: ORIGIN, token: TOKEN, model: MODEL })).toMatchObject(shown);
  });

  it('codex: the provider', async () => {
    (await loadClient('codex')).setUp({ home, origin: ORIGIN, model: MODEL });
    const [, provider = 'missing'] = getBlock('codex', '~/.codex/config.toml').split('\n\n');
    const written = readFileSync(join(home, '.codex', 'config.toml'), 'utf8');
    expect(written).toContain(provider);
    expect(written).toContain('model_provider = "modelgate"');
  });

  it('gemini-cli: the settings', async () => {
    (await loadClient('gemini-cli')).setUp({ home });
    const shown: unknown = JSON.parse(getBlock('gemini-cli', '~/.gemini/settings.json'));
    expect(JSON.parse(readFileSync(join(home, '.gemini', 'settings.json'), 'utf8'))).toMatchObject(
      shown as object,
    );
  });

  it('opencode: the provider', async () => {
    (await loadClient('opencode')).setUp({ folder: home, origin: ORIGIN, models: [MODEL] });
    const { $schema: _schema, ...shown } = JSON.parse(getBlock('opencode', 'opencode.json')) as {
      $schema: string;
    };
    expect(JSON.parse(readFileSync(join(home, 'opencode.json'), 'utf8'))).toMatchObject(shown);
  });
});
