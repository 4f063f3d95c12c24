import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScenarioName } from '../../fake-upstream/index.js';
import { Harness, CLIENT_NAMES, type ClientName, UPSTREAMS } from './harness.js';
import type { Received, Question, Tool, Turn } from './clients/client.js';
import type { ObservedRequest, Upstream } from './upstreams/upstream.js';

const WEATHER: Tool = {
  name: 'get_weather',
  description: 'The weather in a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const RESULT = '4 °C, sludd ☁️';
const QUESTION: Turn = { from: 'user', text: 'Hvordan er det der?' };
const DOUBT: Turn = { from: 'user', text: 'Sikker?' };

/** The marker of signatures while a client of another format stores them; no service may receive it. */
const ENVELOPE = /mgproof|bWdwcm9vZi/;

interface Switch {
  first: Upstream;
  second: Upstream;
  mode: 'whole' | 'streamed';
}

/**
 * Every client is combined with every service as the first and as the second, and every service with every other. A
 * client's history and a service's output are both translated through one common form, so combinations of all three
 * would test nothing new.
 */
function getSwitches(clientIndex: number): Switch[] {
  const step = 1 + (clientIndex % (UPSTREAMS.length - 1));
  return UPSTREAMS.flatMap((first, index) => {
    const second = UPSTREAMS[(index + step) % UPSTREAMS.length] ?? first;
    return (['whole', 'streamed'] as const).map((mode) => ({ first, second, mode }));
  });
}

let harness: Harness;

beforeAll(async () => {
  harness = await Harness.start();
});

afterAll(() => harness.stop());

describe.each([...CLIENT_NAMES.entries()])('a conversation, client %i: %s', (clientIndex, clientName) => {
  describe.each(getSwitches(clientIndex))(
    'that moves from $first.name to $second.name, $mode',
    ({ first, second, mode }) => {
      const asked = { tools: [WEATHER], isStreamed: mode === 'streamed' };

      it('keeps the result of a tool', async () => {
        const { turns } = await callTool('tool', first, asked);
        const { received, seen } = await ask(second, 'tool', { ...asked, turns });
        expect(received.text).toContain(RESULT);
        expectToolTurn(seen);
        expect(seen.turns).toEqual([QUESTION]);
      });

      it('removes the signatures of thoughts, and restores them later', async () => {
        const thinking = { ...asked, thinks: true };
        const { turns } = await callTool('reasoning-tool', first, thinking);
        const away = await ask(second, 'reasoning-tool', { ...thinking, turns });
        expect(away.received.text).toContain(RESULT);
        expectToolTurn(away.seen);
        expect(away.seen.signatures).toEqual([]);
        const goesOn: Turn[] = [...turns, { from: 'received', received: away.received }, DOUBT];
        const back = await ask(first, 'reasoning', { ...thinking, turns: goesOn });
        expectToolTurn(back.seen);
        expect(back.seen.turns).toEqual([QUESTION, { from: 'assistant', text: away.received.text }, DOUBT]);
        expect(back.seen.signatures).toHaveLength(first.signsThoughts ? 1 : 0);
      });

      it('keeps the text after the reasoning', async () => {
        const thinking = { ...asked, thinks: true };
        const { received } = await ask(first, 'reasoning', { ...thinking, turns: [QUESTION] });
        const turns: Turn[] = [QUESTION, { from: 'received', received }, DOUBT];
        const { seen } = await ask(second, 'reasoning', { ...thinking, turns });
        expect(seen.turns).toEqual([QUESTION, { from: 'assistant', text: received.text }, DOUBT]);
        expect(seen.signatures).toEqual([]);
      });
    },
  );

  async function callTool(
    scenario: ScenarioName,
    service: Upstream,
    question: Omit<Question, 'model' | 'turns'>,
  ): Promise<{ turns: Turn[] }> {
    const { received } = await ask(service, scenario, { ...question, turns: [QUESTION] });
    expect(received.calls).toMatchObject([{ name: WEATHER.name, arguments: { city: 'Oslo' } }]);
    const results = received.calls.map((call) => ({ call, output: RESULT }));
    return { turns: [QUESTION, { from: 'received', received }, { from: 'tools', results }] };
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
): Promise<{ received: Received; seen: ObservedRequest }> {
  harness.upstream.scenario(scenario);
  const received = await harness.client(clientName).ask({ ...question, model: service.model });
  const seen = harness.lastSeenBy(service);
  expect(harness.upstream.received.at(-1)?.rawBody.toString()).not.toMatch(ENVELOPE);
  return { received, seen };
}

function expectToolTurn({ calls, results }: ObservedRequest): void {
  expect(calls).toMatchObject([{ name: WEATHER.name, arguments: { city: 'Oslo' } }]);
  expect(results).toEqual([{ id: calls[0]?.id, text: expect.stringContaining(RESULT) }]);
}
