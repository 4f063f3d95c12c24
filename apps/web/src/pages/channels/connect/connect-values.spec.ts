import { describe, expect, it } from '@jest/globals';
import { type Provider, type ProviderField } from '../channel-queries.js';
import {
  buildCheck,
  findFreeName,
  findMissing,
  getConnectLabel,
  getStartValues,
  isReady,
  sortFields,
} from './connect-values.js';
import { findFirstModel } from './find-first-model.js';
import { findMark } from './find-mark.js';
import { withFormLabels } from './with-form-labels.js';
import { groupProviders } from './provider-groups.js';

const field = (name: string, overrides: Partial<ProviderField> = {}): ProviderField => ({
  name,
  label: name,
  type: 'text',
  required: false,
  default: null,
  help: null,
  auth_type: null,
  members: [],
  ...overrides,
});
const provider = (id: string, fields: ProviderField[], overrides: Partial<Provider> = {}): Provider => ({
  id,
  label: id,
  group: 'popular',
  fields,
  formats: [],
  operations: ['chat'],
  usual_models: ['a-*'],
  lists_models: true,
  api_key_page: null,
  ...overrides,
});

const KEYS = field('api_keys', { type: 'secrets', required: true });
const ADDRESS = field('base_url', { type: 'url', default: 'https://a.example' });
const SIMPLE = provider('simple', [ADDRESS, KEYS]);
const OWN = provider('own', [ADDRESS, { ...KEYS, required: false }]);
const CLOUD = provider('cloud', [
  field('region', { required: true }),
  field('auth', { type: 'auth', auth_type: 'aws' }),
  field('api_keys', { type: 'secrets' }),
  ADDRESS,
]);

const names = (one: Provider) => {
  const { primary, others } = sortFields(one);
  return [primary, others].map((fields) => fields.map(({ name }) => name));
};

const accountModel = (id: string, input?: number) => ({
  id,
  label: null,
  capabilities: ['chat' as const],
  price:
    input === undefined ? null : ({ rates: { input_per_m_tok: input, output_per_m_tok: input } } as never),
  context: null,
  suggested: true,
});

describe('connecting a model', () => {
  it('puts the key first, and separates fields that have a default', () => {
    expect(names(SIMPLE)).toEqual([['api_keys'], ['base_url']]);
    expect(names(CLOUD)).toEqual([['region', 'api_keys', 'auth'], ['base_url']]);
    expect(names({ ...OWN, group: 'own' })).toEqual([['base_url', 'api_keys'], []]);
  });

  it('finds all missing fields, and is ready when none is missing', () => {
    const values = getStartValues(CLOUD, []);
    const blank = getStartValues({ ...SIMPLE, lists_models: false, usual_models: [] }, []);
    expect(Object.keys(findMissing(blank, { ...SIMPLE, lists_models: false }))).toEqual([
      'secrets.api_keys',
      'models',
    ]);
    expect(isReady(values, CLOUD)).toBe(false);
    const withRegion = { ...values, texts: { region: 'eu-west-1' } };
    expect([findMissing(withRegion, CLOUD), isReady(withRegion, CLOUD)]).toEqual([{}, false]);
    expect(isReady({ ...withRegion, secrets: { api_keys: ['k'] } }, CLOUD)).toBe(true);
  });

  it('is not ready before anything is entered, nor for credentials of the host', () => {
    expect(isReady(getStartValues(OWN, []), OWN)).toBe(false);
    expect(isReady({ ...getStartValues(OWN, []), texts: { base_url: 'http://10.0.0.7' } }, OWN)).toBe(true);
    const identity = { ...getStartValues(CLOUD, []), texts: { region: 'eu-west-1' }, hasAuth: true };
    expect(isReady(identity, CLOUD)).toBe(false);
    expect(isReady({ ...identity, auth: { access_key_id: 'AKIA' } }, CLOUD)).toBe(true);
  });

  it('sends the first message to the connected chat model with the lowest known price', () => {
    const models = [
      accountModel('unknown'),
      accountModel('free', 0),
      accountModel('dear', 9),
      accountModel('cheap', 1),
      accountModel('nano', 0.1),
    ];
    const first = (...ids: string[]) =>
      findFirstModel({ models: ids.map((id) => ({ id, upstream: id })) }, { outcome: 'works', models })?.id;
    expect(first('unknown', 'free', 'dear', 'cheap')).toBe('cheap');
    expect(first('unknown', 'free')).toBe('free');
    expect(first('elsewhere', 'any-*')).toBe('elsewhere');
    expect(first('any-*')).toBeUndefined();
  });

  it('includes models in the check only if the user enters them', () => {
    const values = { ...getStartValues(SIMPLE, []), secrets: { api_keys: [' k '] }, models: ['m'] };
    const settings = { name: 'simple', provider: 'simple', api_keys: ['k'] };
    expect(buildCheck(values, SIMPLE, false)).toEqual(settings);
    expect(buildCheck(values, SIMPLE, true)).toEqual({ ...settings, models: ['m'] });
  });

  it('finds an unused channel name', () => {
    expect(findFreeName('openai', [])).toBe('openai');
    expect(findFreeName('openai', ['openai', 'openai-2'])).toBe('openai-3');
  });

  it('groups providers, and finds them by name, model or operation', () => {
    const all = [SIMPLE, provider('clips', [KEYS], { group: 'video', operations: ['video'] })];
    const found = (search: string) => groupProviders(all, search).map(({ title }) => title);
    expect(found('')).toEqual(['Popular', 'Video']);
    expect(found('video')).toEqual(['Video']);
    expect(found('A-')).toEqual(['Popular', 'Video']);
    expect(found('nothing')).toEqual([]);
  });

  it('replaces setting names with the labels of the form', () => {
    const fields = [
      { ...KEYS, label: 'API keys' },
      { ...ADDRESS, label: 'Base URL' },
    ];
    expect(withFormLabels('Set it in api_keys; check base_url.', { fields })).toBe(
      'Set it in “API keys”; check “Base URL”.',
    );
    expect(withFormLabels('Set it in api_keys.', { fields }, getConnectLabel)).toBe('Set it in “API key”.');
  });

  it('derives stable letters and a colour from the name', () => {
    expect(['OpenAI', 'Azure OpenAI', 'Groq', 'xAI', 'vLLM'].map((label) => findMark(label).letters)).toEqual(
      ['OA', 'AO', 'Gr', 'XA', 'VL'],
    );
    expect(findMark('Groq')).toEqual(findMark('Groq'));
  });
});
