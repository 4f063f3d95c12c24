import assert from 'node:assert/strict';
import {
  ASK,
  EMBEDDING_MODEL,
  FORECAST,
  GREETING,
  IMAGE_BASE64,
  TOOL_ANSWER,
  TOOL_NAME,
  TOOL_PARAMETERS,
  WEATHER,
} from '../scripted-model.mjs';

const user = (content) => ({ role: 'user', content });

const cases = {
  async plain({ build, model }) {
    const { message } = await build(model).chat({ messages: [user(ASK.toGreet)] });
    assert.equal(toText(message), GREETING);
  },
  async streamed({ build, model }) {
    let text = '';
    for await (const { delta } of await build(model).chat({ messages: [user(ASK.toGreet)], stream: true }))
      text += delta;
    expectText(text, GREETING);
  },
  async tool({ build, model, weather }) {
    const messages = [user(ASK.toUseTool)];
    const { newMessages, toolCalls } = await build(model).exec({ messages, tools: [weather] });
    assert.equal(toolCalls[0].name, TOOL_NAME);
    const next = await build(model).exec({ messages: [...messages, ...newMessages], tools: [weather] });
    assert.equal(toText(next.newMessages.at(-1)), TOOL_ANSWER);
  },
  async streamedTool({ build, model, weather }) {
    const messages = [user(ASK.toUseTool)];
    const first = await build(model).streamExec({ messages, tools: [weather], stream: true });
    for await (const _ of first.stream);
    const next = await build(model).streamExec({
      messages: [...messages, ...first.newMessages()],
      tools: [weather],
      stream: true,
    });
    let text = '';
    for await (const { delta } of next.stream) text += delta;
    expectText(text, TOOL_ANSWER);
  },
  async reasoning({ build, model }) {
    const messages = [user(ASK.toThink)];
    const { message } = await build(model).chat({ messages });
    const next = await build(model).chat({ messages: [...messages, message, user(ASK.toGreet)] });
    assert.equal(toText(next.message), GREETING);
  },
  async error({ build, model }) {
    await assert.rejects(build(model).chat({ messages: [user(ASK.toFail)] }), ({ status }) => status === 429);
  },
  async unknownModel({ build }) {
    const asked = build('no-such-model').chat({ messages: [user(ASK.toGreet)] });
    await assert.rejects(asked, ({ status }) => status === 404);
  },
};

/** Google's package would upload the image first, to Google's service for files. */
const image = {
  async image({ build, model, received }) {
    const url = `data:image/png;base64,${IMAGE_BASE64}`;
    const content = [
      { type: 'text', text: ASK.toGreet },
      { type: 'image_url', image_url: { url } },
    ];
    const { message } = await build(model).chat({ messages: [user(content)] });
    assert.equal(toText(message), GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
};

const structured = {
  async structured({ build, model, schema }) {
    const { message } = await build(model).chat({ messages: [user(ASK.toForecast)], responseFormat: schema });
    assert.deepEqual(JSON.parse(toText(message)), FORECAST);
  },
};

const embeddings = {
  async embeddings({ embedder }) {
    const vector = await embedder.getTextEmbedding('one');
    assert.equal(typeof vector[0], 'number');
  },
};

/** `OpenAIResponses` repeats the last words with every later event. */
function expectText(text, start) {
  assert.ok(text.startsWith(start), text);
}

function toText({ content }) {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}

/** It looks for calls in the first event only, and a model that reasons does not call at once. */
const notStreamed = (...kinds) => kinds.map((kind) => `streamedTool over ${kind}`);

const PACKAGES = [
  {
    packageName: '@llamaindex/openai',
    build: ({ OpenAI, OpenAIEmbedding }, { origin, token }) => {
      const account = { apiKey: token, baseURL: `${origin}/v1`, maxRetries: 0 };
      return {
        build: (model) => new OpenAI({ model, ...account }),
        embedder: new OpenAIEmbedding({ model: EMBEDDING_MODEL, ...account }),
      };
    },
    more: { ...image, ...structured, ...embeddings },
  },
  {
    packageName: '@llamaindex/openai',
    what: ' (responses)',
    without: notStreamed('chat', 'responses', 'messages', 'gemini'),
    build: ({ OpenAIResponses }, { origin, token }) => ({
      build: (model) => new OpenAIResponses({ model, apiKey: token, baseURL: `${origin}/v1`, maxRetries: 0 }),
    }),
    more: image,
  },
  {
    packageName: '@llamaindex/anthropic',
    without: notStreamed('chat', 'responses', 'gemini'),
    build: ({ Anthropic, AnthropicSession }, { origin, token }) => {
      const session = new AnthropicSession({ apiKey: token, baseURL: origin, maxRetries: 0 });
      return { build: (model) => new Anthropic({ model, session }) };
    },
    more: image,
  },
  {
    packageName: '@llamaindex/google',
    without: notStreamed('gemini'),
    build: ({ Gemini }, { origin, token }) => ({
      build: (model) => new Gemini({ model, apiKey: token, httpOptions: { baseUrl: origin } }),
    }),
  },
];

export const llamaindexClients = PACKAGES.map(({ packageName, what = '', build, more, without }) => ({
  name: `${packageName}${what}`,
  folder: 'current',
  async connect(load, gateway) {
    const { FunctionTool } = await load('@llamaindex/core/tools');
    const { z } = await load('zod/v3');
    const described = { name: TOOL_NAME, description: 'Tells it.', parameters: TOOL_PARAMETERS };
    return {
      weather: FunctionTool.from(() => WEATHER, described),
      schema: z.object({ city: z.string(), celsius: z.number() }),
      ...build(await load(packageName), gateway),
    };
  },
  cases: { ...cases, ...more },
  without,
}));
