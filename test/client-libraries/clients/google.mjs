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

const { additionalProperties: _closed, ...parameters } = TOOL_PARAMETERS;
const { additionalProperties: _closedToo, ...forecastSchema } = FORECAST_SCHEMA;
const tools = [{ functionDeclarations: [{ name: TOOL_NAME, description: 'Tells it.', parameters }] }];
const image = { inlineData: { mimeType: 'image/png', data: IMAGE_BASE64 } };
const result = { functionResponse: { name: TOOL_NAME, response: { result: WEATHER } } };

const genaiCases = {
  async plain({ client, model }) {
    const { text, usageMetadata } = await client.models.generateContent({ model, contents: ASK.toGreet });
    assert.equal(text, GREETING);
    assert.equal(usageMetadata.promptTokenCount, USAGE.input);
  },
  async streamed({ client, model }) {
    let text = '';
    let usage;
    for await (const chunk of await client.models.generateContentStream({ model, contents: ASK.toGreet })) {
      text += chunk.text ?? '';
      usage = chunk.usageMetadata ?? usage;
    }
    assert.equal(text, GREETING);
    assert.equal(usage.promptTokenCount, USAGE.input);
  },
  async tool({ client, model }) {
    const chat = client.chats.create({ model, config: { tools } });
    const { functionCalls } = await chat.sendMessage({ message: ASK.toUseTool });
    assert.deepEqual([functionCalls[0].name, functionCalls[0].args], [TOOL_NAME, { city: 'Oslo' }]);
    const { text } = await chat.sendMessage({ message: [withId(functionCalls[0])] });
    assert.equal(text, TOOL_ANSWER);
  },
  async streamedTool({ client, model }) {
    const chat = client.chats.create({ model, config: { tools, thinkingConfig: { includeThoughts: true } } });
    let call;
    for await (const chunk of await chat.sendMessageStream({ message: ASK.toUseTool }))
      call ??= chunk.functionCalls?.[0];
    assert.equal(call.name, TOOL_NAME);
    let text = '';
    for await (const chunk of await chat.sendMessageStream({ message: [withId(call)] }))
      text += chunk.text ?? '';
    assert.equal(text, TOOL_ANSWER);
  },
  async image({ client, model, received }) {
    const { text } = await client.models.generateContent({ model, contents: [image, ASK.toGreet] });
    assert.equal(text, GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ client, model }) {
    const config = { responseMimeType: 'application/json', responseJsonSchema: FORECAST_SCHEMA };
    const { text } = await client.models.generateContent({ model, contents: ASK.toForecast, config });
    assert.deepEqual(JSON.parse(text), FORECAST);
  },
  async reasoning({ client, model }) {
    const chat = client.chats.create({
      model,
      config: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2048 } },
    });
    assert.equal((await chat.sendMessage({ message: ASK.toThink })).text, GREETING);
    assert.equal((await chat.sendMessage({ message: ASK.toGreet })).text, GREETING);
  },
  async models({ client, model }) {
    const names = [];
    for await (const { name } of await client.models.list()) names.push(name);
    assert.ok(names.includes(`models/${model}`));
  },
  async embeddings({ client }) {
    const { embeddings } = await client.models.embedContent({
      model: EMBEDDING_MODEL,
      contents: ['one', 'two'],
    });
    assert.deepEqual(
      embeddings.map(({ values }) => typeof values[0]),
      ['number', 'number'],
    );
  },
  async countTokens({ client, model }) {
    const { totalTokens } = await client.models.countTokens({ model, contents: ASK.toGreet });
    assert.ok(totalTokens > 0);
  },
  async error({ client, model, library }) {
    const asked = client.models.generateContent({ model, contents: ASK.toFail });
    await assert.rejects(asked, (error) => error instanceof library.ApiError && error.status === 429);
  },
  async unknownModel({ client, library }) {
    const asked = client.models.generateContent({ model: 'no-such-model', contents: ASK.toGreet });
    await assert.rejects(asked, (error) => error instanceof library.ApiError && error.status === 404);
  },
};

function withId({ id }) {
  return { functionResponse: { ...(id === undefined ? {} : { id }), ...result.functionResponse } };
}

const olderCases = {
  async plain({ getModel }) {
    const { response } = await getModel().generateContent(ASK.toGreet);
    assert.equal(response.text(), GREETING);
    assert.equal(response.usageMetadata.promptTokenCount, USAGE.input);
  },
  async streamed({ getModel }) {
    const { stream, response } = await getModel().generateContentStream(ASK.toGreet);
    let text = '';
    for await (const chunk of stream) text += chunk.text();
    assert.equal(text, GREETING);
    assert.equal((await response).text(), GREETING);
  },
  async tool({ getModel }) {
    const chat = getModel({ tools }).startChat();
    const { response } = await chat.sendMessage(ASK.toUseTool);
    assert.deepEqual(
      response.functionCalls(),
      [{ name: TOOL_NAME, args: { city: 'Oslo' } }].map(likeFirst(response)),
    );
    const next = await chat.sendMessage([result]);
    assert.equal(next.response.text(), TOOL_ANSWER);
  },
  async streamedTool({ getModel }) {
    const chat = getModel({ tools }).startChat();
    const first = await chat.sendMessageStream(ASK.toUseTool);
    assert.equal((await first.response).functionCalls()[0].name, TOOL_NAME);
    const second = await chat.sendMessageStream([result]);
    assert.equal((await second.response).text(), TOOL_ANSWER);
    assert.equal((await chat.getHistory()).length, 4);
  },
  async image({ getModel, received }) {
    const { response } = await getModel().generateContent([ASK.toGreet, image]);
    assert.equal(response.text(), GREETING);
    assert.ok(received().includes(IMAGE_BASE64));
  },
  async structured({ getModel }) {
    const generationConfig = { responseMimeType: 'application/json', responseSchema: forecastSchema };
    const { response } = await getModel({ generationConfig }).generateContent(ASK.toForecast);
    assert.deepEqual(JSON.parse(response.text()), FORECAST);
  },
  async reasoning({ getModel }) {
    const chat = getModel().startChat();
    for (const text of [ASK.toThink, ASK.toGreet]) {
      const { response } = await chat.sendMessageStream(text);
      assert.ok((await response).text().endsWith(GREETING));
    }
  },
  async embeddings({ getModel }) {
    const { embedding } = await getModel({ model: EMBEDDING_MODEL }).embedContent('one');
    assert.equal(typeof embedding.values[0], 'number');
  },
  async error({ getModel, library }) {
    const asked = getModel().generateContent(ASK.toFail);
    await assert.rejects(
      asked,
      (error) => error instanceof library.GoogleGenerativeAIFetchError && error.status === 429,
    );
  },
  async unknownModel({ getModel, library }) {
    const asked = getModel({ model: 'no-such-model' }).generateContent(ASK.toGreet);
    await assert.rejects(
      asked,
      (error) => error instanceof library.GoogleGenerativeAIFetchError && error.status === 404,
    );
  },
};

/** Ids of calls are present or not, depending on the service. */
function likeFirst(response) {
  const { id } = response.functionCalls()[0];
  return (call) => (id === undefined ? call : { ...call, id });
}

export const googleClients = [
  {
    name: '@google/genai',
    folder: 'current',
    async connect(load, { origin, token }) {
      const library = await load('@google/genai');
      return {
        library,
        client: new library.GoogleGenAI({ apiKey: token, httpOptions: { baseUrl: origin } }),
      };
    },
    cases: genaiCases,
  },
  {
    name: '@google/generative-ai',
    folder: 'older',
    async connect(load, { origin, token }) {
      const library = await load('@google/generative-ai');
      const client = new library.GoogleGenerativeAI(token);
      const build = (model) => (options) =>
        client.getGenerativeModel({ model, ...options }, { baseUrl: origin });
      return { library, perModel: (model) => ({ getModel: build(model) }) };
    },
    cases: olderCases,
  },
];
