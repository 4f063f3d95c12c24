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

const user = (content) => ({ role: 'user', content });

const cases = {
  async plain({ build, model }) {
    const message = await build(model).invoke([user(ASK.toGreet)]);
    assert.equal(message.text, GREETING);
    assert.equal(message.usage_metadata.input_tokens, USAGE.input);
  },
  async streamed({ build, model }) {
    const message = await collect(await build(model).stream([user(ASK.toGreet)]));
    assert.equal(message.text, GREETING);
  },
  async tool({ build, model, weather }) {
    const messages = [user(ASK.toUseTool)];
    const withTools = build(model).bindTools([weather]);
    const turn = await withTools.invoke(messages);
    const result = await weather.invoke(turn.tool_calls[0]);
    const next = await withTools.invoke([...messages, turn, result]);
    assert.equal(next.text, TOOL_ANSWER);
  },
  async streamedTool({ build, model, weather }) {
    const messages = [user(ASK.toUseTool)];
    const withTools = build(model).bindTools([weather]);
    const turn = await collect(await withTools.stream(messages));
    const result = await weather.invoke(turn.tool_calls[0]);
    const next = await collect(await withTools.stream([...messages, turn, result]));
    assert.equal(next.text, TOOL_ANSWER);
  },
  async graph({ build, model, weather, createReactAgent }) {
    const agent = createReactAgent({ llm: build(model, { isThinking: true }), tools: [weather] });
    const { messages } = await agent.invoke({ messages: [user(ASK.toUseTool)] });
    assert.equal(messages.at(-1).text, TOOL_ANSWER);
  },
  async graphStreamed({ build, model, weather, createReactAgent }) {
    const agent = createReactAgent({ llm: build(model, { isThinking: true }), tools: [weather] });
    let text = '';
    const stream = await agent.stream({ messages: [user(ASK.toUseTool)] }, { streamMode: 'messages' });
    for await (const [message, { langgraph_node: node }] of stream)
      if (node === 'agent') text += message.text;
    assert.equal(text, TOOL_ANSWER);
  },
  async structured({ build, model }) {
    const asked = build(model).withStructuredOutput({ title: 'forecast', ...FORECAST_SCHEMA });
    assert.deepEqual(await asked.invoke([user(ASK.toForecast)]), FORECAST);
  },
  async reasoning({ build, model }) {
    const chat = build(model, { isThinking: true });
    const messages = [user(ASK.toThink)];
    const turn = await collect(await chat.stream(messages));
    const next = await chat.invoke([...messages, turn, user(ASK.toGreet)]);
    assert.equal(next.text, GREETING);
  },
  async error({ build, model }) {
    await assert.rejects(build(model).invoke([user(ASK.toFail)]), ({ status }) => status === 429);
  },
  async unknownModel({ build }) {
    await assert.rejects(build('no-such-model').invoke([user(ASK.toGreet)]), ({ status }) => status === 404);
  },
};

/** The package for Gemini accepts images only for model names that it knows. */
const image = {
  async image({ build, model, received }) {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE_BASE64}` } };
    const message = await build(model).invoke([user([{ type: 'text', text: ASK.toGreet }, image])]);
    assert.equal(message.text, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
};

const embeddings = {
  async embeddings({ embedder }) {
    const [vector] = await embedder.embedDocuments(['one']);
    assert.equal(typeof vector[0], 'number');
  },
};

async function collect(stream) {
  let whole;
  for await (const chunk of stream) whole = whole === undefined ? chunk : whole.concat(chunk);
  return whole;
}

/** How each package is configured; `isThinking` is its own setting. */
const PACKAGES = [
  {
    packageName: '@langchain/openai',
    build: ({ ChatOpenAI, OpenAIEmbeddings }, { origin, token }) => {
      const account = { apiKey: token, configuration: { baseURL: `${origin}/v1` }, maxRetries: 0 };
      return {
        build: (model, { isThinking } = {}) =>
          new ChatOpenAI({ model, ...account, ...(isThinking && { reasoning: { effort: 'low' } }) }),
        embedder: new OpenAIEmbeddings({ model: EMBEDDING_MODEL, ...account }),
      };
    },
    more: { ...image, ...embeddings },
  },
  {
    packageName: '@langchain/openai',
    what: ' (responses)',
    build: ({ ChatOpenAI }, { origin, token }) => ({
      build: (model, { isThinking } = {}) =>
        new ChatOpenAI({
          model,
          apiKey: token,
          configuration: { baseURL: `${origin}/v1` },
          maxRetries: 0,
          useResponsesApi: true,
          ...(isThinking && { reasoning: { effort: 'low', summary: 'auto' } }),
        }),
    }),
    more: image,
  },
  {
    packageName: '@langchain/anthropic',
    build: ({ ChatAnthropic }, { origin, token }) => ({
      build: (model, { isThinking } = {}) =>
        new ChatAnthropic({
          model,
          apiKey: token,
          anthropicApiUrl: origin,
          maxRetries: 0,
          maxTokens: 4000,
          ...(isThinking && { thinking: { type: 'enabled', budget_tokens: 2000 } }),
        }),
    }),
    more: image,
  },
  {
    packageName: '@langchain/google-genai',
    build: ({ ChatGoogleGenerativeAI, GoogleGenerativeAIEmbeddings }, { origin, token }) => ({
      build: (model, { isThinking } = {}) =>
        new ChatGoogleGenerativeAI({
          model,
          apiKey: token,
          baseUrl: origin,
          maxRetries: 0,
          ...(isThinking && { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } }),
        }),
      embedder: new GoogleGenerativeAIEmbeddings({ model: EMBEDDING_MODEL, apiKey: token, baseUrl: origin }),
    }),
    more: embeddings,
  },
];

export const langchainClients = PACKAGES.map(({ packageName, what = '', build, more }) => ({
  name: `${packageName}${what}`,
  folder: 'current',
  async connect(load, gateway) {
    const { tool } = await load('@langchain/core/tools');
    const { createReactAgent } = await load('@langchain/langgraph/prebuilt');
    const described = { name: TOOL_NAME, description: 'Tells it.', schema: TOOL_PARAMETERS };
    return {
      createReactAgent,
      weather: tool(() => WEATHER, described),
      ...build(await load(packageName), gateway),
    };
  },
  cases: { ...cases, ...more },
}));
