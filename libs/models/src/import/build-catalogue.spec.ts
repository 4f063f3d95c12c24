import { describe, expect, it } from '@jest/globals';
import { type ModelFacts, providerModelsSchema } from '../model-facts.js';
import { buildCatalogue } from './build-catalogue.js';
import { readLiteLlm } from './litellm.js';
import { readModelsDev } from './models-dev.js';

type SourceModel = Record<string, unknown>;

const MODELS_DEV_NAMES: Record<string, string> = { 'azure-openai': 'azure' };

/** Builds the catalogue from one provider's models in the two data sets. */
function build(
  {
    modelsDev = {},
    liteLlm = {},
    vendor = [],
  }: { modelsDev?: SourceModel; liteLlm?: SourceModel; vendor?: ModelFacts[] },
  provider = 'openai',
) {
  const day = { url: 'https://example.com', asOf: '2026-01-01' };
  const { files, disagreements } = buildCatalogue({
    modelsDev: {
      ...day,
      models: readModelsDev({ [MODELS_DEV_NAMES[provider] ?? provider]: { models: modelsDev } }),
    },
    liteLlm: { ...day, models: readLiteLlm(liteLlm) },
    vendors: [
      {
        provider,
        isMaker: true,
        hasDatedReleases: true,
        hosts: [],
        sources: { page: { url: 'https://example.com/page', asOf: '2026-01-02' } },
        models: vendor,
      },
    ],
  });
  const file = files.find((one) => one.provider === provider);
  return { models: providerModelsSchema.parse(file).models, disagreements };
}

const CHAT = { modalities: { input: ['text'], output: ['text'] } };
const LITE = { litellm_provider: 'openai', mode: 'chat' };

const atVertex = (input: number): SourceModel => ({
  litellm_provider: 'vertex_ai-anthropic_models',
  mode: 'chat',
  max_input_tokens: 1000,
  input_cost_per_token: input * 1e-6,
});

describe('a model of the public data sets', () => {
  it('has the facts of both, and those of one alone', () => {
    const { models, disagreements } = build({
      modelsDev: {
        m: {
          ...CHAT,
          name: 'Em',
          family: 'em',
          temperature: false,
          tool_call: true,
          reasoning: true,
          reasoning_options: [{ type: 'effort', values: ['none', 'low', 'default'] }],
          release_date: '2025-08-07',
          limit: { context: 131_072, output: 65_536 },
          cost: { input: 2.5, output: 10, cache_read: 0.25 },
        },
      },
      liteLlm: {
        m: {
          ...LITE,
          supports_function_calling: true,
          supports_tool_choice: true,
          deprecation_date: '2027-01-01',
          max_input_tokens: 128_000,
          max_output_tokens: 65_535,
          input_cost_per_token: 2.5e-6,
          output_cost_per_token: 1e-5,
          input_cost_per_token_batches: 1.25e-6,
          output_cost_per_token_batches: 5e-6,
          input_cost_per_token_priority: 5e-6,
        },
      },
    });
    expect(disagreements).toEqual([]);
    const both = ['models.dev', 'litellm'];
    expect(models).toEqual([
      {
        id: 'm',
        label: 'Em',
        family: 'em',
        kind: 'chat',
        modalities: { input: ['text'], output: ['text'] },
        limits: { context: 128_000, output: 65_535 },
        parameters: { taken: ['tools', 'reasoning', 'toolChoice'], refused: ['temperature'] },
        reasoning: { efforts: ['none', 'low'], canBeTurnedOff: true },
        price: {
          inputPerMTok: 2.5,
          cachedInputPerMTok: 0.25,
          outputPerMTok: 10,
          batch: { inputPerMTok: 1.25, outputPerMTok: 5 },
        },
        dates: { released: '2025-08-07', retires: '2027-01-01' },
        from: {
          modalities: ['models.dev'],
          limits: both,
          parameters: both,
          reasoning: ['models.dev'],
          price: both,
          dates: both,
        },
      },
    ]);
  });

  it.each<[name: string, modelsDev: SourceModel, liteLlm: SourceModel, fact: string]>([
    ['price', { cost: { input: 1, output: 2 } }, { input_cost_per_token: 2e-6 }, 'price'],
    [
      'price of long prompts',
      { cost: { input: 1, output: 2, tiers: [{ tier: { size: 200_000 }, input: 2, output: 4 }] } },
      { input_cost_per_token: 1e-6 },
      'price',
    ],
    ['context', { limit: { context: 200_000 } }, { max_input_tokens: 1_000_000 }, 'limits.context'],
    ['output', { limit: { output: 64_000 } }, { max_output_tokens: 8192 }, 'limits.output'],
    ['tools', { tool_call: true }, { supports_function_calling: false }, 'parameters.tools'],
    [
      'modalities',
      {},
      { supported_modalities: ['text', 'image'], supported_output_modalities: ['text'] },
      'modalities',
    ],
  ])('loses its %s in case of a disagreement, which is reported', (_name, modelsDev, liteLlm, fact) => {
    const { models, disagreements } = build({
      modelsDev: { m: { ...CHAT, release_date: '2025-01-01', ...modelsDev } },
      liteLlm: { m: { ...LITE, ...liteLlm } },
    });
    expect(disagreements).toMatchObject([{ provider: 'openai', model: 'm', fact }]);
    const [group = '', member] = fact.split('.');
    const facts = (models[0] as unknown as Record<string, SourceModel | undefined>)[group];
    if (group === 'parameters') expect(facts).toBeUndefined();
    else expect(member === undefined ? facts : facts?.[member]).toBeUndefined();
  });

  it("has the vendor's price, independent of the data sets", () => {
    const own: ModelFacts = { id: 'm', kind: 'chat', price: { inputPerMTok: 5 }, from: { price: ['page'] } };
    const { models, disagreements } = build({
      modelsDev: { m: { ...CHAT, cost: { input: 1, output: 2 } } },
      liteLlm: { m: { ...LITE, input_cost_per_token: 2e-6 } },
      vendor: [own],
    });
    expect(disagreements).toEqual([]);
    expect(models).toMatchObject([{ price: { inputPerMTok: 5 }, from: { price: ['page'] } }]);
  });

  it('has its dated releases as names if they are the same, otherwise as models', () => {
    const { models } = build({
      liteLlm: {
        m: { ...LITE, input_cost_per_token: 1e-6 },
        'm-2025-01-01': { ...LITE, input_cost_per_token: 1e-6 },
        'm-2024-01-01': { ...LITE, input_cost_per_token: 3e-6 },
      },
    });
    expect(models.map(({ id, snapshots }) => [id, snapshots])).toEqual([
      ['m', ['m-2025-01-01']],
      ['m-2024-01-01', undefined],
    ]);
  });

  it.each<[kind: string, given: SourceModel, price: SourceModel]>([
    ['speech', { mode: 'audio_speech', input_cost_per_character: 1.5e-5 }, { perMChar: 15 }],
    [
      'transcription',
      { mode: 'audio_transcription', input_cost_per_second: 1e-4 },
      { perMinuteAudio: 0.006 },
    ],
    [
      'rerank',
      { mode: 'rerank', input_cost_per_query: 0.002, input_cost_per_token: 0 },
      { perSearch: 0.002 },
    ],
    ['image', { mode: 'image_generation', output_cost_per_image: 0.04 }, { perImage: 0.04 }],
    [
      'video',
      { mode: 'video_generation', output_cost_per_second: 0.05, output_cost_per_second_1080p: 0.08 },
      { perSecondVideo: { '1920x1080': 0.08, '1080x1920': 0.08, default: 0.05 } },
    ],
    [
      'chat',
      {
        mode: 'chat',
        tiered_pricing: [
          { range: [0, 32_000], input_cost_per_token: 1.2e-6, output_cost_per_token: 6e-6 },
          { range: [32_000, 128_000], input_cost_per_token: 2.4e-6, output_cost_per_token: 1.2e-5 },
        ],
      },
      {
        inputPerMTok: 1.2,
        outputPerMTok: 6,
        tiers: [{ aboveInputTokens: 32_000, inputPerMTok: 2.4, outputPerMTok: 12 }],
      },
    ],
  ])('of LiteLLM is priced by its output: %s', (kind, given, price) => {
    expect(build({ liteLlm: { m: { litellm_provider: 'openai', ...given } } }).models).toMatchObject([
      { id: 'm', kind, price },
    ]);
  });

  it.each([
    ['fine-tuned', 'ft:m'],
    ['for one size of image', '1024-x-1024/m'],
    ['of another provider', 'azure/m'],
  ])('of LiteLLM is left out if it is %s', (_name, key) => {
    expect(build({ liteLlm: { [key]: { ...LITE, input_cost_per_token: 1e-6 } } }).models).toEqual([]);
  });

  it("without a region has a price if all regions cost the same, and nothing of its maker's facts", () => {
    const lite = { litellm_provider: 'bedrock', mode: 'chat', supports_function_calling: true };
    const at = (input: number) => ({ ...lite, input_cost_per_token: input * 1e-6 });
    const { models } = build(
      {
        liteLlm: {
          'some.a': at(1),
          'us.some.a': at(1.1),
          'some.b': at(2),
          'eu.some.b': at(2),
          'some.c': at(3),
          'bedrock/eu-west-1/some.c': at(4),
          'bedrock/eu-west-1/1-month-commitment/some.d': at(4),
          'some.e': { ...at(5), deprecation_date: '2025-12-31', max_input_tokens: 1000 },
        },
      },
      'bedrock',
    );
    expect(models.map(({ id, price, parameters }) => [id, price?.inputPerMTok, parameters])).toEqual([
      ['eu.some.b', 2, undefined],
      ['some.b', 2, undefined],
      ['us.some.a', 1.1, undefined],
    ]);
  });

  it('has the exact price if the other one is rounded to the cent', () => {
    const { models, disagreements } = build(
      {
        modelsDev: { m: { ...CHAT, cost: { input: 1.25, output: 10, cache_read: 0.13 } } },
        liteLlm: {
          'azure/m': { litellm_provider: 'azure', mode: 'chat', cache_read_input_token_cost: 1.25e-7 },
          'azure/eu/m': { litellm_provider: 'azure', mode: 'chat', cache_read_input_token_cost: 1.4e-7 },
        },
      },
      'azure-openai',
    );
    expect(disagreements).toEqual([]);
    expect(models).toMatchObject([{ id: 'm', price: { inputPerMTok: 1.25, cachedInputPerMTok: 0.125 } }]);
  });

  it('has no price if its releases have different ones', () => {
    const liteLlm = {
      'vertex_ai/a@default': atVertex(1),
      'vertex_ai/a': atVertex(1),
      'vertex_ai/b@20250101': atVertex(1),
      'vertex_ai/b@20260101': atVertex(2),
    };
    const { models } = build({ liteLlm }, 'vertex');
    expect(models.map(({ id, price }) => [id, price?.inputPerMTok])).toEqual([
      ['a', 1],
      ['b', undefined],
    ]);
  });

  it.each<[name: string, read: (data: unknown) => unknown, data: unknown, message: string]>([
    [
      'models.dev',
      readModelsDev,
      { openai: { models: { m: { cost: { input: 'x' } } } } },
      'openai.models.m.cost.input',
    ],
    ['models.dev', readModelsDev, [], 'its top level'],
    ['LiteLLM', readLiteLlm, { m: 1 }, ': m:'],
  ])(
    'is rejected with the path of the error if it is not in the format of %s',
    (_name, read, data, message) => {
      expect(() => read(data)).toThrow(message);
    },
  );
});
