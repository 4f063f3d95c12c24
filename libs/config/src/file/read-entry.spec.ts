import { describe, expect, it } from '@jest/globals';
import { PROVIDERS } from '../testing/providers.js';
import { Problem } from './problem.js';
import { listChannelProblems, readChannelEntry, readModelEntry } from './read-entry.js';

const CHANNEL = { name: 'a', provider: 'openai', models: ['m'] };

function toProblem(read: () => unknown): Pick<Problem, 'path' | 'message'> {
  try {
    read();
  } catch (error) {
    if (error instanceof Problem) return { path: error.path, message: error.message };
    throw error;
  }
  throw new Error('nothing was wrong');
}

const paths = (source: object) => listChannelProblems(source, PROVIDERS).map(({ path }) => path.join('.'));

describe('an entry that stands in no file', () => {
  it('gets what the file would have given it', () => {
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

  it('may say of a model what the catalogue does not know', () => {
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
    const unheardOf = { ...model, reasoning: { efforts: ['some'] } };
    expect(toProblem(() => readModelEntry(unheardOf)).path).toEqual(['reasoning', 'efforts', 0]);
  });

  it.each([
    [{ ...CHANNEL, provider: 'opanai' }, ['provider'], 'did you mean "openai"?'],
    [{ ...CHANNEL, models: undefined }, ['models'], 'is missing'],
    [{ ...CHANNEL, models: ['m', 'm'] }, ['models', 1], 'has already'],
    [{ ...CHANNEL, provider: 'openai-compatible' }, ['baseUrl'], 'needs one'],
    [{ ...CHANNEL, timeouts: { connectMs: 0 } }, ['timeouts', 'connectMs'], 'a whole number'],
  ])('%j is refused at its place', (source, path, words) => {
    const problem = toProblem(() => readChannelEntry(source, PROVIDERS));
    expect(problem.path).toEqual(path);
    expect(problem.message).toContain(words);
  });

  it('can be told everything that is wrong at once', () => {
    expect(paths(CHANNEL)).toEqual([]);
    const source = { ...CHANNEL, provider: 'openai-compatible', weight: 0, timeouts: { connectMs: 0 } };
    expect(paths(source)).toEqual(['weight', 'timeouts.connectMs', 'baseUrl']);
  });

  it('does not repeat a secret that is wrong', () => {
    const { message } = toProblem(() => readChannelEntry({ ...CHANNEL, apiKeys: ['sk one two'] }, PROVIDERS));
    expect(message).not.toContain('sk one');
  });

  it('is a model as well', () => {
    const model = { id: 'm', price: { inputPerMTok: 1 }, strategy: 'cost' };
    expect(readModelEntry(model)).toEqual(model);
    expect(toProblem(() => readModelEntry({ id: 'm', fallbacks: ['m'] })).path).toEqual(['fallbacks', 0]);
  });
});
