import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScenarioName } from '../../fake-upstream/index.js';
import { Bench, CLIENT_NAMES, type ClientName, UPSTREAMS } from './bench.js';
import type { Heard, Question, Tool, Turn } from './clients/client.js';
import type { Seen, Upstream } from './upstreams/upstream.js';

const WEATHER: Tool = {
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const RESULT = '4 °C, sludd ☁️';
const QUESTION: Turn = { from: 'user', text: 'Hvordan er det der?' };
const DOUBT: Turn = { from: 'user', text: 'Sikker?' };

/** What proofs are marked with while a client of another format carries them; no service may ever see it. */
const ENVELOPE = /mgproof|bWdwcm9vZi/;

const SWITCHES = UPSTREAMS.flatMap((first) =>
  UPSTREAMS.filter((second) => second !== first).flatMap((second) =>
    (['whole', 'streamed'] as const).map((mode) => ({ first, second, mode })),
  ),
);

let bench: Bench;

beforeAll(async () => {
  bench = await Bench.start();
});

afterAll(() => bench.stop());

describe.each(CLIENT_NAMES)('a conversation of the %s client', (clientName) => {
  describe.each(SWITCHES)('that goes from $first.name to $second.name, $mode', ({ first, second, mode }) => {
    const asked = { tools: [WEATHER], isStreamed: mode === 'streamed' };

    it('takes the result of a tool along', async () => {
      const { turns } = await callTool('tool', first, asked);
      const { heard, seen } = await ask(second, 'tool', { ...asked, turns });
      expect(heard.text).toContain(RESULT);
      expectToolTurn(seen);
      expect(seen.turns).toEqual([QUESTION]);
    });

    it('leaves the proofs of thoughts behind, and finds them again', async () => {
      const thinking = { ...asked, thinks: true };
      const { turns } = await callTool('reasoning-tool', first, thinking);
      const away = await ask(second, 'reasoning-tool', { ...thinking, turns });
      expect(away.heard.text).toContain(RESULT);
      expectToolTurn(away.seen);
      expect(away.seen.proofs).toEqual([]);
      const goesOn: Turn[] = [...turns, { from: 'heard', heard: away.heard }, DOUBT];
      const back = await ask(first, 'reasoning', { ...thinking, turns: goesOn });
      expectToolTurn(back.seen);
      expect(back.seen.turns).toEqual([QUESTION, { from: 'assistant', text: away.heard.text }, DOUBT]);
      expect(back.seen.proofs).toHaveLength(first.provesThoughts ? 1 : 0);
    });

    it('keeps what was said after thinking', async () => {
      const thinking = { ...asked, thinks: true };
      const { heard } = await ask(first, 'reasoning', { ...thinking, turns: [QUESTION] });
      const turns: Turn[] = [QUESTION, { from: 'heard', heard }, DOUBT];
      const { seen } = await ask(second, 'reasoning', { ...thinking, turns });
      expect(seen.turns).toEqual([QUESTION, { from: 'assistant', text: heard.text }, DOUBT]);
      expect(seen.proofs).toEqual([]);
    });
  });

  async function callTool(
    scenario: ScenarioName,
    service: Upstream,
    question: Omit<Question, 'model' | 'turns'>,
  ): Promise<{ turns: Turn[] }> {
    const { heard } = await ask(service, scenario, { ...question, turns: [QUESTION] });
    expect(heard.calls).toMatchObject([{ name: WEATHER.name, arguments: { city: 'Oslo' } }]);
    const results = heard.calls.map((call) => ({ call, output: RESULT }));
    return { turns: [QUESTION, { from: 'heard', heard }, { from: 'tools', results }] };
  }

  function ask(service: Upstream, scenario: ScenarioName, question: Omit<Question, 'model'>) {
    return askAs(clientName, service, scenario, question);
  }
});

async function askAs(
  clientName: ClientName,
  service: Upstream,
  scenario: ScenarioName,
  question: Omit<Question, 'model'>,
): Promise<{ heard: Heard; seen: Seen }> {
  bench.upstream.scenario(scenario);
  const heard = await bench.client(clientName).ask({ ...question, model: service.model });
  const seen = bench.lastSeenBy(service);
  expect(bench.upstream.received.at(-1)?.rawBody.toString()).not.toMatch(ENVELOPE);
  return { heard, seen };
}

function expectToolTurn({ calls, results }: Seen): void {
  expect(calls).toMatchObject([{ name: WEATHER.name, arguments: { city: 'Oslo' } }]);
  expect(results).toEqual([{ id: calls[0]?.id, text: expect.stringContaining(RESULT) }]);
}
