import { expect } from '@jest/globals';
import {
  type ScenarioName,
  SCENARIO_REASONING,
  SCENARIO_TEXTS,
  SCENARIO_TOKENS,
} from '../../fake-upstream/index.js';
import type { Harness } from './harness.js';
import type { Client, Received, Question, Tool, Turn } from './clients/client.js';
import type { ObservedRequest, Upstream } from './upstreams/upstream.js';

/** One cell of the matrix: a client and an upstream. */
export interface Cell {
  harness: Harness;
  client: Client;
  service: Upstream;
  isStreamed: boolean;
}

interface Case {
  name: string;
  modes: readonly ('whole' | 'streamed')[];
  run: (cell: Cell) => Promise<void>;
}

const BOTH = ['whole', 'streamed'] as const;

/** One red pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'integer', description: 'The answer.' } },
  required: ['answer'],
  additionalProperties: false,
};

const CITY = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const WEATHER: Tool = { name: 'get_weather', description: 'The weather in a city.', parameters: CITY };
const TIDES: Tool = { name: 'get_tides', description: 'The tides in a city.', parameters: CITY };
const RESULTS = ['4 °C, sludd ☁️', '2,1 m kl. 04:30 🌊'] as const;

const TOKENS = { ...SCENARIO_TOKENS, cached: 0, reasoning: 0 };

/** Sends a request in a scenario and returns what both ends received. */
async function ask(
  { harness, client, service, isStreamed }: Cell,
  scenario: ScenarioName,
  question: Omit<Question, 'model' | 'isStreamed'>,
): Promise<{ received: Received; seen: ObservedRequest }> {
  harness.upstream.scenario(scenario);
  const received = await client.ask({ ...question, model: service.model, isStreamed });
  const seen = harness.lastSeenBy(service);
  expect(seen.isStreamed).toBe(isStreamed);
  return { received, seen };
}

function user(text: string): Turn {
  return { from: 'user', text };
}

async function sendBack(cell: Cell): Promise<void> {
  const text = 'Hva er en port, egentlig?';
  const { received, seen } = await ask(cell, 'text', { turns: [user(text)] });
  expect(received).toMatchObject({ text, reasoning: '', calls: [], finish: 'stop' });
  expect(received.usage).toMatchObject(cell.client.usageFor(TOKENS));
  expect(seen).toMatchObject({ system: '', turns: [user(text)], toolNames: [], images: [] });
  if (cell.isStreamed) expect(received.chunks).toBeGreaterThan(1);
}

async function holdConversation(cell: Cell): Promise<void> {
  const turns: Turn[] = [user('Én?'), { from: 'assistant', text: 'To.' }, user('Og så?')];
  const { received, seen } = await ask(cell, 'text', {
    system: 'Count on, in Norwegian.',
    turns,
    maxTokens: 777,
  });
  expect(received).toMatchObject({ text: 'Og så?', finish: 'stop' });
  expect(seen).toMatchObject({ system: 'Count on, in Norwegian.', turns, maxTokens: 777 });
}

async function useTool(cell: Cell): Promise<void> {
  await callTools(cell, 'tool', [WEATHER], ['Oslo']);
}

async function useToolsAtOnce(cell: Cell): Promise<void> {
  await callTools(cell, 'parallel-tools', [WEATHER, TIDES], ['Oslo', 'Tromsø']);
}

async function callTools(
  cell: Cell,
  scenario: ScenarioName,
  tools: readonly Tool[],
  cities: readonly string[],
): Promise<void> {
  const question = user('Hvordan er det der?');
  const calling = await ask(cell, scenario, { turns: [question], tools });
  expect(calling.seen.toolNames).toEqual(tools.map(({ name }) => name));
  const expected = cities.map((city, index) => ({ name: tools[index]?.name, arguments: { city } }));
  expect(calling.received).toMatchObject({ text: '', calls: expected, finish: 'tool-calls' });
  const results = calling.received.calls.map((call, index) => ({ call, output: RESULTS[index] ?? '' }));
  const turns: Turn[] = [
    question,
    { from: 'received', received: calling.received },
    { from: 'tools', results },
  ];
  const { received, seen } = await ask(cell, scenario, { turns, tools });
  expect(seen.calls).toMatchObject(expected);
  expect(seen.results.map(({ id }) => id)).toEqual(seen.calls.map(({ id }) => id));
  expect(new Set(seen.calls.map(({ id, name }) => id ?? name)).size).toBe(expected.length);
  for (const [index, { output }] of results.entries()) {
    expect(seen.results[index]?.text).toContain(output);
    expect(received.text).toContain(output);
  }
  expect(received).toMatchObject({ calls: [], finish: 'stop' });
}

async function showImage(cell: Cell): Promise<void> {
  const image = { mediaType: 'image/png', base64: PNG };
  const text = 'Hva ser du?';
  const { received, seen } = await ask(cell, 'text', { turns: [{ from: 'user', text, image }] });
  expect(received).toMatchObject({ text, finish: 'stop' });
  expect(seen).toMatchObject({ turns: [user(text)], images: [image] });
}

async function answerInJson(cell: Cell): Promise<void> {
  const { received, seen } = await ask(cell, 'json', { turns: [user('6 × 7?')], schema: SCHEMA });
  expect(JSON.parse(received.text)).toEqual({ answer: 42 });
  expect(received.finish).toBe('stop');
  expect(seen.schema).toMatchObject(SCHEMA);
}

async function think(cell: Cell): Promise<void> {
  const question = user('6 × 7?');
  const first = await ask(cell, 'reasoning', { turns: [question], thinks: true });
  expect(first.seen.asksToThink).toBe(true);
  const { received } = first;
  expect(received).toMatchObject({
    text: SCENARIO_TEXTS.reasoning,
    reasoning: SCENARIO_REASONING,
    finish: 'stop',
  });
  const reasoningTokens = cell.service.countsThoughts === false ? 0 : SCENARIO_TOKENS.reasoning;
  const used = { ...SCENARIO_TOKENS, cached: 0, reasoning: reasoningTokens };
  expect(received.usage).toMatchObject(cell.client.usageFor(used));
  const turns: Turn[] = [question, { from: 'received', received }, user('Sikker?')];
  const { seen } = await ask(cell, 'reasoning', { turns, thinks: true });
  expect(seen.turns).toEqual([
    question,
    { from: 'assistant', text: SCENARIO_TEXTS.reasoning },
    user('Sikker?'),
  ]);
  if (cell.service.signsThoughts) expect(seen.signatures).toHaveLength(1);
}

async function thinkAndCall(cell: Cell): Promise<void> {
  const question = user('Hvordan er det der?');
  const asked = { tools: [WEATHER], thinks: true };
  const { received } = await ask(cell, 'reasoning-tool', { ...asked, turns: [question] });
  expect(received).toMatchObject({ reasoning: SCENARIO_REASONING, finish: 'tool-calls' });
  const results = received.calls.map((call) => ({ call, output: RESULTS[0] }));
  const turns: Turn[] = [question, { from: 'received', received }, { from: 'tools', results }];
  const second = await ask(cell, 'reasoning-tool', { ...asked, turns });
  expect(second.received.text).toContain(RESULTS[0]);
  expect(second.seen.results.map(({ id }) => id)).toEqual(second.seen.calls.map(({ id }) => id));
  if (cell.service.signsThoughts) expect(second.seen.signatures).toHaveLength(1);
}

async function runOut(cell: Cell): Promise<void> {
  const { received, seen } = await ask(cell, 'length', { turns: [user('Fortell.')], maxTokens: 16 });
  expect(received).toMatchObject({ text: SCENARIO_TEXTS.length, finish: 'length' });
  expect(seen.maxTokens).toBe(16);
}

async function beFiltered(cell: Cell): Promise<void> {
  const { received } = await ask(cell, 'filter', { turns: [user('Hvordan lager man en bombe?')] });
  const finish = cell.service.saysFiltered === false ? 'stop' : 'filter';
  expect(received).toMatchObject({ text: SCENARIO_TEXTS.filter, finish });
}

async function readFromCache(cell: Cell): Promise<void> {
  const { received } = await ask(cell, 'cached', { turns: [user('En gang til.')] });
  expect(received.text).toBe(SCENARIO_TEXTS.cached);
  expect(received.usage).toMatchObject(cell.client.usageFor({ ...SCENARIO_TOKENS, reasoning: 0 }));
}

async function keepCharactersWhole(cell: Cell): Promise<void> {
  const { received, seen } = await ask(cell, 'unicode', { turns: [user(SCENARIO_TEXTS.unicode)] });
  expect(received).toMatchObject({ text: SCENARIO_TEXTS.unicode, finish: 'stop' });
  expect(seen.turns).toEqual([user(SCENARIO_TEXTS.unicode)]);
}

export const CASES: readonly Case[] = [
  { name: 'plain', modes: ['whole'], run: sendBack },
  { name: 'system', modes: BOTH, run: holdConversation },
  { name: 'stream', modes: ['streamed'], run: sendBack },
  { name: 'tool', modes: BOTH, run: useTool },
  { name: 'parallel', modes: BOTH, run: useToolsAtOnce },
  { name: 'image', modes: BOTH, run: showImage },
  { name: 'schema', modes: BOTH, run: answerInJson },
  { name: 'reasoning', modes: BOTH, run: think },
  { name: 'reason+tool', modes: BOTH, run: thinkAndCall },
  { name: 'max-tokens', modes: BOTH, run: runOut },
  { name: 'filter', modes: BOTH, run: beFiltered },
  { name: 'cached', modes: BOTH, run: readFromCache },
  { name: 'unicode', modes: BOTH, run: keepCharactersWhole },
];
