import assert from 'node:assert/strict';
import {
  ASK,
  EMBEDDING_MODEL,
  FORECAST,
  FORECAST_SCHEMA,
  GREETING,
  IMAGE_BASE64,
  TOOL_ANSWER,
  TOOL_NAME,
  TOOL_PARAMETERS,
  USAGE,
  WEATHER,
} from '../scripted-model.mjs';

const providerOptions = {
  openai: { reasoningEffort: 'low', reasoningSummary: 'auto' },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } },
  google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } },
};

const cases = {
  async plain({ library, languageModel }) {
    const { text, usage } = await library.generateText({
      model: languageModel,
      prompt: ASK.toGreet,
      maxRetries: 0,
    });
    assert.equal(text, GREETING);
    assert.equal(usage.inputTokens ?? usage.promptTokens, USAGE.input);
  },
  async streamed({ library, languageModel }) {
    const result = stream(library, { model: languageModel, prompt: ASK.toGreet });
    assert.equal(await result.text, GREETING);
    const usage = await result.usage;
    // In version 4, packages without a vendor do not request usage.
    const outputTokens = usage.outputTokens ?? usage.completionTokens;
    if (!Number.isNaN(outputTokens)) assert.equal(outputTokens, USAGE.output);
  },
  async tool({ library, languageModel, tools, steps }) {
    const { text } = await library.generateText({
      model: languageModel,
      prompt: ASK.toUseTool,
      tools,
      ...steps,
    });
    assert.equal(text, TOOL_ANSWER);
  },
  async streamedTool({ library, languageModel, tools, steps }) {
    const result = stream(library, {
      model: languageModel,
      prompt: ASK.toUseTool,
      tools,
      ...steps,
      providerOptions,
    });
    const text = await result.text;
    assert.equal(text, TOOL_ANSWER);
    assert.equal((await result.steps).length, 2);
  },
  async image({ library, languageModel, received }) {
    const content = [
      { type: 'text', text: ASK.toGreet },
      { type: 'image', image: Buffer.from(IMAGE_BASE64, 'base64') },
    ];
    const { text } = await library.generateText({
      model: languageModel,
      messages: [{ role: 'user', content }],
      maxRetries: 0,
    });
    assert.equal(text, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ library, languageModel }) {
    const schema = library.jsonSchema(FORECAST_SCHEMA);
    const { object } = await library.generateObject({
      model: languageModel,
      prompt: ASK.toForecast,
      schema,
      maxRetries: 0,
    });
    assert.deepEqual(object, FORECAST);
  },
  async structuredStream({ library, languageModel }) {
    const schema = library.jsonSchema(FORECAST_SCHEMA);
    const { object, partialObjectStream } = library.streamObject({
      model: languageModel,
      prompt: ASK.toForecast,
      schema,
    });
    for await (const _ of partialObjectStream);
    assert.deepEqual(await object, FORECAST);
  },
  async reasoning({ library, languageModel }) {
    const messages = [{ role: 'user', content: ASK.toThink }];
    const first = stream(library, { model: languageModel, messages, providerOptions });
    assert.equal(await first.text, GREETING);
    messages.push(...(await first.response).messages, { role: 'user', content: ASK.toGreet });
    const { text } = await library.generateText({
      model: languageModel,
      messages,
      providerOptions,
      maxRetries: 0,
    });
    assert.equal(text, GREETING);
  },
  async error({ library, languageModel }) {
    const asked = library.generateText({ model: languageModel, prompt: ASK.toFail, maxRetries: 0 });
    await assert.rejects(
      asked,
      (error) => library.APICallError.isInstance(error) && error.statusCode === 429,
    );
  },
  async unknownModel({ library, build }) {
    const asked = library.generateText({ model: build('no-such-model'), prompt: ASK.toGreet, maxRetries: 0 });
    await assert.rejects(
      asked,
      (error) => library.APICallError.isInstance(error) && error.statusCode === 404,
    );
  },
};

const embeddings = {
  async embeddings({ library, provider }) {
    const model = provider.textEmbeddingModel(EMBEDDING_MODEL);
    const { embedding } = await library.embed({ model, value: 'hello', maxRetries: 0 });
    assert.ok(embedding.length > 0);
  },
};

function stream(library, request) {
  let fault;
  const result = library.streamText({ ...request, maxRetries: 0, onError: ({ error }) => (fault ??= error) });
  const orFault = (value) => Promise.resolve(value).catch((error) => Promise.reject(fault ?? error));
  return {
    text: orFault(result.consumeStream().then(() => (fault ? Promise.reject(fault) : result.text))),
    get usage() {
      return orFault(result.usage);
    },
    get steps() {
      return orFault(result.steps);
    },
    get response() {
      return orFault(result.response);
    },
  };
}

/** How each provider package is configured. */
const PROVIDERS = {
  '@ai-sdk/openai': ({ createOpenAI }, { origin, token }) =>
    createOpenAI({ baseURL: `${origin}/v1`, apiKey: token, compatibility: 'strict' }),
  '@ai-sdk/anthropic': ({ createAnthropic }, { origin, token }) =>
    createAnthropic({ baseURL: `${origin}/v1`, apiKey: token }),
  '@ai-sdk/google': ({ createGoogleGenerativeAI }, { origin, token }) =>
    createGoogleGenerativeAI({ baseURL: `${origin}/v1beta`, apiKey: token }),
  '@ai-sdk/openai-compatible': ({ createOpenAICompatible }, { origin, token }) =>
    createOpenAICompatible({ name: 'modelgate', baseURL: `${origin}/v1`, apiKey: token, includeUsage: true }),
};

const VARIANTS = [
  {
    packageName: '@ai-sdk/openai',
    what: ' (chat)',
    select: ({ chat }, model) => chat(model),
    more: embeddings,
  },
  { packageName: '@ai-sdk/openai', what: ' (responses)', select: ({ responses }, model) => responses(model) },
  { packageName: '@ai-sdk/anthropic' },
  { packageName: '@ai-sdk/google', more: embeddings },
  { packageName: '@ai-sdk/openai-compatible', more: embeddings },
];

/** The tool of a conversation, in the format of each version. */
function buildSteps(library, version) {
  const schema = library.jsonSchema(TOOL_PARAMETERS);
  const tool = { description: 'Tells it.', execute: async () => WEATHER };
  return version === 4
    ? { tools: { [TOOL_NAME]: { ...tool, parameters: schema } }, steps: { maxSteps: 2 } }
    : {
        tools: { [TOOL_NAME]: { ...tool, inputSchema: schema } },
        steps: { stopWhen: library.stepCountIs(2) },
      };
}

const VERSIONS = [
  { version: 4, folder: 'older' },
  { version: 5, folder: 'current' },
];

export const aiSdkClients = VERSIONS.flatMap(({ version, folder }) =>
  VARIANTS.map(({ packageName, what = '', select, more }) => ({
    name: `AI SDK ${version}, ${packageName}${what}`,
    folder,
    async connect(load, gateway) {
      const library = await load('ai');
      const provider = PROVIDERS[packageName](await load(packageName), gateway);
      const build = (model) => (select ? select(provider, model) : provider(model));
      const perModel = (model) => ({ languageModel: build(model) });
      return { library, provider, build, perModel, ...buildSteps(library, version) };
    },
    cases: { ...cases, ...more },
  })),
);
