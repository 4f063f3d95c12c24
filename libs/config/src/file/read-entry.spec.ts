import { describe, expect, it } from '@jest/globals';
import { PROVIDERS } from '../testing/providers.js';
import { Problem } from './problem.js';
import { listChannelProblems, readChannelEntry, readModelEntry } from './read-entry.js';
import { measureCpuMs, measureLeast } from '../../../../test/cpu-time/index.js';

const CHANNEL = { name: 'a', provider: 'openai', models: ['m'] };
/** About 1 MB of JSON. */
const MANY = Array.from({ length: 490_000 }, () => 0);
const NAMED = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`x-${index}`, 0]));
const MAX_CPU_MS = 100;

function toProblem(read: () => unknown): Pick<Problem, 'path' | 'message'> {
  try {
    read();
  } catch (error) {
    if (error instanceof Problem) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error('read without a problem');
}

const paths = (source: object) => listChannelProblems(source, PROVIDERS).map(({ path }) => path.join('.'));

describe('an entry that is not in a file', () => {
  it('has the same defaults as in a file', () => {
    expect(
      readChannelEntry({ ...CHANNEL, apiKeys: ['k'], baseUrl: 'https://a.example/v1/' }, PROVIDERS),
    ).toEqual({
      name: 'a',
      provider: 'openai',
      apiKeys: ['k'],
      baseUrl: 'https://a.example/v1',
      models: [{ id: 'm', upstream: 'm' }],
      priority: 0,
      weight: 1,
      enabled: true,
      timeouts: { connectMs: 5000, firstByteMs: 300_000, idleMs: 300_000, wholeMs: 600_000 },
    });
  });

  it('can have facts about a model that is not in the catalog', () => {
    const model = {
      id: 'ours',
      knownAs: 'gpt-5-mini',
      limits: { context: 400_000, input: 272_000, output: 128_000 },
      parameters: { taken: ['tools'], refused: ['temperature'], exclusive: ['topP', 'topK'] },
      reasoning: { efforts: ['low', 'high'], budget: { min: 0, max: 1000 }, canBeTurnedOff: false },
    };
    expect(readModelEntry(model)).toEqual(model);
    const contradicted = { ...model, parameters: { taken: ['seed'], refused: ['seed'] } };
    expect(toProblem(() => readModelEntry(contradicted)).path).toEqual(['parameters', 'refused', 0]);
    const unknownEffort = { ...model, reasoning: { efforts: ['some'] } };
    expect(toProblem(() => readModelEntry(unknownEffort)).path).toEqual(['reasoning', 'efforts', 0]);
  });

  it.each([
    [{ ...CHANNEL, provider: 'opanai' }, ['provider'], 'did you mean "openai"?'],
    [{ ...CHANNEL, models: undefined }, ['models'], 'is missing'],
    [{ ...CHANNEL, models: ['m', 'm'] }, ['models', 1], 'is a duplicate model id'],
    [{ ...CHANNEL, provider: 'openai-compatible' }, ['baseUrl'], 'is required'],
    [{ ...CHANNEL, timeouts: { connectMs: 0 } }, ['timeouts', 'connectMs'], 'a whole number'],
  ])('%j is rejected with the path of the problem', (source, path, words) => {
    const problem = toProblem(() => readChannelEntry(source, PROVIDERS));
    expect(problem.path).toEqual(path);
    expect(problem.message).toContain(words);
  });

  it.each<[string, () => unknown, Problem['path']]>([
    ['models', () => readChannelEntry({ ...CHANNEL, models: MANY }, PROVIDERS), ['models']],
    ['keys', () => readChannelEntry({ ...CHANNEL, apiKeys: MANY }, PROVIDERS), ['apiKeys']],
    ['formats', () => readChannelEntry({ ...CHANNEL, formats: MANY }, PROVIDERS), ['formats']],
    ['headers', () => readChannelEntry({ ...CHANNEL, headers: NAMED }, PROVIDERS), ['headers']],
    ['fallbacks', () => readModelEntry({ id: 'm', fallbacks: MANY }), ['fallbacks']],
    ['tiers', () => readModelEntry({ id: 'm', price: { tiers: MANY } }), ['price', 'tiers']],
  ])('is refused at once with 1 MB of %s', async (_what, read, path) => {
    expect(toProblem(read)).toMatchObject({
      path,
      message: expect.stringMatching(/^has \d{5,6} items; the maximum is/),
    });
    const cpuMs = await measureLeast(MAX_CPU_MS, () => measureCpuMs(() => toProblem(read)));
    expect(cpuMs).toBeLessThan(MAX_CPU_MS);
  });

  it('is validated up to 100 problems of a list', () => {
    const problems = listChannelProblems({ ...CHANNEL, models: MANY.slice(0, 10_000) }, PROVIDERS);
    expect(problems).toHaveLength(100);
    expect(problems[99]?.path).toEqual(['models', 99]);
  });

  it('can be checked for all problems at once', () => {
    expect(paths(CHANNEL)).toEqual([]);
    const source = { ...CHANNEL, provider: 'openai-compatible', weight: 0, timeouts: { connectMs: 0 } };
    expect(paths(source)).toEqual(['weight', 'timeouts.connectMs', 'baseUrl']);
  });

  it('does not show an invalid secret', () => {
    const { message } = toProblem(() => readChannelEntry({ ...CHANNEL, apiKeys: ['sk one two'] }, PROVIDERS));
    expect(message).not.toContain('sk one');
  });

  it('can be a model', () => {
    const model = { id: 'm', price: { inputPerMTok: 1 }, strategy: 'cost' };
    expect(readModelEntry(model)).toEqual(model);
    expect(toProblem(() => readModelEntry({ id: 'm', fallbacks: ['m'] })).path).toEqual(['fallbacks', 0]);
  });
});
